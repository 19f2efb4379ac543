import { defineMetric } from '../define-metric.ts';
import { argumentsFault, type Range, scoreTrajectory, type Trajectory } from '../trajectory.ts';
import { trajectoryDocs } from '../trajectory-manifest.ts';
import { manifest } from './manifest.ts';

/** The share of the expected calls that were made. */
export const metric = defineMetric({
  manifest,
  docs: trajectoryDocs(
    ['A run that calls everything has recall 1: read it beside `trajectory.precision`.'],
    ['Without any expected call it is 0/0: not applicable, `no_expected_calls`.'],
  ),
  checkConfig: argumentsFault,
  score: (partition, context) => scoreTrajectory(partition, context, { order: 'unordered', figure }),
});

function figure({ expected, met: [atLeast, atMost], hidden }: Trajectory): Range {
  return expected === 0 ? 'no_expected_calls' : [atLeast / expected, hidden ? 1 : atMost / expected];
}
