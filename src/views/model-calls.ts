import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { inputTokens } from '../model/usage.ts';
import { agentRuns } from './agent-runs.ts';
import { defineView } from './define-view.ts';
import { Groups } from './groups.ts';
import { KnownCalls } from './known-calls.ts';
import { type NestedCalls, nestedCalls } from './nested-calls.ts';
import { mayBeOneCall } from './same-call.ts';
import { isOfCalls, isWhole } from './token-count.ts';

/** One call of a model. Several spans can record it; one of them is counted. */
export interface ModelCall {
  /** The span that counts: of those with the fullest usage the deepest, then the one with more tokens. */
  readonly span: Span;
  /** The other spans of the same call, in canonical order. */
  readonly copies: readonly Span[];
  /** Copies that disagree on tokens. */
  readonly conflict: boolean;
}

/** The model calls of a trace, and which LLM spans stand for them. */
export interface CallGroups {
  readonly calls: readonly ModelCall[];
  /** The call that an LLM span records; undefined for a roll-up. */
  callOf(span: Span): ModelCall | undefined;
  /** True for an LLM span around several calls: it records none itself. */
  isRollUp(span: Span): boolean;
}

/**
 * Two LLM spans record one call when one is said to be a copy of the other, when they carry the same response id and
 * nothing that is known of both contradicts it, or when one lies inside the other and is the only call there. An LLM span
 * around several calls is a roll-up of them.
 */
export const callGroups = defineView('call-groups', 2, (trace: Trace): CallGroups => {
  const nested = nestedCalls(trace);
  const { spans, inside, depthOf } = nested;
  const groups = new Groups<Span>(spans);
  joinCopies(trace, nested, groups);
  const rollUps = new Set<Span>();
  for (const span of [...spans].sort((a, b) => depthOf(b) - depthOf(a))) {
    const inner = inside(span);
    const calls = new Set(inner.map((child) => groups.of(child)));
    if (calls.size > 1 || inner.some((child) => rollUps.has(child))) rollUps.add(span);
    else if (inner[0]) groups.join(span, inner[0]);
  }
  const members = new Map<Span, Span[]>();
  for (const span of spans) {
    if (rollUps.has(span)) continue;
    const list = members.get(groups.of(span));
    if (list) list.push(span);
    else members.set(groups.of(span), [span]);
  }
  const byCounted = new Map<Span, ModelCall>();
  const bySpan = new Map<Span, ModelCall>();
  for (const list of members.values()) {
    const call = callOf(list, depthOf);
    byCounted.set(call.span, call);
    for (const span of list) bySpan.set(span, call);
  }
  return {
    calls: spans.flatMap((span) => byCounted.get(span) ?? []),
    callOf: (span) => bySpan.get(span),
    isRollUp: (span) => rollUps.has(span),
  };
});

/** The model calls of a trace, each once, in canonical order. */
export const modelCalls = defineView('model-calls', 3, (trace: Trace): readonly ModelCall[] => callGroups(trace).calls);

function joinCopies(trace: Trace, { spans, inside }: NestedCalls, groups: Groups<Span>): void {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const { ownerOf } = agentRuns(trace);
  const known = new KnownCalls<undefined>((a, b) => mayBeOneCall(a, b, ownerOf(a) === ownerOf(b)));
  // Of two records in each other, nesting tells whether the outer one is a copy or a roll-up, whatever their ids are.
  const around = new Map(spans.flatMap((outer) => inside(outer).map((inner) => [inner, outer] as const)));
  for (const span of spans) {
    const original = span.duplicateOf === undefined ? undefined : byId.get(span.duplicateOf);
    if (original) groups.join(span, original);
    if (span.responseId === undefined) continue;
    const outer = around.get(span);
    const id = `${outer?.responseId === span.responseId ? outer.spanId : ''} ${span.responseId}`;
    const call = known.find(id, span);
    if (!call) {
      known.add(id, span, undefined);
      continue;
    }
    groups.join(span, call.first);
    call.latest = span;
  }
}

function callOf(members: readonly Span[], depthOf: (span: Span) => number): ModelCall {
  const rank = (span: Span): readonly number[] => [
    Number(isOfCalls(span.usage)),
    Number(isOfCalls(span.usage) && isWhole(span.usage)),
    depthOf(span),
    isOfCalls(span.usage) ? (inputTokens(span.usage) ?? 0) + (span.usage.output ?? 0) : 0,
  ];
  let [counted] = members as [Span];
  for (const span of members) if (isGreater(rank(span), rank(counted))) counted = span;
  const copies = members.filter((span) => span !== counted);
  return { span: counted, copies, conflict: copies.some((copy) => disagree(copy, counted)) };
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((figure, index) => figure !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** True when both know a figure and it differs. A lower bound contradicts nothing. */
function disagree(copy: Span, counted: Span): boolean {
  if (!isOfCalls(copy.usage) || !isOfCalls(counted.usage)) return false;
  if (!isWhole(copy.usage) || !isWhole(counted.usage)) return false;
  return inputTokens(copy.usage) !== inputTokens(counted.usage) || copy.usage.output !== counted.usage.output;
}
