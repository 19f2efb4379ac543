import { Failure } from '../problems/failure.ts';
import type { Metric } from './define-metric.ts';
import { METRICS, metricNamed } from './registry.ts';

/**
 * The chosen metrics with all that they depend on, each after its dependencies. Throws Failure
 * METRIC_DEPENDENCY_CYCLE when they form a circle.
 */
export function orderByDependencies(chosen: readonly Metric[], metrics: readonly Metric[] = METRICS): Metric[] {
  const ordered: Metric[] = [];
  const open: string[] = [];
  const visit = (metric: Metric): void => {
    const { name, dependencies } = metric.manifest;
    if (ordered.includes(metric)) return;
    if (open.includes(name))
      throw new Failure('METRIC_DEPENDENCY_CYCLE', { cycle: [...open.slice(open.indexOf(name)), name].join(' > ') });
    open.push(name);
    for (const dependency of dependencies) visit(metricNamed(dependency, metrics));
    open.pop();
    ordered.push(metric);
  };
  for (const metric of chosen) visit(metric);
  return ordered;
}
