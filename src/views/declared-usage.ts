import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { callGroups } from './model-calls.ts';
import { parentsFirst, spanTree } from './span-tree.ts';
import { addTokens, inputOf, isOfCalls, isWhole, NO_TOKENS, restOf, type TokenCount, tokensOf } from './token-count.ts';
import { type LeftOut, leftOut } from './usage-gaps.ts';

/** A roll-up that stands in for calls that carry no usage: what is left of it once agents inside took their share. */
export interface DeclaredEntry {
  readonly span: Span;
  readonly agent: Span | undefined;
  readonly tokens: TokenCount;
  /** False where the figure is a lower bound. */
  readonly whole: boolean;
}

export interface DeclaredUsage {
  readonly entries: readonly DeclaredEntry[];
  /** Roll-ups that are less than what the agents inside them declare. */
  readonly conflicts: readonly Span[];
  readonly leftOut: readonly LeftOut[];
  /** True for spans at or below a roll-up that is used. */
  covers(span: Span): boolean;
}

interface Used {
  readonly span: Span;
  readonly tokens: TokenCount;
  readonly whole: boolean;
  /** The used roll-up around it. */
  readonly around: Used | undefined;
  /** It is of its own agent alone: agents inside are not part of it. */
  readonly isOwn: boolean;
  /** What agents inside declare of it. */
  shares: TokenCount;
}

/**
 * Usage that spans other than model calls declare. It is a roll-up of what is below: used only where no model call
 * below carries usage, the outermost first. An agent inside a used roll-up that declares a figure of its own takes its
 * share out of it, so that every token has one owner.
 */
export function declaredUsage(trace: Trace): DeclaredUsage {
  const tree = spanTree(trace);
  const runs = agentRuns(trace);
  const hasCallsBelow = callsWithUsageBelow(trace);
  const used: Used[] = [];
  const coveredBy = new Map<string, Used>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    let around = parent && coveredBy.get(parent.spanId);
    const isRun = runs.ownerOf(span) === span;
    while (around && leaves(around, span, isRun)) around = around.around;
    if (around) coveredBy.set(span.spanId, around);
    const { usage } = span;
    if (!usage || !isRollUp(trace, span) || hasCallsBelow.has(span) || (around && !isRun)) continue;
    const entry = {
      span,
      tokens: tokensOf(usage),
      whole: isWhole(usage),
      around,
      isOwn: usage.scope === 'exclusive' || span.kind === 'LLM',
      shares: NO_TOKENS,
    };
    if (around) around.shares = addTokens(around.shares, entry.tokens);
    used.push(entry);
    coveredBy.set(span.spanId, entry);
  }
  const conflicts = used.filter(({ tokens, shares }) => isMore(shares, tokens));
  const inConflict = new Set(conflicts);
  return {
    entries: used.map((entry) => ({
      span: entry.span,
      agent: runs.ownerOf(entry.span),
      tokens: restOf(entry.tokens, entry.shares),
      whole: entry.whole && !inConflict.has(entry),
    })),
    conflicts: conflicts.map(({ span }) => span),
    leftOut: notAdded(trace),
    covers: (span) => coveredBy.has(span.spanId),
  };
}

/** True for a span that a roll-up does not sum up, though it lies below. */
function leaves({ span: rollUp, isOwn }: Used, span: Span, isRun: boolean): boolean {
  return isRun ? isOwn : rollUp.kind === 'LLM' && isOwnWork(span);
}

function isMore(a: TokenCount, b: TokenCount): boolean {
  return inputOf(a) > inputOf(b) || a.output > b.output;
}

/** True for a span whose usage sums up calls below it. */
export function isRollUp(trace: Trace, span: Span): boolean {
  if (span.kind === 'EMBEDDING' || !isOfCalls(span.usage) || span.usage.scope === 'last_call') return false;
  return span.kind !== 'LLM' || callGroups(trace).isRollUp(span);
}

/** Figures that are no sum of calls, or tokens of another price class. */
function notAdded(trace: Trace): LeftOut[] {
  const embeddings: Span[] = [];
  const running: Span[] = [];
  for (const span of trace.spans) {
    if (!span.usage) continue;
    if (span.kind === 'EMBEDDING') embeddings.push(span);
    else if (span.kind === 'LLM' ? !isOfCalls(span.usage) : !isRollUp(trace, span)) running.push(span);
  }
  return [leftOut('embedding_tokens', embeddings), leftOut('not_a_sum_of_calls', running)].filter((each) => each.count);
}

/**
 * Spans with a model call that carries usage below them, as far as they sum calls up: a model span does not sum up what
 * the tools and agents below it ask models for.
 */
function callsWithUsageBelow(trace: Trace): Set<Span> {
  const tree = spanTree(trace);
  const counted = new Set(callGroups(trace).calls.flatMap(({ span }) => (isOfCalls(span.usage) ? span : [])));
  const anywhere = new Set<Span>();
  const within = new Set<Span>();
  for (const span of [...parentsFirst(trace)].reverse()) {
    const parent = tree.parentOf(span);
    if (!parent) continue;
    if (counted.has(span) || anywhere.has(span)) anywhere.add(parent);
    if (counted.has(span) || (within.has(span) && !isOwnWork(span))) within.add(parent);
  }
  for (const span of [...anywhere]) if (span.kind === 'LLM' && !within.has(span)) anywhere.delete(span);
  return anywhere;
}

function isOwnWork(span: Span): boolean {
  return span.kind === 'TOOL' || span.kind === 'AGENT';
}
