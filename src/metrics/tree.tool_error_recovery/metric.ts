import type { Trace } from '../../model/trace.ts';
import { type ToolCall, toolCalls } from '../../views/tool-calls.ts';
import { notApplicable, onlyTraces } from '../answers.ts';
import { callsByAgent } from '../call-key.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { isFinished } from '../finished-tools.ts';
import { manifest } from './manifest.ts';

/** The share of failed calls that the agent got over. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'An agent that turns to another tool, or rightly gives up, has not recovered by this rule.',
      'A success with other arguments counts: the agent may have asked for something else.',
      'Few runs fail at all: read the number of failures beside the share.',
    ],
    decisions: ['One success recovers every earlier failure of the same tool by the same agent.'],
  },
  score: (partition) => (partition.type === 'trace' ? scoreTrace(partition.trace) : onlyTraces()),
});

function scoreTrace(trace: Trace): Scoring {
  const executed = toolCalls(trace).filter(({ executedBy }) => executedBy);
  const open: ToolCall[] = [];
  let failures = 0;
  for (const calls of callsByAgent(executed).values()) {
    const failed = calls.filter(({ isError }) => isError);
    failures += failed.length;
    for (const call of notRecovered(calls)) open.push(call);
  }
  if (failures === 0) return notApplicable('no_tool_error', 'no tool execution failed');
  const recovered = failures - open.length;
  const names = [...new Set(open.map(({ name }) => name))].sort().slice(0, 5);
  return {
    status: 'scored',
    score: recovered / failures,
    because: `${recovered} of ${failures} failed calls were followed by a success of the same tool${names.length ? `; not ${names.join(', ')}` : ''}`,
    evidence: open
      .slice(0, 20)
      .flatMap(({ executedBy }) => (executedBy ? [{ span_id: executedBy.spanId, at: executedBy.at }] : [])),
    details: { numerator: recovered, denominator: failures, excluded: {}, not_recovered: names },
  };
}

/** The failed calls of one agent that no later success of the same tool follows. */
function notRecovered(calls: readonly ToolCall[]): ToolCall[] {
  const lastSuccess = new Map<string, { readonly start: bigint | undefined; readonly position: number }>();
  for (const [position, { name, isError, executedBy }] of calls.entries()) {
    // A call that never came back is no success.
    if (isError || !executedBy || !isFinished(executedBy)) continue;
    const start = executedBy.startNs;
    const known = lastSuccess.get(name);
    lastSuccess.set(name, {
      start: known?.start !== undefined && start !== undefined && known.start > start ? known.start : start,
      position,
    });
  }
  return calls.filter(({ name, isError, executedBy }, position) => {
    if (!isError) return false;
    const success = lastSuccess.get(name);
    if (!success) return true;
    const end = executedBy?.endNs;
    return end !== undefined && success.start !== undefined ? success.start < end : success.position < position;
  });
}
