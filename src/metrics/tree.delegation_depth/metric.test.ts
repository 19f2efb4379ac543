import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Trace } from '../../model/trace.ts';
import { anyTree } from '../../testing/any-tree.ts';
import { agent, type Made, recordsOf, traceOf } from '../../testing/make-trace.ts';
import { itKeepsTheMetricContract } from '../../testing/metric-contract.ts';
import { shuffled } from '../../testing/shuffled.ts';
import { metric } from './metric.ts';

itKeepsTheMetricContract(metric, fileURLToPath(new URL('./cases', import.meta.url)));

function depthOf(trace: Trace): number | null | undefined {
  const answer = metric.score(
    { type: 'trace', trace },
    { config: {}, configFor: () => ({}), dependencies: new Map(), declared: {} },
  );
  return 'score' in answer ? answer.score : undefined;
}

/** Levels below the root. */
function levels(made: Made): number {
  return Math.max(0, ...(made.shape.children ?? []).map((child) => 1 + levels(child)));
}

it('is the number of levels of any tree of agents, in any order of its spans', () => {
  const node = fc.nat(1e6).map((id) => agent(`agent ${id}`, { says: 'an answer of some length' }));
  fc.assert(
    fc.property(anyTree(node), fc.nat(), (made, seed) => {
      const spans = recordsOf([made]);
      expect(depthOf(traceOf(spans))).toBe(levels(made));
      expect(depthOf(traceOf(shuffled(spans, seed)))).toBe(levels(made));
    }),
    { numRuns: 100, seed: 11 },
  );
});
