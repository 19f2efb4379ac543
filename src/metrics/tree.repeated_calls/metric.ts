import { canonicalJson } from '../../model/canonical-json.ts';
import type { Trace } from '../../model/trace.ts';
import { agentName } from '../../views/agents.ts';
import { type ToolCall, toolCalls } from '../../views/tool-calls.ts';
import { notApplicable, onlyTraces, unresolved } from '../answers.ts';
import { callKey, callsByAgent, spanOf } from '../call-key.ts';
import { type Config, defineMetric, type Scoring } from '../define-metric.ts';
import { findCycle, longestRun } from './find-cycle.ts';
import { manifest } from './manifest.ts';

/** How often agents make a call again. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'Asking again is right where the world changes: name such tools in `poll_tools`, and read `repeats_same_result`.',
      'Two agents that make the same call are not counted here: see `tree.duplicate_work`.',
      'Arguments that differ in a space or an id that the agent made up are different calls.',
    ],
    decisions: [
      'A call is a retry, and no repeat, when the call of the same name and arguments before it failed.',
      '`identical` counts every call like an earlier one: `repeats` and `retries` together, as some published figures do.',
      'Streaks and cycles are of the calls that are counted: those of `poll_tools` are left out.',
    ],
  },
  score: (partition, { config }) => (partition.type === 'trace' ? scoreTrace(partition.trace, config) : onlyTraces()),
});

interface Repeats {
  readonly calls: readonly ToolCall[];
  readonly sameResult: number;
  readonly longest: number;
  readonly cycle: number | undefined;
  readonly unknown: number;
  /** Calls like an earlier one that failed. */
  readonly retries: number;
}

function scoreTrace(trace: Trace, config: Config): Scoring {
  const polled = new Set(config.poll_tools as readonly string[]);
  const calls = toolCalls(trace).filter(({ name }) => !polled.has(name));
  if (calls.length === 0) return notApplicable('no_tool_calls', 'no tool was called');
  const byAgent = [...callsByAgent(calls)].map(([agent, own]) => ({ agent, ...repeatsOf(own) }));
  const repeats = byAgent.flatMap((each) => each.calls);
  const unknown = byAgent.reduce((sum, each) => sum + each.unknown, 0);
  const cycles = byAgent.flatMap(({ cycle }) => cycle ?? []);
  const retries = byAgent.reduce((sum, each) => sum + each.retries, 0);
  const details = {
    repeats: repeats.length,
    retries,
    identical: repeats.length + retries,
    repeats_same_result: byAgent.reduce((sum, each) => sum + each.sameResult, 0),
    max_run: byAgent.reduce((most, { longest }) => Math.max(most, longest), 0),
    cycle: cycles.length ? cycles.reduce((least, cycle) => Math.min(least, cycle)) : null,
    calls: calls.length,
    excluded: unknown ? { arguments_not_recorded: unknown } : {},
    agents: byAgent
      .filter((each) => each.calls.length > 0)
      .slice(0, 50)
      .map(({ agent, calls: repeated }) => ({
        agent: agent ? agentName(agent) : '(no agent)',
        repeats: repeated.length,
      })),
  };
  const evidence = repeats.slice(0, 20).flatMap((call) => {
    const span = spanOf(call);
    return span ? [{ span_id: span.spanId, at: span.at }] : [];
  });
  const [first] = repeats;
  const because = first
    ? `${repeats.length} of ${calls.length} calls repeat an earlier one, first ${first.name}`
    : `none of ${calls.length} calls repeats an earlier one`;
  if (unknown > 0) {
    const why = `${because}; the arguments of ${unknown} were not recorded`;
    return unresolved('arguments_not_recorded', why, { bounds: [repeats.length, null], evidence, details });
  }
  return { status: 'scored', score: repeats.length, because, evidence, details };
}

/** The repeats among the calls of one agent. */
function repeatsOf(calls: readonly ToolCall[]): Repeats {
  const before = new Map<string, ToolCall>();
  const repeated: ToolCall[] = [];
  const keys: string[] = [];
  let [sameResult, unknown, retries] = [0, 0, 0];
  for (const call of calls) {
    const key = callKey(call);
    if (key === undefined) {
      unknown++;
      continue;
    }
    keys.push(key);
    const earlier = before.get(key);
    before.set(key, call);
    if (earlier?.isError) retries++;
    if (!earlier || earlier.isError) continue;
    repeated.push(call);
    if (
      earlier.result !== undefined &&
      call.result !== undefined &&
      canonicalJson(earlier.result) === canonicalJson(call.result)
    )
      sameResult++;
  }
  return { calls: repeated, sameResult, longest: longestRun(keys), cycle: findCycle(keys), unknown, retries };
}
