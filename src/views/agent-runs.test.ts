import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Trace } from '../model/trace.ts';
import { anyTree } from '../testing/any-tree.ts';
import {
  agent,
  chain,
  llm,
  type Made,
  makeTrace,
  recordsOf,
  tool,
  traceOf,
  unnamedAgent,
} from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { agentRuns } from './agent-runs.ts';

const names = (trace: Trace): string[] => agentRuns(trace).spans.map((span) => span.spanId);
const counted = (...roots: Made[]): string[] => names(makeTrace(roots));

describe('what is a run of an agent', () => {
  test('a workflow span around named agents is none', () => {
    const workflow = (shape: object) =>
      unnamedAgent('Agent workflow', { ...shape, children: [agent('a', { children: [llm()] }), agent('b')] });
    expect(counted(workflow({}))).toEqual(['a', 'b']);
    expect(counted(unnamedAgent('outer', { children: [workflow({})] }))).toEqual(['a', 'b']);
    expect(
      counted(unnamedAgent('wf', { children: [{ kind: 'HANDOFF', name: 'a to b', shape: {} }, agent('a')] })),
    ).toEqual(['a']);
  });

  test('a span without a name that did work or answered itself is one', () => {
    expect(counted(unnamedAgent('root', { children: [llm(), agent('a')] }))).toEqual(['root', 'a']);
    expect(counted(unnamedAgent('root', { says: 'done', children: [agent('a')] }))).toEqual(['root', 'a']);
    expect(counted(unnamedAgent('root', { children: [tool('ask', { children: [agent('a')] })] }))).toEqual([
      'root',
      'a',
    ]);
  });

  test('nested spans without any name count where each has an output', () => {
    const nested = unnamedAgent('root', {
      says: 'a',
      children: [unnamedAgent('child', { says: 'b', children: [unnamedAgent('grandchild', { says: 'c' })] })],
    });
    expect(counted(nested)).toEqual(['root', 'child', 'grandchild']);
  });

  test('a named agent counts even where nothing is recorded below it', () => {
    expect(counted(agent('root', { children: [llm(), agent('leaf')] }))).toEqual(['root', 'leaf']);
    expect(counted(agent('only'))).toEqual(['only']);
  });

  test('steps typed as agents inside a named agent belong to it; one that was asked or answered itself is a run', () => {
    const step = (shape: object = {}) => unnamedAgent('iteration', { ...shape, children: [llm(), tool('search')] });
    const trace = makeTrace(agent('root', { children: [step(), chain('loop', { children: [step()] })] }));
    expect(names(trace)).toEqual(['root']);
    expect(counted(agent('root', { children: [llm(), step({ says: 'x' })] }))).toEqual(['root', 'iteration']);
    expect(counted(agent('root', { children: [llm(), step({ told: 'x' })] }))).toEqual(['root', 'iteration']);
    const [root] = agentRuns(trace).spans;
    expect(
      root &&
        agentRuns(trace)
          .ownSpansOf(root)
          .filter((span) => span.kind === 'LLM'),
    ).toHaveLength(2);
  });

  test('an agent without a name that a tool call started counts', () => {
    const child = unnamedAgent('ai.generateText', { children: [llm()] });
    expect(counted(agent('root', { children: [llm(), tool('research', { children: [child] })] }))).toEqual([
      'root',
      'ai.generateText',
    ]);
  });

  test('a container that only holds agents is none where model calls are recorded', () => {
    const pipeline = (worker: Made[]) =>
      agent('pipeline', { children: [agent('loop', { children: [agent('a', { children: worker }), agent('b')] })] });
    expect(counted(pipeline([llm()]))).toEqual(['a', 'b']);
    expect(counted(pipeline([]))).toEqual(['pipeline', 'loop', 'a', 'b']);
    expect(counted(agent('pipeline', { says: 'all', children: [agent('a', { children: [llm()] })] }))).toHaveLength(2);
  });

  test('a container of nothing but steps is itself the agent', () => {
    expect(counted(agent('root', { children: [unnamedAgent('step', { children: [llm()] })] }))).toEqual(['root']);
  });
});

describe('agents called over the network', () => {
  test('caller and callee of one name are one agent, whose answer either side records', () => {
    const callee = agent('helper', { spanId: 'callee', children: [llm()] });
    const caller = agent('helper', { spanId: 'caller', says: 'found it', children: [callee] });
    const trace = makeTrace(agent('root', { children: [llm(), caller] }));
    expect(names(trace)).toEqual(['root', 'callee']);
    const run = agentRuns(trace).spans[1];
    expect(run && agentRuns(trace).callerSideOf(run)?.spanId).toBe('caller');
    expect(counted(agent('x', { spanId: 'outer', children: [agent('x', { spanId: 'inner' })] }))).toEqual(['inner']);
  });

  test('several runs of its own name below an agent that answered are no pair', () => {
    const again = (id: string) => agent('worker', { spanId: id, says: id, children: [llm()] });
    expect(counted(agent('worker', { says: 'all', children: [again('1'), again('2')] }))).toHaveLength(3);
  });

  test('an agent that calls itself through a tool is two runs', () => {
    const inner = agent('x', { spanId: 'inner', children: [llm()] });
    expect(counted(agent('x', { spanId: 'outer', children: [tool('x', { children: [inner] })] }))).toEqual([
      'outer',
      'inner',
    ]);
  });

  const served = (id: string, from: number, to: number) =>
    agent('k8s_agent', { spanId: id, parentId: 'proxy', from, to, children: [llm({ from, to })] });
  const called = (id: string, from: number, to: number) => agent('k8s-agent', { spanId: id, from, to });

  test('are found where the span between was not exported, one caller for each run', () => {
    const torn = (...runs: Made[]): Made[] => [
      agent('root', { from: 0, to: 100, children: [llm(), called('c1', 10, 50), called('c2', 12, 60)] }),
      ...runs,
    ];
    expect(counted(...torn())).toEqual(['root', 'c1', 'c2']);
    expect(counted(...torn(served('s1', 20, 40)))).toHaveLength(3);
    expect(counted(...torn(served('s1', 20, 40), served('s2', 22, 41)))).toEqual(['root', 's1', 's2']);
  });

  test('parallel runs in a recording that has no root are not taken for each other', () => {
    const root = agent('root', { parentId: 'gateway', children: [llm(), called('c1', 10, 50), called('c2', 20, 40)] });
    expect(counted(root)).toEqual(['root', 'c1', 'c2']);
    expect(
      counted(called('c1', 10, 50), {
        ...called('c2', 20, 40),
        shape: { ...called('c2', 20, 40).shape, parentId: 'p' },
      }),
    ).toHaveLength(2);
  });
});

test('the order of spans changes nothing, and some agent always remains', () => {
  const node = fc
    .record({
      kind: fc.constantFrom('agent', 'unnamed', 'llm', 'tool', 'chain'),
      name: fc.constantFrom('a', 'b'),
      says: fc.boolean(),
    })
    .map(({ kind, name, says }): Made => {
      const shape = says ? { says: 'x' } : {};
      if (kind === 'agent') return agent(name, shape);
      if (kind === 'unnamed') return unnamedAgent(name, shape);
      if (kind === 'llm') return llm(shape);
      return kind === 'tool' ? tool(name, shape) : chain(name, shape);
    });
  fc.assert(
    fc.property(anyTree(node), fc.nat(), (made, seed) => {
      const records = recordsOf([made]);
      const first = names(traceOf(records));
      expect(names(traceOf(shuffled(records, seed)))).toEqual(first);
      if (records.some((span) => span.kind === 'AGENT')) expect(first.length).toBeGreaterThan(0);
    }),
  );
});
