import { defineMetric } from '../define-metric.ts';
import { argumentsFault, scoreTrajectory, type Trajectory } from '../trajectory.ts';
import { trajectoryDocs } from '../trajectory-manifest.ts';
import { manifest } from './manifest.ts';

/** Are the calls made exactly the expected ones, in order? */
export const metric = defineMetric({
  manifest,
  docs: trajectoryDocs([
    'One call more, such as a check before it acts, makes it 0.',
    'Calls of one message have the order in which they stand in it, though they may run at once.',
    'Where no span has a time, order is that of the ids of spans: look for the finding `no_timestamps`.',
  ]),
  checkConfig: argumentsFault,
  score: (partition, context) => scoreTrajectory(partition, context, { order: 'ordered', figure }),
});

/** Calls that were not recorded can only add to those that were. */
function figure({ expected, made, met: [atLeast, atMost], hidden }: Trajectory): readonly [number, number] {
  if (hidden) return [0, made <= expected && atMost === made ? 1 : 0];
  if (made !== expected) return [0, 0];
  return [atLeast === expected ? 1 : 0, atMost === expected ? 1 : 0];
}
