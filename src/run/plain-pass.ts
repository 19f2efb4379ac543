import type { Outcome } from '../results/outcome.ts';
import type { Plan } from './plan.ts';

/**
 * Tells passes with nothing to say, whose count stands in the summary. A full score is 1 where higher is better and 0
 * where lower is; a metric without a better end only measures.
 */
export function plainPasses(plan: Plan): (outcome: Outcome, metric: string) => boolean {
  const directions = new Map(plan.jobs.map(({ metric }) => [metric.manifest.name, metric.manifest.direction]));
  return (outcome, metric) => {
    if (outcome.status !== 'scored' || outcome.reason !== undefined || outcome.bounds !== undefined) return false;
    const direction = directions.get(metric);
    if (direction === 'higher_is_better') return outcome.score >= 1;
    return direction !== 'lower_is_better' || outcome.score <= 0;
  };
}
