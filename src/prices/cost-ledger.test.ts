import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trace } from '../model/trace.ts';
import { anyTree } from '../testing/any-tree.ts';
import { agent, chain, llm, type Made, makeTrace, recordsOf, traceOf } from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { costByAgent } from './cost-by-agent.ts';
import { costLedger, totalOf } from './cost-ledger.ts';
import { userPrices } from './user-prices.ts';

const PRICES = userPrices([{ model: 'm', input: 2, output: 8 }], 'hash');
const says = 'an answer of some length';

function of(trace: Trace): Record<string, unknown> {
  const { total, gaps, lost } = costLedger(trace, PRICES);
  return { ...total, why: [...gaps, ...lost].map(({ reason, count }) => `${count} ${reason}`) };
}

const call = (model = 'm', children: Made[] = []): Made =>
  llm({ model: { requested: model }, tokens: [1000, 500], children });
const reports = (usd: number, scope: 'inclusive' | 'exclusive' = 'inclusive') => ({
  cost: { usd, scope, source: 'vendor' },
});

describe('the cost of a trace', () => {
  it('is exact where every call has a price', () => {
    expect(of(makeTrace(agent('r', { says, children: [call(), call()] })))).toEqual({
      low: 0.012,
      high: 0.012,
      why: [],
    });
  });

  it('has no upper limit where a model has no price', () => {
    const trace = makeTrace(agent('r', { says, children: [call(), call('mystery')] }));
    expect(of(trace)).toEqual({ low: 0.006, high: null, why: ['1 model_not_priced'] });
  });

  it('counts a reported cost of a call on any of its records, once', () => {
    const twice = llm({
      model: { requested: 'm' },
      tokens: [1000, 500],
      children: [llm({ tokens: [1000, 500], ...reports(0.5, 'exclusive') })],
    });
    expect(of(makeTrace(agent('r', { says, children: [twice] })))).toEqual({ low: 0.5, high: 0.5, why: [] });
  });

  it('takes the total that an inner agent reports for its own part only', () => {
    const inner = agent('b', { says, ...reports(0.25), children: [call('mystery')] });
    const trace = makeTrace(agent('r', { says, children: [call(), inner] }));
    expect(of(trace)).toEqual({ low: 0.256, high: 0.256, why: [] });
    const rows = costByAgent(trace, costLedger(trace, PRICES).lines);
    expect(rows.map(({ agent: { name }, own, inclusive }) => [name, own.low, inclusive.low])).toEqual([
      ['r', 0.006, 0.256],
      ['b', 0.25, 0.25],
    ]);
  });

  it('does not say whose part of a reported total is whose', () => {
    const trace = makeTrace(
      agent('r', { says, ...reports(0.25), children: [agent('b', { says, children: [call('mystery')] })] }),
    );
    const rows = costByAgent(trace, costLedger(trace, PRICES).lines);
    expect(rows.map(({ agent: { name }, own, inclusive }) => [name, own, inclusive])).toEqual([
      ['r', { low: 0, high: 0.25 }, { low: 0.25, high: 0.25 }],
      ['b', { low: 0, high: 0.25 }, { low: 0, high: 0.25 }],
    ]);
  });

  const node = fc.record({ kind: fc.nat(3), usd: fc.option(fc.nat(100), { nil: undefined }) }).map(({ kind, usd }) => {
    if (kind === 0) return agent(`a${usd ?? ''}`, { says, ...(usd !== undefined && reports(usd)) });
    return kind === 3 ? chain('step') : call(kind === 1 ? 'm' : 'mystery');
  });
  const tree = anyTree(node).map((made): Made => ({ ...agent('root', { says }), shape: { says, children: [made] } }));

  it('is the same in any order of the spans', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (made, seed) => {
        const spans = recordsOf([made]);
        expect(of(traceOf(shuffled(spans, seed)))).toEqual(of(traceOf(spans)));
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it('is the sum of what its agents cost by themselves, as far as that is known', () => {
    fc.assert(
      fc.property(tree, (made) => {
        const trace = makeTrace(made);
        const { lines, total } = costLedger(trace, PRICES);
        const own = totalOf(costByAgent(trace, lines).map((each) => each.own));
        expect(own.low).toBeLessThanOrEqual(total.low + 1e-9);
        const isExact = own.low === own.high && total.low === total.high;
        if (isExact) expect(own.low).toBeCloseTo(total.low, 9);
      }),
      { numRuns: 60, seed: 4 },
    );
  });
});
