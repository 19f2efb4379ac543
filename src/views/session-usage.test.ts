import { expect, test } from 'vitest';
import type { Session } from '../model/trace.ts';
import { agent, assembled, llm, type Made, recordsOf, usage } from '../testing/make-trace.ts';
import { sessionUsage } from './session-usage.ts';
import { totalOf } from './token-count.ts';

function session(...traces: Made[][]): Session {
  const spans = traces.flatMap((made, i) => recordsOf(made, `t${i}`).map((span) => ({ ...span, sessionId: 's' })));
  const [only] = assembled(spans);
  if (!only) throw new Error('no session');
  return only;
}
const total = (...traces: Made[][]): number => totalOf(sessionUsage(session(...traces)).total);

test('a session adds up its traces', () => {
  expect(
    total(
      [agent('a', { children: [llm({ tokens: [10, 1] })] })],
      [agent('b', { children: [llm({ tokens: [20, 2] })] })],
    ),
  ).toBe(33);
});

test('a call that two traces record counts once, the fuller record', () => {
  const of = (tokens: readonly [number, number]) => [agent('a', { children: [llm({ tokens, responseId: 'r' })] })];
  expect(total(of([10, 1]), of([10, 800]))).toBe(810);
  expect(total(of([10, 800]), of([10, 1]))).toBe(810);
});

test('a roll-up whose call lies in another trace gives way to it, one call for each roll-up', () => {
  const rollUp = (name: string) => agent(name, { usage: usage(10, 1), from: 0, to: 100 });
  const calls = [llm({ tokens: [10, 1], from: 20, to: 30 })];
  expect(total([rollUp('a')], calls)).toBe(11);
  expect(total([rollUp('a'), rollUp('b')], calls)).toBe(22);
  expect(total([rollUp('a')], [llm({ tokens: [10, 1], from: 200, to: 300 })])).toBe(22);
});

test('one trace that is not whole makes the session at least', () => {
  const whole = [agent('a', { children: [llm({ tokens: [10, 1] })] })];
  expect(sessionUsage(session(whole, whole))).toMatchObject({ complete: true, calls: 2 });
  expect(sessionUsage(session(whole, [agent('b', { children: [llm()] })]))).toMatchObject({
    complete: false,
    recorded: true,
  });
});
