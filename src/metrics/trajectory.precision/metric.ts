import { defineMetric } from '../define-metric.ts';
import { argumentsFault, type Range, scoreTrajectory, type Trajectory } from '../trajectory.ts';
import { trajectoryDocs } from '../trajectory-manifest.ts';
import { manifest } from './manifest.ts';

/** The share of the calls made that were expected. */
export const metric = defineMetric({
  manifest,
  docs: trajectoryDocs(
    ['A run that makes one expected call and stops has precision 1: read it beside `trajectory.recall`.'],
    ['Without any call it is 0/0: not applicable, `no_calls_made`.'],
  ),
  checkConfig: argumentsFault,
  score: (partition, context) => scoreTrajectory(partition, context, { order: 'unordered', figure }),
});

/** At best, calls that were not recorded are the expected ones that are missing; at worst they are without number. */
function figure({ expected, made, met: [atLeast, atMost], hidden }: Trajectory): Range {
  const all = hidden ? made + expected - atMost : made;
  if (all === 0) return 'no_calls_made';
  return hidden ? [0, expected / all] : [atLeast / made, atMost / made];
}
