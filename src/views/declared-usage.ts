import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { inputTokens } from '../model/usage.ts';
import { agentRuns } from './agent-runs.ts';
import { modelCalls } from './model-calls.ts';
import { parentsFirst, spanTree } from './span-tree.ts';
import { inputOf, isWhole, subtractTokens, type TokenCount, tokensOf } from './token-count.ts';
import type { LeftOut } from './usage-ledger.ts';

/** A roll-up that stands in for calls that carry no usage, or an agent's share of one. */
export interface DeclaredEntry {
  readonly span: Span;
  readonly agent: Span | undefined;
  readonly tokens: TokenCount;
  readonly whole: boolean;
}

export interface DeclaredUsage {
  readonly entries: readonly DeclaredEntry[];
  readonly conflicts: readonly Span[];
  readonly leftOut: readonly LeftOut[];
  /** True for spans at or below a roll-up that is used. */
  covers(span: Span): boolean;
}

/**
 * Usage that spans other than model calls declare. It is a roll-up of what is below: used only where no model call
 * below carries usage, the outermost first, and compared with the sum of the calls elsewhere. An agent inside a used
 * roll-up that declares a figure of its own takes its share out of it, so that every token has one owner.
 */
export function declaredUsage(trace: Trace): DeclaredUsage {
  const tree = spanTree(trace);
  const runs = agentRuns(trace);
  const below = callTokensBelow(trace);
  const entries = new Map<string, DeclaredEntry>();
  const conflicts: Span[] = [];
  const snapshots: string[] = [];
  const coveredBy = new Map<string, Span>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    const outer = parent && coveredBy.get(parent.spanId);
    if (outer) coveredBy.set(span.spanId, outer);
    const { usage } = span;
    if (!usage || span.kind === 'LLM') continue;
    if (span.kind === 'EMBEDDING' || usage.scope === 'cumulative_snapshot' || usage.scope === 'last_call') {
      snapshots.push(span.spanId);
      continue;
    }
    const calls = below.get(span.spanId);
    if (calls) {
      // Calls that are known to be lower bounds cannot contradict their sum.
      const differs = inputTokens(usage) !== calls.input || usage.output !== calls.output;
      if (differs && calls.whole) conflicts.push(span);
      continue;
    }
    if (outer && runs.ownerOf(span) !== span) continue;
    const entry = { span, agent: runs.ownerOf(span), tokens: tokensOf(usage), whole: isWhole(usage) };
    const around = outer && entries.get(outer.spanId);
    const rest = around && subtractTokens(around.tokens, entry.tokens);
    if (around && !rest) {
      conflicts.push(span);
      continue;
    }
    if (around && rest) entries.set(around.span.spanId, { ...around, tokens: rest });
    entries.set(span.spanId, entry);
    coveredBy.set(span.spanId, span);
  }
  return {
    entries: [...entries.values()],
    conflicts,
    leftOut: snapshots.length
      ? [{ reason: 'not_a_sum_of_calls', count: snapshots.length, spanIds: snapshots.slice(0, 20) }]
      : [],
    covers: (span) => coveredBy.has(span.spanId),
  };
}

interface CallSum {
  input: number;
  output: number;
  whole: boolean;
}

/** Sums of the model calls with usage at or below each span; absent where there is none. */
function callTokensBelow(trace: Trace): Map<string, CallSum> {
  const tree = spanTree(trace);
  const sums = new Map<string, CallSum>();
  for (const { span } of modelCalls(trace)) {
    if (!span.usage) continue;
    const tokens = tokensOf(span.usage);
    sums.set(span.spanId, { input: inputOf(tokens), output: tokens.output, whole: isWhole(span.usage) });
  }
  for (const span of [...parentsFirst(trace)].reverse()) {
    const sum = sums.get(span.spanId);
    const parent = tree.parentOf(span);
    if (!sum || !parent) continue;
    const known = sums.get(parent.spanId);
    if (!known) sums.set(parent.spanId, { ...sum });
    else if (parent.kind !== 'LLM' || !parent.usage) {
      known.input += sum.input;
      known.output += sum.output;
      known.whole &&= sum.whole;
    }
  }
  return sums;
}
