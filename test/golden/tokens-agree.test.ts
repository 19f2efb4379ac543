import { describe, expect, it } from 'vitest';
import { rowsOf, totalsOf } from '../../src/cli/usage-rows.ts';
import { metricNamed } from '../../src/metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../../src/metrics/resolve-config.ts';
import type { Json } from '../../src/model/json.ts';
import type { Session } from '../../src/model/trace.ts';
import { sessionCost } from '../../src/prices/session-cost.ts';
import { userPrices } from '../../src/prices/user-prices.ts';
import { AgentTable } from '../../src/run/agent-table.ts';
import { CostBoard } from '../../src/run/cost-board.ts';
import { RunTotals } from '../../src/run/run-totals.ts';
import { scorePartition } from '../../src/run/score.ts';
import { sessionUsage } from '../../src/views/session-usage.ts';
import { totalOf } from '../../src/views/token-count.ts';
import { usageLedger } from '../../src/views/usage-ledger.ts';
import { sessionOf } from './golden-trace.ts';

type Wire = Readonly<Record<string, Json>>;

const agent = (id: string, name: string, more: Wire = {}): Wire => ({
  span_id: id,
  kind: 'AGENT',
  agent: { name },
  start_ns: '1760000000000000000',
  end_ns: '1760000009000000000',
  output_messages: [{ role: 'assistant', parts: [{ type: 'text', content: 'a long enough answer' }] }],
  ...more,
});
const call = (id: string, parent: string, [input, output]: readonly [number, number], more: Wire = {}): Wire => ({
  span_id: id,
  parent_id: parent,
  kind: 'LLM',
  start_ns: '1760000001000000000',
  end_ns: '1760000002000000000',
  model: { requested: 'm' },
  usage: { input_uncached: input, output, scope: 'exclusive', coverage: 'full' },
  ...more,
});
const later = { start_ns: '1760000003000000000', end_ns: '1760000004000000000' };
const rollUp = (input: number, output: number): Wire => ({
  usage: { input_uncached: input, output, scope: 'inclusive', coverage: 'full' },
});

/** By name: the traces of a session, and the tokens in it. */
const SESSIONS: Readonly<Record<string, readonly [traces: readonly (readonly Wire[])[], own: Record<string, number>]>> =
  {
    'two traces that record one call': [
      [0, 1].map(() => [
        agent('a', 'lead'),
        agent('b', 'sub', { parent_id: 'a' }),
        call('c', 'b', [100, 10], { response_id: 'r1' }),
      ]),
      { lead: 0, sub: 110 },
    ],
    'a call that two traces record, the second in full': [
      [1, 10].map((output) => [
        agent('a', 'lead'),
        call('x', 'a', [5, output], { ...later, response_id: `own ${output}` }),
        agent('b', 'sub', { parent_id: 'a' }),
        call('c', 'b', [100, output], { response_id: 'r1' }),
      ]),
      { lead: 21, sub: 110 },
    ],
    'a roll-up of calls in another trace': [
      [
        [agent('a', 'lead'), agent('b', 'remote', { parent_id: 'a', ...rollUp(300, 30) })],
        [agent('b', 'served'), call('c', 'b', [100, 10]), call('d', 'b', [200, 20], later)],
      ],
      { lead: 0, remote: 0, served: 330 },
    ],
    'calls of a server that knows one response id': [
      [0, 1].map((at) => [
        agent('a', 'lead'),
        call('c', 'a', [100 + at, 10], { response_id: 'mock' }),
        call('d', 'a', [200 + at, 20], { response_id: 'mock', ...later }),
      ]),
      { lead: 110 + 111 + 220 + 221 },
    ],
  };

const clock = (): number => 0;
const PRICES = userPrices([{ model: 'm', input: 1, output: 1 }], 'hash');

function tokensMetric(session: Session): unknown {
  const metric = metricNamed('usage.tokens');
  const job = { metric, scope: 'session' as const, resolved: resolveConfig(metric, NO_CONFIG_INPUT), declared: {} };
  const [outcome] = scorePartition(job, { type: 'session', session }, new Map(), clock);
  return outcome?.score;
}

function tableOf(session: Session): Record<string, unknown> {
  const metric = metricNamed('agent.subagent_validity');
  const resolved = resolveConfig(metric, NO_CONFIG_INPUT);
  const table = new AgentTable({ metric, scope: 'span', resolved, declared: {} }, clock);
  table.add(session);
  return Object.fromEntries(table.entries().map((entry) => [entry.agent, entry.tokens.own ?? 0]));
}

describe.each(Object.entries(SESSIONS))('in %s', (_, [traces, own]) => {
  const session = sessionOf(traces);
  const total = Object.values(own).reduce((sum, tokens) => sum + tokens, 0);

  it('every total counts each call once', () => {
    expect(totalOf(sessionUsage(session).total)).toBe(total);
    expect(tokensMetric(session)).toBe(total);
    const totals = new RunTotals();
    totals.add(session);
    expect(totals.usage().total).toEqual({ known: total, complete: true });
    expect(totalOf(totalsOf([session]).total)).toBe(total);
  });

  it('the agents of every table share it out', () => {
    const byAgent = (rows: readonly { readonly name: string; readonly tokens: number }[]): Record<string, number> => {
      const sums: Record<string, number> = {};
      for (const { name, tokens } of rows) sums[name] = (sums[name] ?? 0) + tokens;
      return sums;
    };
    const { agents } = sessionUsage(session);
    expect(byAgent(agents.map((each) => ({ name: each.agent.name, tokens: totalOf(each.own) })))).toEqual(own);
    const rows = rowsOf([session], PRICES);
    expect(byAgent(rows.map((row) => ({ name: row.agent, tokens: totalOf(row.own) })))).toEqual(own);
    expect(tableOf(session)).toEqual(own);
    expect(rows.reduce((sum, row) => sum + row.calls, 0)).toBe(sessionUsage(session).calls);
  });

  it('delegated tokens are those of the agents that another one issued', () => {
    const { agents } = sessionUsage(session);
    const delegated = agents.filter((each) => each.agent.role === 'delegated');
    const totals = new RunTotals();
    totals.add(session);
    expect(totals.usage().delegated.known).toBe(delegated.reduce((sum, each) => sum + totalOf(each.own), 0));
  });

  it('at a price of one dollar a token every cost is the number of tokens', () => {
    const million = total / 1e6;
    const cost = sessionCost(session, PRICES);
    expect([cost.total.low, cost.total.high].map((usd) => usd && Math.round(usd * 1e9) / 1e9)).toEqual([
      million,
      million,
    ]);
    const board = new CostBoard(PRICES);
    board.add(session);
    expect(board.totals().total.known).toBeCloseTo(million, 9);
  });

  it('a trace by itself shows what it records', () => {
    const byTrace = session.traces.reduce((sum, trace) => sum + totalOf(usageLedger(trace).total), 0);
    expect(byTrace).toBeGreaterThanOrEqual(total);
  });
});
