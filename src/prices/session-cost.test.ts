import { expect, test } from 'vitest';
import { agent, assembled, llm, type Made, recordsOf, type Shape } from '../testing/make-trace.ts';
import { sessionCost } from './session-cost.ts';

function costOf(...traces: Shape[][]): number | undefined {
  const spans = traces.flatMap((shapes, i) => {
    const children = shapes.map((shape): Made => llm({ responseId: 'r', ...shape }));
    return recordsOf([agent('a', { children })], `t${i}`).map((span) => ({ ...span, sessionId: 's' }));
  });
  const [session] = assembled(spans);
  return session && sessionCost(session, undefined).total.low;
}
const at = (usd: number, more: Shape): Shape => ({
  cost: { usd, scope: 'exclusive', source: 'llm.cost.total' },
  ...more,
});

test('a cost that two traces report of one call counts once, with and without tokens', () => {
  const call = at(2, { from: 0, to: 10 });
  expect(costOf([call], [call])).toBe(2);
  expect(costOf([{ ...call, tokens: [10, 1] }], [{ ...call, tokens: [10, 1] }])).toBe(2);
});

test('costs of calls that a server answers with one response id count each', () => {
  const [first, later] = [at(2, { from: 0, to: 10 }), at(3, { from: 20, to: 30 })];
  expect(costOf([first, later])).toBe(5);
  expect(costOf([first], [later])).toBe(5);
});
