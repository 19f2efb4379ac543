import type { JsonObject } from '../../model/json.ts';
import type { Span } from '../../model/span.ts';
import { sessionCost } from '../../prices/session-cost.ts';
import { dollarText, roundDollars } from '../../results/dollars.ts';
import type { Ref } from '../../results/outcome.ts';
import { quote } from '../../results/quote.ts';
import { runRoot } from '../../views/run-root.ts';
import { type ToolCall, toolCalls } from '../../views/tool-calls.ts';
import type { Declared } from '../define-metric.ts';
import type { Run } from '../process-run.ts';
import { providerCalls } from '../provider-calls.ts';
import { unobservedAgents } from '../unobserved-agents.ts';
import { decided, type ItemResult, unknown } from './item.ts';

/** Checks of the tools that a run called. A call of an agent that was not observed may be any. */
export function checkTools(
  run: Run,
  kind: 'required_tool' | 'forbidden_tool' | 'max_tool_calls',
  check: JsonObject,
  declared: Declared,
): ItemResult {
  const name = check.name === undefined ? undefined : String(check.name);
  const names = namesOf(name, declared);
  const calls = run
    .flatMap((trace) => [...toolCalls(trace), ...providerCalls(trace)])
    .filter((call) => !names || names.has(call.name));
  const unseen = run.flatMap(unobservedAgents);
  const shown = name === undefined ? 'tools' : quote(name);
  const hidden = (because: string): ItemResult =>
    unknown('internals_not_observed', `${because}, and what ${quote(unseen[0]?.name ?? '')} called was not recorded`);
  if (kind === 'required_tool') return checkRequired(calls, unseen.length > 0, check, shown, hidden);
  const most = kind === 'forbidden_tool' ? 0 : Number(check.value);
  const because = `${shown} ${calls.length === 1 ? 'was called once' : calls.length ? `were called ${calls.length} times` : 'was not called'}`;
  if (calls.length > most) return decided(false, because.replace(/^(“[^”]*”) were/, '$1 was'), places(calls));
  return unseen.length ? hidden(because) : decided(true, because, places(calls));
}

function checkRequired(
  calls: readonly ToolCall[],
  isHidden: boolean,
  check: JsonObject,
  shown: string,
  hidden: (because: string) => ItemResult,
): ItemResult {
  const least = typeof check.min_calls === 'number' ? check.min_calls : 1;
  const mustSucceed = check.successful !== false;
  const good = calls.filter((call) => !mustSucceed || succeeded(call) === true);
  const open = mustSucceed ? calls.filter((call) => succeeded(call) === undefined) : [];
  const how = mustSucceed ? ' successfully' : '';
  const because = `${shown} was called${how} ${good.length} of at least ${least} times`;
  if (good.length >= least) return decided(true, because, places(good));
  if (good.length + open.length >= least)
    return unknown(
      'tool_result_not_recorded',
      `${because}, and of ${open.length} more the result was not recorded`,
      places(open),
    );
  return isHidden ? hidden(because) : decided(false, because, places(calls));
}

function succeeded({ executedBy, isError }: ToolCall): boolean | undefined {
  return isError ? false : executedBy ? true : undefined;
}

function namesOf(name: string | undefined, { tools = [] }: Declared): ReadonlySet<string> | undefined {
  if (name === undefined) return undefined;
  return new Set([name, ...tools.filter((tool) => tool.name === name).flatMap(({ aliases = [] }) => aliases)]);
}

function places(calls: readonly ToolCall[]): Ref[] {
  return calls.slice(0, 5).flatMap(({ requestedBy, executedBy }) => {
    const span: Span | undefined = executedBy ?? requestedBy;
    return span ? [{ span_id: span.spanId, at: span.at }] : [];
  });
}

/** The cost of the whole run, reported or priced. A known subtotal above the limit is enough to break it. */
export function checkCost(run: Run, check: JsonObject, { prices }: Declared): ItemResult {
  const most = Number(check.value);
  const { total, recorded } = sessionCost({ sessionId: run[0].sessionId, traces: run }, prices);
  const low = roundDollars(total.low);
  if (recorded && low > most)
    return decided(
      false,
      `it cost ${total.high === total.low ? '' : 'at least '}${dollarText(low)}, more than ${dollarText(most)}`,
    );
  if (!recorded) return unknown('cost_unknown', 'no call carries tokens or a cost');
  if (total.high === null || roundDollars(total.high) > most)
    return unknown('cost_unknown', `at least ${dollarText(low)} of it is known, and not the rest`);
  return decided(true, `it cost ${dollarText(low)}`);
}

/** The time from the start of the run to its end, in seconds. */
export function checkDuration(run: Run, check: JsonObject): ItemResult {
  const roots = run.map(runRoot);
  let [first, last]: [bigint | undefined, bigint | undefined] = [undefined, undefined];
  for (const root of roots) {
    if (!root) return unknown('several_roots', 'the trace has no single root');
    const { startNs, endNs } = root;
    if (startNs === undefined || endNs === undefined || endNs < startNs)
      return unknown('run_end_not_recorded', 'the root of the run has no start or no end', [
        { span_id: root.spanId, at: root.at },
      ]);
    if (first === undefined || startNs < first) first = startNs;
    if (last === undefined || endNs > last) last = endNs;
  }
  const seconds = Number((last ?? 0n) - (first ?? 0n)) / 1e9;
  const evidence = roots.flatMap((root) => (root ? [{ span_id: root.spanId, at: root.at }] : []));
  return decided(
    seconds <= Number(check.value),
    `it took ${seconds} s of at most ${Number(check.value)} s`,
    evidence.slice(0, 5),
  );
}
