import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Delegation } from '../model/delegation.ts';
import type { Trace } from '../model/trace.ts';
import {
  agent,
  call,
  edge,
  llm,
  type Made,
  makeTrace,
  recordsOf,
  tool,
  traceOf,
  unnamedAgent,
} from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { agents } from './agents.ts';
import { delegations } from './delegations.ts';

type Row = readonly [
  from: string | undefined,
  to: string | undefined,
  mode: Delegation['mode'],
  status: Delegation['status'],
];
const rows = (trace: Trace): Row[] =>
  delegations(trace).map((each) => [
    each.fromSpanId ?? each.fromAgent,
    each.toSpanId ?? each.toAgent,
    each.mode,
    each.status,
  ]);
const depths = (trace: Trace): [string, string | undefined, number][] =>
  agents(trace).map(({ span, issuer, depth }) => [span.spanId, issuer?.spanId, depth]);
const run = (name: string, ...children: Made[]): Made => agent(name, { children: [llm(), ...children] });
const workflow = (...children: Made[]): Made => unnamedAgent('Agent workflow', { children });
const handoff = (from: string, to: string): Made => ({ kind: 'HANDOFF', name: `${from} to ${to}`, shape: {} });
const handed = (from: string, to: string, id = `${from} to ${to}`): Delegation =>
  edge({ id: `handoff:${id}`, viaSpanId: id, fromAgent: from, toAgent: to });
const received = (from: string, run: string, to = run): Delegation =>
  edge({ id: `received:${run}`, fromAgent: from, toAgent: to, toSpanId: run });

describe('each delegation once', () => {
  test('a tool call with an agent below it', () => {
    const trace = makeTrace(run('a', tool('ask', { callId: 'c', args: { prompt: 'do it' }, children: [run('b')] })));
    expect(delegations(trace)).toMatchObject([
      { fromSpanId: 'a', toSpanId: 'b', viaSpanId: 'ask', viaToolCallId: 'c', task: 'do it' },
    ]);
    const stated = [
      edge({
        id: 'e',
        viaSpanId: 'ask',
        toAgent: 'b',
        mode: 'tool_return',
        context: 'isolated',
        contextEvidence: 'reported',
      }),
    ];
    const both = makeTrace(run('a', tool('ask', { children: [run('b')] })), stated);
    expect(delegations(both)).toMatchObject([
      { id: 'e', toSpanId: 'b', context: 'isolated', contextEvidence: 'reported' },
    ]);
  });

  test('a handoff span, the note of its receiver and the call that asked for it', () => {
    const asks = agent('a', { children: [llm({ asks: [call('transfer_to_b', {}, 'c')] }), handoff('a', 'b')] });
    const trace = makeTrace(workflow(asks, run('b')), [handed('a', 'b'), received('a', 'b')]);
    expect(rows(trace)).toEqual([['a', 'b', 'handoff', 'completed']]);
    expect(depths(trace)).toEqual([
      ['a', undefined, 0],
      ['b', 'a', 1],
    ]);
  });

  test('a receiver whose clock is behind that of the handoff', () => {
    const late = { kind: 'HANDOFF', name: 'a to b', shape: { from: 50, to: 60 } } as const;
    const first = agent('a', { from: 0, to: 60, children: [llm({ from: 1, to: 2 }), late] });
    const trace = makeTrace(workflow(first, agent('b', { from: 49, to: 90, children: [llm()] })), [
      handed('a', 'b'),
      received('a', 'b'),
    ]);
    expect(rows(trace)).toEqual([['a', 'b', 'handoff', 'completed']]);
  });

  test('calls that run in parallel lead each to the run below them, and to the sibling that it answered', () => {
    const ask = (id: string, from: number, to: number, child: Made[]) =>
      tool('ask', { spanId: id, callId: id, from, to, children: child });
    const b = (id: string, from: number, to: number) =>
      agent('b', { spanId: id, from, to, says: id, children: [llm({ from, to })] });
    const stated = ['t1', 't2'].map((id) => edge({ id, viaSpanId: id, toAgent: 'b', mode: 'tool_return' }));
    const nested = makeTrace(
      run('a', ask('t1', 10, 50, [b('late', 30, 40)]), ask('t2', 11, 50, [b('early', 20, 40)])),
      stated,
    );
    expect(delegations(nested).map((each) => [each.viaSpanId, each.toSpanId])).toEqual([
      ['t2', 'early'],
      ['t1', 'late'],
    ]);
    const answers = (id: string, from: number, to: number, result: string) =>
      tool('ask_bob', { spanId: id, from, to, result });
    const bob = (id: string, from: number, to: number) => agent('bob', { spanId: id, from, to, says: `answer ${id}` });
    const issuer = agent('a', {
      from: 0,
      to: 99,
      children: [llm({ from: 1, to: 2 }), answers('t1', 10, 60, 'answer y'), answers('t2', 11, 61, 'answer x')],
    });
    const flat = makeTrace(workflow(issuer, bob('x', 20, 30), bob('y', 21, 31)));
    expect(delegations(flat).map((each) => [each.viaSpanId, each.toSpanId, each.basis])).toEqual([
      ['t2', 'x', 'inferred'],
      ['t1', 'y', 'inferred'],
    ]);
  });

  test('siblings of which nothing but the name is known are taken in the order of their calls', () => {
    const issuer = agent('a', {
      from: 0,
      to: 99,
      children: [
        llm({ from: 1, to: 2 }),
        tool('ask_bob', { spanId: 't1', from: 10, to: 60 }),
        tool('ask_bob', { spanId: 't2', from: 11, to: 61 }),
      ],
    });
    const bob = (id: string, from: number) => agent('bob', { spanId: id, from, to: 40 });
    const trace = makeTrace(workflow(issuer, bob('x', 20), bob('y', 21)));
    expect(delegations(trace).map((each) => [each.viaSpanId, each.toSpanId])).toEqual([
      ['t1', 'x'],
      ['t2', 'y'],
    ]);
    const other = agent('a', {
      from: 0,
      to: 99,
      children: [llm({ from: 1, to: 2 }), tool('ask_bob', { from: 10, to: 60, result: 'something else' })],
    });
    expect(rows(makeTrace(workflow(other, agent('bob', { from: 20, to: 30, says: 'my answer' }))))).toEqual([]);
  });
});

describe('what was asked for and did not happen stays listed', () => {
  test('two handoffs at once, of which one was carried out', () => {
    const asks = agent('a', {
      children: [llm({ asks: [call('transfer_to_b', {}, 'c1'), call('transfer_to_c', {}, 'c2')] }), handoff('a', 'b')],
    });
    const trace = makeTrace(workflow(asks, run('b')), [handed('a', 'b'), received('a', 'b')]);
    expect(rows(trace)).toEqual([
      ['a', 'b', 'handoff', 'completed'],
      ['a', 'c', 'handoff', 'missing'],
    ]);
  });

  test('a handoff by another agent than the one that the run came from', () => {
    const c = agent('c', { children: [llm({ asks: [call('transfer_to_b', {}, 'x')] })] });
    const trace = makeTrace(workflow(agent('a', { children: [llm(), handoff('a', 'b')] }), run('b'), c), [
      handed('a', 'b'),
      received('a', 'b'),
    ]);
    expect(rows(trace)).toContainEqual(['c', 'b', 'handoff', 'missing']);
  });

  test('two edges to one agent, one of which was observed', () => {
    const stated = ['e1', 'e2'].map((id) => edge({ id, fromAgent: 'a', toAgent: 'b', mode: 'tool_return' }));
    expect(rows(makeTrace(workflow(run('a'), run('b')), stated))).toEqual([
      ['a', 'b', 'tool_return', 'completed'],
      ['a', 'b', 'tool_return', 'missing'],
    ]);
  });

  test('an edge to a run that this trace does not hold names no run', () => {
    const gone = edge({ id: 'e', fromSpanId: 'a', toSpanId: 'elsewhere', toAgent: 'b', mode: 'spawn_async' });
    const [only] = delegations(makeTrace([run('a'), run('b')], [gone]));
    expect([only?.toSpanId, only?.toAgent, only?.status]).toEqual([undefined, 'b', 'missing']);
    expect(delegations(makeTrace(run('a'), [{ ...gone, resultText: 'found' }]))[0]?.status).toBe('completed');
  });
});

describe('who issued whom', () => {
  test('control that comes back makes a second run of the first agent, below the other', () => {
    const trace = makeTrace(
      workflow(
        agent('a', { children: [llm(), handoff('a', 'b')] }),
        agent('b', { children: [llm(), handoff('b', 'a')] }),
        run('a', handoff('a', 'c')),
        run('c'),
      ),
      [
        handed('a', 'b'),
        handed('b', 'a'),
        handed('a', 'c'),
        received('b', 'a#2', 'a'),
        received('a', 'b'),
        received('a', 'c'),
      ],
    );
    const expected = [
      ['a', undefined, 0],
      ['b', 'a', 1],
      ['a#2', 'b', 2],
      ['c', 'a#2', 3],
    ];
    expect(depths(trace)).toEqual(expected);
    expect(delegations(trace)).toHaveLength(3);
    const { delegations: stated, spans } = trace;
    const notesOnly = traceOf([...spans, ...stated.filter((each) => each.id.startsWith('received'))]);
    expect(depths(notesOnly)).toEqual(expected);
    const callsOnly = traceOf([...spans, ...stated.filter((each) => each.id.startsWith('handoff'))]);
    expect(depths(callsOnly)).toEqual(expected);
  });

  test('edges that form a circle are cut at the run that started first', () => {
    const circle = [
      edge({ id: '1', fromSpanId: 'b', toSpanId: 'a' }),
      edge({ id: '2', fromSpanId: 'a', toSpanId: 'b' }),
    ];
    const trace = makeTrace([run('a'), run('b')], circle);
    expect(depths(trace)).toEqual([
      ['a', undefined, 0],
      ['b', 'a', 1],
    ]);
    expect(agents(trace).map((each) => each.role)).toEqual(['root', 'delegated']);
  });

  test('an agent whose issuer was not recorded is delegated all the same', () => {
    const trace = makeTrace([run('b')], [edge({ id: 'e', fromAgent: 'unseen', toAgent: 'b', toSpanId: 'b' })]);
    expect(agents(trace)).toMatchObject([{ role: 'delegated', depth: 1 }]);
  });
});

test('the order of spans and edges changes nothing', () => {
  const names = ['a', 'b', 'c'] as const;
  const name = fc.constantFrom(...names);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, name, fc.boolean(), fc.boolean()), { maxLength: 8 }),
      fc.nat(),
      (steps, seed) => {
        const spans = recordsOf([
          workflow(
            ...steps.map(([at, to]) =>
              agent(at, { children: [llm({ asks: [call(`transfer_to_${to}`)] }), handoff(at, to)] }),
            ),
          ),
        ]);
        const vias = spans
          .filter((span) => span.kind === 'HANDOFF')
          .map((span, i) => (steps[i]?.[2] ? handed(steps[i][0], steps[i][1], span.spanId) : undefined));
        const runs = spans.filter((span) => span.agent?.name !== undefined);
        const notes = runs.map((span, i) =>
          i > 0 && steps[i]?.[3] ? received(steps[i - 1]?.[0] ?? 'a', span.spanId, span.name) : undefined,
        );
        const records = [...spans, ...[...vias, ...notes].filter((each) => each !== undefined)];
        const first = records.length > 1 ? traceOf(records) : undefined;
        if (!first) return;
        const second = traceOf(shuffled(records, seed));
        expect(delegations(second)).toEqual(delegations(first));
        expect(depths(second)).toEqual(depths(first));
        const reached = delegations(first).flatMap((each) => each.toSpanId ?? []);
        expect(new Set(reached).size).toBe(reached.length);
        for (const [, , depth] of depths(first)) expect(depth).toBeLessThan(steps.length);
      },
    ),
  );
});
