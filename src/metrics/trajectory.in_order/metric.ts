import { defineMetric } from '../define-metric.ts';
import { argumentsFault, scoreTrajectory, type Trajectory } from '../trajectory.ts';
import { trajectoryDocs } from '../trajectory-manifest.ts';
import { manifest } from './manifest.ts';

/** Were the expected calls made in their order? */
export const metric = defineMetric({
  manifest,
  docs: trajectoryDocs([
    'Calls of one message have the order in which they stand in it, though they may run at once.',
    'Where no span has a time, order is that of the ids of spans: look for the finding `no_timestamps`.',
  ]),
  checkConfig: argumentsFault,
  score: (partition, context) => scoreTrajectory(partition, context, { order: 'ordered', figure, isVacuous: true }),
});

/** Every expected call has its partner; calls that were not recorded can only add partners. */
function figure({ expected, met: [atLeast, atMost], hidden }: Trajectory): readonly [number, number] {
  return [atLeast === expected ? 1 : 0, hidden || atMost === expected ? 1 : 0];
}
