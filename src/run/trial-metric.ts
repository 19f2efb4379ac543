import type { Metric } from '../metrics/define-metric.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import { scoreKind } from './score-kind.ts';

/** The metric whose full score makes a trial a success; undefined where cases say so. Throws Failure CLI_BAD_USAGE. */
export function trialMetric(asked: string | true | undefined, registry: readonly Metric[]): Metric | undefined {
  if (asked === undefined || asked === true) return undefined;
  const found = registry.find(({ manifest }) => manifest.name === asked);
  const refuse = (why: string): Failure =>
    new Failure('CLI_BAD_USAGE', { reason: `--trials was given '${asked}', ${why}`, command: 'grade' });
  if (!found) {
    const near = didYouMean(
      asked,
      registry.map(({ manifest }) => manifest.name),
    );
    throw refuse(`which is no metric.${near} Paths stand before the flag`);
  }
  if (!found.manifest.partition_types.includes('trace') || !scoreKind(found, 'trace').isRate)
    throw refuse('whose scores of a trace do not say yes or no');
  return found;
}
