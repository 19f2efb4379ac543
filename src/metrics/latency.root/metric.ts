import type { Trace } from '../../model/trace.ts';
import { durationNs, durations } from '../../views/durations.ts';
import { runRoot } from '../../views/run-root.ts';
import { onlyTraces } from '../answers.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { milliseconds, timeUnknown } from '../run-time.ts';
import { manifest } from './manifest.ts';

/** How long a run took. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'The time of a run includes the time that people and queues took: an approval that waits overnight is a long run.',
      'Recorders round, and clocks of several machines disagree; read the health findings beside it.',
      'An agent that went on in the background after the root ended is not in the score.',
    ],
    decisions: ['A run with several root agents is timed by the root of its tree.'],
  },
  score: (partition) => (partition.type === 'trace' ? scoreTrace(partition.trace) : onlyTraces()),
});

function scoreTrace(trace: Trace): Scoring {
  const root = runRoot(trace);
  const elapsed = root && durationNs(root);
  if (root === undefined || elapsed === undefined) return timeUnknown(trace);
  const { agentsNs, leavesNs, untimed } = durations(trace);
  const score = milliseconds(elapsed);
  return {
    status: 'scored',
    score,
    because: `the run took ${score} ms`,
    evidence: [{ span_id: root.spanId, at: root.at }],
    details: {
      root_elapsed: score,
      sum_agent_durations: milliseconds(agentsNs),
      sum_leaf_durations: milliseconds(leavesNs),
      parallelism: elapsed > 0 ? leavesNs / elapsed : null,
      untimed,
    },
  };
}
