import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Trace } from '../model/trace.ts';
import { anyTree } from '../testing/any-tree.ts';
import { agent, call, chain, llm, type Made, makeTrace, recordsOf, tool, traceOf } from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { toolCalls } from './tool-calls.ts';

type Row = readonly [agent: string | undefined, name: string, by: string | undefined, run: string | undefined];
const rows = (trace: Trace): Row[] =>
  toolCalls(trace).map((each) => [each.agent?.spanId, each.name, each.requestedBy?.spanId, each.executedBy?.spanId]);
const ofAgent = (...children: Made[]): Row[] => rows(makeTrace(agent('a', { children })));

describe('requests and executions', () => {
  test('are joined by id, whatever their order', () => {
    const asked = llm({ asks: [call('f', { n: 1 }, 'x'), call('f', { n: 2 }, 'y')] });
    expect(ofAgent(asked, tool('f', { callId: 'y' }), tool('f', { callId: 'x' }))).toHaveLength(2);
    const trace = makeTrace(agent('a', { children: [asked, tool('f', { callId: 'y' }), tool('f', { callId: 'x' })] }));
    expect(toolCalls(trace).map((each) => [each.id, each.arguments])).toEqual([
      ['y', { n: 2 }],
      ['x', { n: 1 }],
    ]);
  });

  test('are joined by name and arguments before any by name alone', () => {
    const asked = llm({ asks: [call('f', { n: 1 }), call('f', { n: 2 })] });
    const trace = makeTrace(agent('a', { children: [asked, tool('f'), tool('f', { args: { n: 1 } })] }));
    expect(toolCalls(trace).map((each) => [each.executedBy?.spanId, each.arguments])).toEqual([
      ['f', { n: 2 }],
      ['f#2', { n: 1 }],
    ]);
  });

  test('are joined by name in order where nothing else is recorded', () => {
    const trace = makeTrace(
      agent('a', {
        children: [llm({ asks: [call('f', { n: 1 })] }), tool('f'), llm({ asks: [call('f', { n: 2 })] }), tool('f')],
      }),
    );
    expect(toolCalls(trace).map((each) => each.arguments)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('with ids that differ are different calls', () => {
    expect(ofAgent(llm({ asks: [call('f', {}, 'x')] }), tool('f', { callId: 'y' }))).toHaveLength(2);
    expect(ofAgent(llm({ asks: [call('f', {}, 'x')] }), tool('f'))).toHaveLength(1);
    expect(ofAgent(llm({ asks: [call('f', {})] }), tool('f', { callId: 'y' }))).toHaveLength(1);
  });

  test('stand alone where the other half is not recorded', () => {
    expect(ofAgent(llm({ asks: [call('f'), call('f')] }))).toEqual([
      ['a', 'f', 'chat', undefined],
      ['a', 'f', 'chat', undefined],
    ]);
    expect(ofAgent(tool('f'), tool('f'))).toEqual([
      ['a', 'f', undefined, 'f'],
      ['a', 'f', undefined, 'f#2'],
    ]);
    expect(rows(makeTrace(agent('a', { asks: [call('f')] })))).toEqual([['a', 'f', 'a', undefined]]);
  });

  test('a call that is executed again is a second call', () => {
    const trace = makeTrace(
      agent('a', {
        children: [
          llm({ asks: [call('f', {}, 'x')] }),
          tool('f', { callId: 'x', failed: true }),
          tool('f', { callId: 'x', result: 'ok' }),
        ],
      }),
    );
    expect(toolCalls(trace).map((each) => [each.isError, each.result])).toEqual([
      [true, undefined],
      [undefined, 'ok'],
    ]);
  });

  test('are of one agent, even where agents use the same ids', () => {
    const worker = (name: string) =>
      agent(name, { children: [llm({ asks: [call('f', { by: name }, 'call_0')] }), tool('f', { callId: 'call_0' })] });
    const trace = makeTrace(
      agent('root', {
        children: [llm(), worker('a'), worker('b'), agent('c', { children: [tool('f', { callId: 'call_0' })] })],
      }),
    );
    expect(toolCalls(trace).map((each) => [each.agent?.spanId, each.arguments, each.executedBy?.spanId])).toEqual([
      ['a', { by: 'a' }, 'f'],
      ['b', { by: 'b' }, 'f#2'],
      ['c', undefined, 'f#3'],
    ]);
  });

  test('an id that a model uses again for other arguments is another call', () => {
    const asks = (n: number) => llm({ asks: [call('f', { n }, 'call_0')] });
    expect(ofAgent(asks(1), asks(2))).toHaveLength(2);
    expect(ofAgent(asks(1), asks(1))).toHaveLength(1);
  });
});

describe('a call that several spans record', () => {
  test('is listed once where the outer model span repeats the inner', () => {
    const asks = (id?: string) => [call('f', { n: 1 }, id), call('f', { n: 1 }, id && `${id}'`)];
    for (const [outer, inner] of [
      [undefined, undefined],
      ['x', 'x'],
      ['adk-1', 'call-1'],
      [undefined, 'x'],
    ] as const) {
      const made = llm({ asks: asks(outer), children: [llm({ asks: asks(inner) }, 'generate_content')] }, 'call_llm');
      expect(ofAgent(made)).toHaveLength(2);
    }
  });

  test('is listed once where it stands in the messages and beside them', () => {
    expect(ofAgent(llm({ asks: [call('f', { n: 1 })], toolCalls: [call('f', { n: 1 })] }))).toHaveLength(1);
    expect(ofAgent(llm({ asks: [call('f')], toolCalls: [call('f'), call('g')] }))).toHaveLength(2);
  });

  test('is listed for each model call inside a roll-up, from the roll-up only where they carry nothing', () => {
    const inner = (name: string) => llm({ asks: [call(name)] });
    expect(ofAgent(llm({ asks: [call('f'), call('g')], children: [inner('f'), inner('g')] }, 'outer'))).toHaveLength(2);
    expect(ofAgent(llm({ asks: [call('f'), call('g')], children: [llm(), llm()] }, 'outer'))).toHaveLength(2);
  });

  test('is listed once where framework and client both report its execution', () => {
    const client = (shape: object) => chain('mcp', { children: [tool('f', shape)] });
    expect(ofAgent(tool('f', { callId: 'x', args: { n: 1 }, children: [client({ args: { n: 1 } })] }))).toHaveLength(1);
    expect(ofAgent(tool('f', { args: { n: 1 }, children: [client({ args: { n: 2 } })] }))).toHaveLength(2);
    expect(ofAgent(tool('f', { children: [tool('g')] }))).toHaveLength(2);
    expect(ofAgent(tool('ask', { children: [agent('b', { children: [tool('ask')] })] }))).toHaveLength(2);
  });
});

test('the order of spans changes nothing, and no executed call is lost', () => {
  const node = fc
    .record({
      kind: fc.constantFrom('agent', 'llm', 'tool'),
      name: fc.constantFrom('f', 'g'),
      id: fc.constantFrom(undefined, 'x', 'y'),
    })
    .map(({ kind, name, id }): Made => {
      if (kind === 'agent') return agent(name);
      if (kind === 'llm') return llm({ asks: [call(name, undefined, id), call('g')] });
      return tool(name, id === undefined ? {} : { callId: id });
    });
  fc.assert(
    fc.property(fc.array(anyTree(node, 6), { minLength: 1, maxLength: 4 }), fc.nat(), (children, seed) => {
      const records = recordsOf([agent('root', { children })]);
      const calls = toolCalls(traceOf(records));
      expect(toolCalls(traceOf(shuffled(records, seed)))).toEqual(calls);
      const spans = calls.flatMap((each) => each.executedBy ?? []);
      expect(new Set(spans).size).toBe(spans.length);
      const direct = children.filter((made) => made.kind === 'TOOL').length;
      expect(spans.length).toBeGreaterThanOrEqual(direct);
    }),
  );
});
