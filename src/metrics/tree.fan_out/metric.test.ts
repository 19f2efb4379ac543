import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Trace } from '../../model/trace.ts';
import { anyTree } from '../../testing/any-tree.ts';
import { agent, chain, type Made, recordsOf, traceOf } from '../../testing/make-trace.ts';
import { itKeepsTheMetricContract } from '../../testing/metric-contract.ts';
import { shuffled } from '../../testing/shuffled.ts';
import { metric } from './metric.ts';

itKeepsTheMetricContract(metric, fileURLToPath(new URL('./cases', import.meta.url)));

function fanOutOf(trace: Trace): number | null | undefined {
  const answer = metric.score(
    { type: 'trace', trace },
    { config: {}, configFor: () => ({}), dependencies: new Map(), declared: {} },
  );
  return 'score' in answer ? answer.score : undefined;
}

/** Agents directly below, through steps that are no agents. */
function issued({ shape }: Made): Made[] {
  return (shape.children ?? []).flatMap((child) => (child.kind === 'AGENT' ? [child] : issued(child)));
}

function widest(made: Made): number {
  const own = made.kind === 'AGENT' ? issued(made).length : 0;
  return Math.max(own, ...(made.shape.children ?? []).map(widest));
}

it('is the most children of one agent in any tree, steps between them set aside, in any order of its spans', () => {
  const node = fc
    .record({ id: fc.nat(1e6), isAgent: fc.boolean() })
    .map(({ id, isAgent }) => (isAgent ? agent(`agent ${id}`, { says: 'an answer of some length' }) : chain('step')));
  const root = agent('root', { says: 'an answer of some length' });
  fc.assert(
    fc.property(anyTree(node), fc.nat(), (below, seed) => {
      const made: Made = { ...root, shape: { ...root.shape, children: [below] } };
      const spans = recordsOf([made]);
      expect(fanOutOf(traceOf(spans))).toBe(widest(made));
      expect(fanOutOf(traceOf(shuffled(spans, seed)))).toBe(widest(made));
    }),
    { numRuns: 100, seed: 12 },
  );
});
