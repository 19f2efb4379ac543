import { describe, expect, it } from 'vitest';
import { agent, chain, edge, llm, type Made, makeTrace, type Shape, usage } from '../testing/make-trace.ts';
import { costByAgent, delegatedCost } from './cost-by-agent.ts';
import { costLedger } from './cost-ledger.ts';
import type { PriceTable } from './price-table.ts';
import { userPrices } from './user-prices.ts';

const PRICES = userPrices(
  [
    { model: 'm', input: 2, output: 8 },
    { model: 'dear', input: 20, output: 80 },
  ],
  'hash',
);

const m = { model: { requested: 'm' } };
const mystery = { model: { requested: 'mystery' } };
const sum = usage(1000, 500);
const call = (shape: Shape = {}): Made => llm({ ...m, tokens: [1000, 500], ...shape });
const reports = (usd: number, scope: 'inclusive' | 'exclusive' = 'inclusive') => ({
  cost: { usd, scope, source: 'vendor' },
});

/** Limits of the cost of a run by its root agent, and why they are what they are. */
function costOf(root: Shape, edges: Parameters<typeof makeTrace>[1] = []): (number | string | null)[] {
  const { total, gaps, lost } = costLedger(makeTrace(agent('r', { says: 'text', ...root }), edges), PRICES);
  return [total.low, total.high, ...[...gaps, ...lost].map(({ reason }) => reason)];
}

function agentsOf(root: Shape): unknown[] {
  const trace = makeTrace(agent('r', { says: 'text', ...root }));
  const rows = costByAgent(trace, costLedger(trace, PRICES).lines);
  return rows.map(({ agent: { name }, own, inclusive }) => [name, own.low, own.high, inclusive.low, inclusive.high]);
}

describe('a sum of tokens that stands for calls without any', () => {
  it('costs what those calls report, and is not added to it', () => {
    expect(costOf({ ...m, usage: sum, children: [llm({ ...m, ...reports(0.5, 'exclusive') })] })).toEqual([0.5, 0.5]);
  });

  it('costs at least what some of those calls report', () => {
    const children = [llm({ ...m, ...reports(0.007, 'exclusive') }), llm(m)];
    expect(costOf({ ...m, usage: usage(4000, 500), children })).toEqual([0.012, 0.012]);
    const more = [llm({ ...m, ...reports(0.5, 'exclusive') }), llm(m)];
    expect(costOf({ ...m, usage: sum, children: more })).toEqual([0.5, null, 'partial_usage']);
  });

  it('is not added to the sum of an agent inside it, whose cost it reports as well', () => {
    const inner = agent('b', { says: 'text', ...m, usage: usage(400, 200), ...reports(0.4), children: [llm()] });
    expect(costOf({ ...m, usage: sum, ...reports(1), children: [inner] })).toEqual([1, 1]);
  });

  it('is a lower limit where it is only a part', () => {
    expect(costOf({ ...m, usage: { ...sum, coverage: 'partial' }, children: [llm()] })).toEqual([
      0.006,
      null,
      'partial_usage',
    ]);
  });

  it('costs between the prices of the models that it sums up', () => {
    expect(costOf({ ...m, usage: sum, children: [llm({ model: { requested: 'dear' } })] })).toEqual([
      0.006,
      0.06,
      'several_models',
    ]);
    expect(costOf({ usage: sum, children: [llm(m)] })).toEqual([0.006, 0.006]);
  });
});

describe('a total that a step reports', () => {
  const hidden = (name: string): Made => chain(name, { ...reports(0.25), children: [call(mystery)] });

  it('is added to the other calls of its agent', () => {
    expect(agentsOf({ children: [call(), hidden('c')] })).toEqual([['r', 0.256, 0.256, 0.256, 0.256]]);
    expect(agentsOf({ children: [hidden('c'), hidden('d')] })).toEqual([['r', 0.5, 0.5, 0.5, 0.5]]);
  });

  it('is shared by its agent and those inside it, in a way that is not known', () => {
    const inner = agent('b', { says: 'text', children: [call(mystery)] });
    expect(agentsOf({ children: [call(), chain('c', { ...reports(0.25), children: [inner] })] })).toEqual([
      ['r', 0.006, 0.256, 0.256, 0.256],
      ['b', 0, 0.25, 0, 0.25],
    ]);
  });
});

describe('a reported cost', () => {
  it('of nothing says nothing beside tokens', () => {
    expect(costOf({ children: [call(reports(0, 'exclusive'))] })).toEqual([0.006, 0.006]);
    expect(costOf({ children: [call({ ...mystery, ...reports(0, 'exclusive') })] })).toEqual([
      0,
      null,
      'model_not_priced',
    ]);
    expect(costOf({ ...reports(0), children: [call(mystery)] })).toEqual([0, null, 'model_not_priced']);
  });

  it.each([-3, 1e300, Number.NaN])('of %d is no cost', (usd) => {
    expect(costOf({ children: [call(reports(usd, 'exclusive'))] })).toEqual([0.006, 0.006]);
    expect(costOf({ ...reports(usd), children: [call(mystery)] })).toEqual([0, null, 'model_not_priced']);
  });
});

it('a tier of service with a price of its own has no list price', () => {
  const list = { id: 'list', hash: 'hash', priceOf: () => ({ input: 2, output: 8, isListPrice: true }) };
  const costAt = (tier: string, table: PriceTable): unknown =>
    costLedger(
      makeTrace(
        agent('r', { says: 'text', children: [call({ attributes: new Map([['usage.service_tier', tier]]) })] }),
      ),
      table,
    ).total;
  expect(costAt('standard', list)).toEqual({ low: 0.006, high: 0.006 });
  expect(costAt('batch', list)).toEqual({ low: 0, high: null });
  expect(costAt('batch', PRICES)).toEqual({ low: 0.006, high: 0.006 });
});

it('tokens that no call can have have no price', () => {
  const odd = { ...usage(1, 1, 'exclusive'), inputUncached: -1000 };
  expect(costOf({ children: [call({ usage: odd })] })).toEqual([0, null, 'bad_token_count']);
  expect(costOf({ children: [call({ tokens: [1e16, 1] })] })).toEqual([0, null, 'bad_token_count']);
});

it('a cache write of which more than all is kept for an hour costs between two prices', () => {
  const table = userPrices([{ model: 'm', input: 2, output: 8, cacheWrite: 3, cacheWrite1h: 4 }], 'hash');
  const costOfWrites = (cacheWrite1h: number): unknown => {
    const written = { cacheWrite: 1000, cacheWrite1h, output: 0, scope: 'exclusive', coverage: 'full' } as const;
    const trace = makeTrace(agent('r', { says: 'text', children: [call({ usage: written })] }));
    return costLedger(trace, table).total;
  };
  expect(costOfWrites(500)).toEqual({ low: 0.0035, high: 0.0035 });
  expect(costOfWrites(1001)).toEqual({ low: 0.003, high: 0.004 });
});

it('an embedding that two recorders tell of is one, and one without tokens is not free', () => {
  const embedding = (shape: Shape): Made => ({ kind: 'EMBEDDING', name: 'embed', shape: { ...m, ...shape } });
  const tokens = { usage: { inputUncached: 1000, scope: 'exclusive', coverage: 'full' } } as const;
  expect(costOf({ children: [call(), embedding({ ...tokens, children: [embedding(tokens)] })] })).toEqual([
    0.008, 0.008,
  ]);
  expect(costOf({ children: [call(), embedding({ ...tokens, children: [embedding({})] })] })).toEqual([0.008, 0.008]);
  expect(costOf({ children: [call(), embedding({})] })).toEqual([0.006, null, 'call_without_usage']);
});

it('says that delegated agents cost an unknown amount where one of them was not observed', () => {
  const seen = agent('b', { says: 'text', children: [call()] });
  const lost = edge({ id: 'd', fromSpanId: 'r', toAgent: 'lost', status: 'missing' });
  const delegated = (edges: Parameters<typeof makeTrace>[1]): unknown => {
    const trace = makeTrace(agent('r', { says: 'text', children: [call(), seen] }), edges);
    const { lines, total } = costLedger(trace, PRICES);
    return delegatedCost(trace, costByAgent(trace, lines), total);
  };
  expect(delegated([])).toEqual({ low: 0.006, high: 0.006 });
  expect(delegated([lost])).toEqual({ low: 0.006, high: null });
});

it('never says that agents inside a total cost more than the total', () => {
  const inner = (name: string): Made => agent(name, { says: 'text', children: [call(mystery)] });
  const trace = makeTrace(agent('r', { says: 'text', ...reports(0.25), children: [inner('b'), inner('c')] }));
  const { lines, total } = costLedger(trace, PRICES);
  expect(delegatedCost(trace, costByAgent(trace, lines), total)).toEqual({ low: 0, high: 0.25 });
});
