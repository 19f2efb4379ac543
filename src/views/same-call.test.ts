import { describe, expect, test } from 'vitest';
import { textMessage } from '../model/message.ts';
import type { Session } from '../model/trace.ts';
import {
  agent,
  assembled,
  call,
  llm,
  type Made,
  makeTrace,
  recordsOf,
  type Shape,
  usage,
} from '../testing/make-trace.ts';
import { callGroups, modelCalls } from './model-calls.ts';
import { sessionUsage } from './session-usage.ts';
import { totalOf } from './token-count.ts';

/** A call that a test server answers: every response has one id. */
const answered = (shape: Shape): Made => llm({ responseId: 'chatcmpl-mock', ...shape });
const first = { from: 0, to: 10 };
const later = { from: 20, to: 30 };
const meanwhile = { from: 5, to: 15 };
const untimed = { from: undefined };

const calls = (...roots: Made[]): number => modelCalls(makeTrace(roots)).length;
const inOneAgent = (...made: Shape[]): number => calls(agent('a', { children: made.map(answered) }));
const inTwoAgents = (...made: Shape[]): number =>
  calls(...made.map((shape, index) => agent(`a${index}`, { children: [answered(shape)] })));

describe('two records of one response id are two calls', () => {
  test.each<[string, Shape, Shape]>([
    ['with different tokens', { tokens: [10, 5], ...first }, { tokens: [20, 5], ...later }],
    ['at one time, with different input', { tokens: [10, 5], ...first }, { tokens: [20, 5], ...meanwhile }],
    ['without times, with different input', { tokens: [10, 5], ...untimed }, { tokens: [20, 5], ...untimed }],
    [
      'with different answers',
      { says: 'Paris', tokens: [10, 5], ...first },
      { says: 'Rome', tokens: [10, 5], ...first },
    ],
    ['one asks for a tool, one answers', { asks: [call('f')], ...first }, { says: 'Rome', ...first }],
    ['that ask for different tools', { asks: [call('f')], ...first }, { asks: [call('g')], ...first }],
    ['that were told different things', { says: 'ok', told: 'a', ...first }, { says: 'ok', told: 'b', ...later }],
    ['one after the other, of which nothing else is known', first, later],
  ])('%s', (_, one, other) => {
    expect(inOneAgent(one, other)).toBe(2);
    expect(inOneAgent(other, one)).toBe(2);
    expect(inTwoAgents(one, other)).toBe(2);
  });

  test('one after the other in agents of their own, though everything else is equal', () => {
    const same = { says: 'ok', tokens: [10, 5] } as const;
    expect(inTwoAgents({ ...same, ...first }, { ...same, ...later })).toBe(2);
    expect(inOneAgent({ ...same, ...first }, { ...same, ...later })).toBe(1);
  });
});

describe('two records of one response id are one call', () => {
  test.each<[string, Shape, Shape]>([
    ['with equal tokens', { tokens: [10, 5], ...first }, { tokens: [10, 5], ...meanwhile }],
    ['without times', { tokens: [10, 5], ...untimed }, { tokens: [10, 5], ...untimed }],
    ['of which one carries no tokens', { tokens: [10, 5], ...first }, meanwhile],
    [
      'of which one was written while the answer came',
      { tokens: [10, 1], says: 'Pa', ...first },
      { tokens: [10, 5], says: 'Paris', ...first },
    ],
    [
      'that count the tokens of one answer differently',
      { tokens: [10, 5], says: 'Paris', ...first },
      { tokens: [8, 5], says: 'Paris', ...first },
    ],
    [
      'that give one request ids of their own',
      { asks: [call('f', { q: 1 }, 'x')], ...first },
      { asks: [call('f', { q: 1 }, 'y')], ...first },
    ],
  ])('%s', (_, one, other) => {
    expect(inOneAgent(one, other)).toBe(1);
    expect(inOneAgent(other, one)).toBe(1);
    expect(inTwoAgents(one, other)).toBe(1);
  });
});

test('spans that are sent again are one, whatever their response ids', () => {
  const spans = recordsOf([agent('a', { children: [answered({ tokens: [10, 5] }), answered({ tokens: [20, 5] })] })]);
  const [session] = assembled([...spans, ...spans]);
  expect(session && totalOf(sessionUsage(session).total)).toBe(40);
});

test('in a server of one id a call and the record around it are one, and a sum around several is a roll-up', () => {
  const around = (...children: Made[]): Made => answered({ children });
  const pair = (tokens: readonly [number, number]): Made => around(answered({ tokens }));
  expect(inCalls(pair([10, 5]), pair([20, 5]), pair([10, 5]))).toEqual([3, 0]);
  const sum = answered({ tokens: [30, 10], children: [answered({ tokens: [10, 5] }), answered({ tokens: [20, 5] })] });
  expect(inCalls(sum)).toEqual([2, 1]);
  const twins = around(answered({ tokens: [10, 5], ...first }), answered({ tokens: [10, 5], ...first }));
  expect(inCalls(twins)).toEqual([1, 0]);
});

function inCalls(...children: Made[]): [calls: number, rollUps: number] {
  const trace = makeTrace(agent('a', { children }));
  const { calls, isRollUp } = callGroups(trace);
  return [calls.length, trace.spans.filter(isRollUp).length];
}

test('very many calls of one id are told apart', () => {
  const many = Array.from({ length: 2000 }, (_, i) => answered({ tokens: [i + 1, 1] }));
  expect(calls(agent('a', { children: many }))).toBe(2000);
});

describe('across the traces of a session', () => {
  const session = (...traces: Made[][]): Session => {
    const spans = traces.flatMap((made, i) => recordsOf(made, `t${i}`).map((span) => ({ ...span, sessionId: 's' })));
    const [only] = assembled(spans);
    if (!only) throw new Error('no session');
    return only;
  };
  const total = (...traces: Made[][]): number => totalOf(sessionUsage(session(...traces)).total);
  const turn = (...shapes: Shape[]): Made[] => [agent('a', { children: shapes.map(answered) })];

  test('turns that a test server answers are counted each', () => {
    expect(total(turn({ tokens: [10, 5], ...first }), turn({ tokens: [10, 5], ...later }))).toBe(30);
    expect(total(turn({ tokens: [10, 5], ...untimed }), turn({ tokens: [20, 5], ...untimed }))).toBe(40);
    expect(total(turn({ tokens: [10, 5], says: 'Paris' }), turn({ tokens: [10, 5], says: 'Rome' }))).toBe(30);
  });

  test('calls that two traces record are counted once, however many there are', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ tokens: [i + 1, 1] as const, from: 2 * i, to: 2 * i + 1 }));
    expect(total(turn(...many), turn(...many))).toBe(total(turn(...many)));
  });

  test('the id can stand on the record around the one that counts', () => {
    const made = [agent('a', { children: [llm({ responseId: 'r', children: [llm({ tokens: [10, 5] })] })] })];
    expect(total(made, made)).toBe(15);
  });

  test('a roll-up gives way to the call, or to all calls, of another trace: same figures and time, no other model', () => {
    const rollUp = (input: number, output: number, more: Shape = {}): Made[] => [
      agent('caller', { usage: usage(input, output), from: 0, to: 100, ...more }),
    ];
    const leaf = (tokens: readonly [number, number], more: Shape = {}) => llm({ tokens, from: 20, to: 30, ...more });
    expect(total(rollUp(10, 5), [leaf([10, 5])])).toBe(15);
    expect(total(rollUp(30, 10), [leaf([10, 5]), leaf([20, 5])])).toBe(40);
    expect(total(rollUp(30, 10), rollUp(30, 10), [leaf([10, 5]), leaf([20, 5])])).toBe(80);
    expect(total(rollUp(30, 10), [leaf([10, 5]), leaf([20, 5], { from: 200, to: 300 })])).toBe(80);
    const of = (requested: string): Shape => ({ model: { requested } });
    expect(total(rollUp(10, 5, of('m1')), [leaf([10, 5], of('m1'))])).toBe(15);
    expect(total(rollUp(10, 5, of('m1')), [leaf([10, 5], of('m2'))])).toBe(30);
    const id = { responseId: 'r', from: undefined };
    expect(total(rollUp(10, 5, id), [leaf([10, 5], id)])).toBe(15);
    expect(total(rollUp(10, 5, { responseId: 'q' }), [leaf([10, 5], { responseId: 'r' })])).toBe(30);
  });
});

test('the input of a call is compared by what was said, not by the object', () => {
  const told = () => ({ inputMessages: [textMessage('user', 'hi')], says: 'ok', tokens: [10, 5] as const });
  expect(inOneAgent({ ...told(), ...first }, { ...told(), ...later })).toBe(1);
});
