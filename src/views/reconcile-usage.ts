import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { inputTokens } from '../model/usage.ts';
import { agentRuns } from './agent-runs.ts';
import { isRollUp } from './declared-usage.ts';
import { parentsFirst, spanTree } from './span-tree.ts';
import { inputOf, type TokenCount } from './token-count.ts';

/** A record that counts, and whether it is known in full. */
export interface Counted {
  readonly span: Span;
  readonly tokens: TokenCount;
  readonly whole: boolean;
}

interface Sum {
  input: number;
  output: number;
  whole: boolean;
}

/** Roll-ups held against the sum of what counts below them. */
export interface Reconciled {
  /** They differ, though everything below is known in full. */
  readonly conflicts: readonly Span[];
  /** They say more than what is recorded below: some of it is missing. */
  readonly more: readonly Span[];
}

/**
 * Compares the figure of each span around counted records with their sum, and with the sum of its own agent's records
 * alone: some recorders leave nested agents, or what tools ask models for, out of it.
 */
export function reconcileUsage(trace: Trace, counted: readonly Counted[]): Reconciled {
  const all = sumsBelow(trace, counted, () => true);
  const runs = agentRuns(trace);
  const own = sumsBelow(trace, counted, (span) => runs.ownerOf(span) !== span);
  const direct = sumsBelow(trace, counted, (span) => runs.ownerOf(span) !== span && span.kind !== 'TOOL');
  const records = new Set(counted.map(({ span }) => span));
  const conflicts: Span[] = [];
  const more: Span[] = [];
  for (const span of trace.spans) {
    const { usage } = span;
    const sum = all.get(span.spanId);
    if (!usage || !sum || records.has(span) || !isRollUp(trace, span)) continue;
    const [input, output] = [inputTokens(usage), usage.output];
    const equals = (each: Sum | undefined): boolean =>
      each !== undefined && (input ?? each.input) === each.input && (output ?? each.output) === each.output;
    if ([all, own, direct].some((sums) => equals(sums.get(span.spanId)))) continue;
    if ((input ?? 0) > sum.input || (output ?? 0) > sum.output) more.push(span);
    // Records that are known to be lower bounds cannot contradict their sum.
    if (sum.whole) conflicts.push(span);
  }
  return { conflicts, more };
}

/** Sums of what counts at or below each span; a span that `passes` refuses keeps its sum from its parent. */
function sumsBelow(trace: Trace, counted: readonly Counted[], passes: (span: Span) => boolean): Map<string, Sum> {
  const tree = spanTree(trace);
  const sums = new Map<string, Sum>();
  for (const { span, tokens, whole } of counted)
    sums.set(span.spanId, { input: inputOf(tokens), output: tokens.output, whole });
  for (const span of [...parentsFirst(trace)].reverse()) {
    const sum = sums.get(span.spanId);
    const parent = tree.parentOf(span);
    if (!sum || !parent || !passes(span)) continue;
    const known = sums.get(parent.spanId);
    if (!known) {
      sums.set(parent.spanId, { ...sum });
      continue;
    }
    known.input += sum.input;
    known.output += sum.output;
    known.whole &&= sum.whole;
  }
  return sums;
}
