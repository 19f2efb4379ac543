import type { Json } from '../../model/json.ts';
import type { Trace } from '../../model/trace.ts';
import { sessionUsage } from '../../views/session-usage.ts';
import { addTokens, inputOf, NO_TOKENS, type TokenCount, totalOf } from '../../views/token-count.ts';
import { type LeftOut, usageLedger } from '../../views/usage-ledger.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { manifest } from './manifest.ts';

/** Tokens of all model calls, each counted once. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'A known subtotal is not a total: read the bounds. The tokens of an agent that was not observed are missing from it.',
      'Cached input is counted like other input here; it costs less. Prices belong to a cost metric.',
      'Two providers count tokens of one text differently: figures of different models do not compare.',
    ],
    decisions: [
      'Input that was read from or written to a cache is input. Reasoning is a part of output.',
      'Embedding calls are read and left out: their tokens are of another kind.',
      'A figure that is cumulative over the lifetime of an agent object is not a sum of the calls of this run, and is left out.',
    ],
  },
  score: (partition) => {
    if (partition.type === 'trace') return scoreTrace(partition.trace);
    if (partition.type === 'session') {
      const { total, complete, recorded, leftOut, calls } = sessionUsage(partition.session);
      return answer({ total, complete, recorded, leftOut, calls }, {});
    }
    const because = 'tokens are counted over a trace or a session';
    return { status: 'not_applicable', score: null, reason: 'scope_unsupported', because, evidence: [], details: {} };
  },
});

interface Figures {
  readonly total: TokenCount;
  readonly complete: boolean;
  readonly recorded: boolean;
  readonly leftOut: readonly LeftOut[];
  readonly calls: number;
}

function scoreTrace(trace: Trace): Scoring {
  const ledger = usageLedger(trace);
  const delegated = ledger.agents.filter(({ agent }) => agent.role === 'delegated');
  const agents = ledger.agents.map(({ agent, own, inclusive, ownComplete, inclusiveComplete }) => ({
    span_id: agent.span.spanId,
    agent: agent.name,
    own: pair(own),
    own_complete: ownComplete,
    inclusive: pair(inclusive),
    inclusive_complete: inclusiveComplete,
  }));
  return answer(
    { ...ledger, calls: ledger.entries.length },
    {
      agents: agents.slice(0, 200),
      delegated: pair(delegated.reduce((sum, { own }) => addTokens(sum, own), NO_TOKENS)),
      conflicts: ledger.conflicts.length,
    },
  );
}

function pair(count: TokenCount): { input: number; output: number } {
  return { input: inputOf(count), output: count.output };
}

function answer({ total, complete, recorded, leftOut, calls }: Figures, more: Readonly<Record<string, Json>>): Scoring {
  const known = totalOf(total);
  const excluded = Object.fromEntries(leftOut.map(({ reason, count }) => [reason, count]));
  const details = {
    known_subtotal: recorded ? known : null,
    complete_total: complete ? known : null,
    input: recorded ? inputOf(total) : null,
    output: recorded ? total.output : null,
    input_uncached: recorded ? total.inputUncached : null,
    cache_read: recorded ? total.cacheRead : null,
    cache_write: recorded ? total.cacheWrite : null,
    reasoning: recorded ? total.reasoning : null,
    records: calls,
    excluded,
    ...more,
  };
  const evidence = leftOut.flatMap(({ spanIds }) => spanIds.map((span_id) => ({ span_id }))).slice(0, 20);
  if (!recorded) {
    const because = 'no token figure was recorded';
    return {
      status: 'unresolved',
      score: null,
      reason: 'usage_not_recorded',
      bounds: [0, null],
      because,
      evidence,
      details,
    };
  }
  if (!complete) {
    const gaps = leftOut.map(({ reason, count }) => `${count} ${reason.replaceAll('_', ' ')}`).join(', ');
    const because = `at least ${known} tokens; not counted: ${gaps}`;
    return {
      status: 'unresolved',
      score: null,
      reason: 'known_subtotal',
      bounds: [known, null],
      because,
      evidence,
      details,
    };
  }
  const because = `${known} tokens, ${inputOf(total)} in and ${total.output} out`;
  return { status: 'scored', score: known, because, evidence, details };
}
