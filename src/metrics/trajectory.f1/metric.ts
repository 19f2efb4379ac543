import { defineMetric } from '../define-metric.ts';
import { argumentsFault, type Range, scoreTrajectory, type Trajectory } from '../trajectory.ts';
import { trajectoryDocs } from '../trajectory-manifest.ts';
import { manifest } from './manifest.ts';

/** The harmonic mean of precision and recall of the calls made. */
export const metric = defineMetric({
  manifest,
  docs: trajectoryDocs(
    ['One figure hides which of both is low: read it beside `trajectory.precision` and `trajectory.recall`.'],
    ['Where neither was expected nor made a call it is 0/0: not applicable. Where only one list is empty it is 0.'],
  ),
  checkConfig: argumentsFault,
  score: (partition, context) => scoreTrajectory(partition, context, { order: 'unordered', figure }),
});

/** At best, calls that were not recorded are the expected ones that are missing; at worst they are without number. */
function figure({ expected, made, met: [atLeast, atMost], hidden }: Trajectory): Range {
  const all = expected + made + (hidden ? expected - atMost : 0);
  if (all === 0) return 'no_expected_calls';
  return hidden ? [0, (2 * expected) / all] : [(2 * atLeast) / all, (2 * atMost) / all];
}
