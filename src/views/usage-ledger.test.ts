import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Trace } from '../model/trace.ts';
import { anyTree } from '../testing/any-tree.ts';
import {
  agent,
  call,
  chain,
  edge,
  llm,
  type Made,
  makeTrace,
  recordsOf,
  tool,
  traceOf,
  unnamedAgent,
  usage,
} from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { addTokens, inputOf, NO_TOKENS, totalOf } from './token-count.ts';
import { usageLedger } from './usage-ledger.ts';

const total = (...roots: Made[]): number => totalOf(usageLedger(makeTrace(roots)).total);
const isComplete = (...roots: Made[]): boolean => usageLedger(makeTrace(roots)).complete;
const reasons = (trace: Trace): string[] => usageLedger(trace).leftOut.map((each) => each.reason);
const conflicts = (trace: Trace): string[] => usageLedger(trace).conflicts.map((span) => span.spanId);

type Row = readonly [name: string, own: number, inclusive: number];
function rows(trace: Trace): Row[] {
  return usageLedger(trace).agents.map(({ agent, own, inclusive }) => [agent.name, totalOf(own), totalOf(inclusive)]);
}

describe('tokens counted once', () => {
  test('each call counts for its agent, and an agent for those that issued it', () => {
    const trace = makeTrace(
      agent('r', {
        children: [
          llm({ tokens: [100, 20] }),
          agent('a', {
            children: [llm({ tokens: [200, 30] }), tool('t'), agent('aa', { children: [llm({ tokens: [50, 5] })] })],
          }),
          agent('b', { children: [llm({ tokens: [300, 40] })] }),
          llm({ tokens: [150, 60] }),
        ],
      }),
    );
    expect(rows(trace)).toEqual([
      ['r', 330, 955],
      ['a', 230, 285],
      ['aa', 55, 55],
      ['b', 340, 340],
    ]);
    expect(usageLedger(trace)).toMatchObject({ complete: true, total: { inputUncached: 800, output: 155 } });
  });

  test('a call inside a call counts once', () => {
    expect(total(agent('a', { children: [llm({ tokens: [100, 0], children: [llm({ tokens: [100, 0] })] })] }))).toBe(
      100,
    );
  });

  test('a span sent twice counts once, the complete one', () => {
    const [root, first] = recordsOf([agent('a', { children: [llm({ tokens: [10, 1] })] })]);
    if (!root || !first) throw new Error('two spans');
    const { endNs: _, usage: __, ...started } = first;
    for (const order of [
      [root, first, started],
      [started, first, root],
    ])
      expect(totalOf(usageLedger(traceOf(order)).total)).toBe(11);
  });

  test('the figure on the wrapper of an agent is the sum of its calls', () => {
    const chats = [1850, 1926, 1983, 2017].map((input) => llm({ tokens: [input, 0] }));
    const made = agent('invoke_agent', { usage: usage(7776, 0), children: chats });
    expect(total(made)).toBe(7776);
    expect(isComplete(made)).toBe(true);
    expect(conflicts(makeTrace(made))).toEqual([]);
  });

  test('a root that sums up agents of which no call is recorded counts once', () => {
    const trace = makeTrace(
      agent('root', {
        usage: usage(300, 0),
        children: [agent('a', { usage: usage(100, 0) }), agent('b', { usage: usage(200, 0) })],
      }),
    );
    expect(rows(trace)).toEqual([
      ['root', 0, 300],
      ['a', 100, 100],
      ['b', 200, 200],
    ]);
    expect(usageLedger(trace)).toMatchObject({ complete: true, conflicts: [] });
    expect(
      total(unnamedAgent('Agent workflow', { usage: usage(300, 0), children: [agent('a', { usage: usage(100, 0) })] })),
    ).toBe(300);
  });

  test('a step around calls adds nothing to them', () => {
    const calls = [1, 2, 3].map(() => llm({ tokens: [100, 0] }));
    expect(total(agent('a', { children: [chain('step', { usage: usage(300, 0), children: calls })] }))).toBe(300);
    const bare = [1, 2, 3].map(() => llm());
    const trace = makeTrace(agent('a', { children: [chain('step', { usage: usage(300, 0), children: bare })] }));
    expect(usageLedger(trace)).toMatchObject({ complete: true, total: { inputUncached: 300 } });
    expect(usageLedger(trace).agents[0]?.calls).toBe(3);
  });

  test('a model span around several calls without usage stands for them', () => {
    const trace = makeTrace(agent('a', { children: [llm({ tokens: [70, 7], children: [llm(), llm()] }, 'session')] }));
    expect(usageLedger(trace)).toMatchObject({ complete: true, total: { inputUncached: 70, output: 7 } });
    expect(usageLedger(trace).agents[0]).toMatchObject({ calls: 2, own: { inputUncached: 70 } });
  });

  test('a model span around several calls does not sum up those of its tools', () => {
    const inner = tool('ask', { children: [llm({ tokens: [30, 3] })] });
    const made = llm({ tokens: [70, 7], children: [llm(), llm(), inner] }, 'session');
    expect(rows(makeTrace(agent('a', { children: [made] })))).toEqual([['a', 110, 110]]);
  });

  test('an opaque tool that declares tokens counts for the agent that called it', () => {
    expect(
      rows(makeTrace(agent('a', { children: [llm({ tokens: [1, 1] }), tool('t', { usage: usage(10, 5) })] }))),
    ).toEqual([['a', 17, 17]]);
  });
});

describe('figures that contradict each other', () => {
  test('a root that reports its last call only is told, and every call counts', () => {
    const trace = makeTrace(
      agent('root', {
        usage: usage(30, 0),
        children: [llm({ tokens: [100, 0] }), agent('a', { children: [llm({ tokens: [30, 0] })] })],
      }),
    );
    expect(usageLedger(trace).total).toMatchObject({ inputUncached: 130 });
    expect(conflicts(trace)).toEqual(['root']);
  });

  test('a root that leaves nested agents out contradicts nothing', () => {
    const nested = tool('ask', {
      children: [agent('b', { usage: usage(50, 0), children: [llm({ tokens: [50, 0] })] })],
    });
    const trace = makeTrace(agent('a', { usage: usage(100, 0), children: [llm({ tokens: [100, 0] }), nested] }));
    expect(usageLedger(trace)).toMatchObject({ complete: true, conflicts: [], total: { inputUncached: 150 } });
  });

  test('a root that says more than its calls shows that some are missing', () => {
    const trace = makeTrace(agent('a', { usage: usage(300, 0), children: [llm({ tokens: [100, 0] })] }));
    expect(usageLedger(trace)).toMatchObject({ complete: false, total: { inputUncached: 100 } });
    expect(reasons(trace)).toEqual(['more_declared_than_recorded']);
    expect(conflicts(trace)).toEqual(['a']);
  });

  test('agents that declare more than the roll-up around them all count, whatever their order', () => {
    const parts = [agent('a', { usage: usage(400, 0) }), agent('b', { usage: usage(100, 0) })];
    for (const children of [parts, [...parts].reverse()]) {
      const trace = makeTrace(agent('root', { usage: usage(300, 0), children }));
      expect(usageLedger(trace)).toMatchObject({ complete: false, total: { inputUncached: 500 } });
      expect(conflicts(trace)).toEqual(['root']);
    }
  });

  test('a roll-up of agents with and without recorded calls is held against both', () => {
    const parts = [agent('a', { children: [llm({ tokens: [50, 0] })] }), agent('b', { usage: usage(200, 0) })];
    const trace = makeTrace(agent('root', { usage: usage(250, 0), children: [tool('t'), ...parts] }));
    expect(total(agent('root', { usage: usage(250, 0), children: parts }))).toBe(250);
    expect(conflicts(trace)).toEqual([]);
  });

  test('a share that names its cached tokens comes out of a whole that does not', () => {
    const share = agent('a', {
      usage: { inputUncached: 20, cacheRead: 80, output: 1, scope: 'inclusive', coverage: 'full' },
    });
    expect(total(agent('root', { usage: usage(300, 10), children: [share] }))).toBe(310);
  });

  test('what an agent declares as its own is no part of its subagents', () => {
    const child = agent('a', { usage: usage(50, 0) });
    const trace = makeTrace(agent('root', { usage: usage(100, 0, 'exclusive'), children: [child] }));
    expect(rows(trace)).toEqual([
      ['root', 100, 150],
      ['a', 50, 50],
    ]);
    const outer = makeTrace(
      agent('all', {
        usage: usage(500, 0),
        children: [agent('root', { usage: usage(100, 0, 'exclusive'), children: [child] })],
      }),
    );
    expect(rows(outer)).toEqual([
      ['all', 350, 500],
      ['root', 100, 150],
      ['a', 50, 50],
    ]);
  });
});

describe('what is not known stays unknown', () => {
  test('running totals and tokens of the last call are left out, and named', () => {
    const trace = makeTrace(
      agent('a', {
        usage: usage(9, 9, 'last_call'),
        children: [llm({ tokens: [10, 1] }), llm({ usage: usage(900, 90, 'cumulative_snapshot') })],
      }),
    );
    expect(totalOf(usageLedger(trace).total)).toBe(11);
    expect(reasons(trace)).toEqual(['call_without_usage', 'not_a_sum_of_calls']);
    expect(
      reasons(makeTrace(agent('a', { children: [{ kind: 'EMBEDDING', name: 'e', shape: { tokens: [5, 0] } }] }))),
    ).toContain('embedding_tokens');
  });

  test('a part of a record makes the total a lower bound', () => {
    const part = llm({ usage: { inputUncached: 10, output: 3, scope: 'exclusive', coverage: 'partial' } });
    const ledger = usageLedger(
      makeTrace(agent('r', { children: [llm({ tokens: [1, 1] }), agent('a', { children: [part] })] })),
    );
    expect(ledger.complete).toBe(false);
    expect(ledger.agents.map((each) => [each.ownComplete, each.inclusiveComplete])).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  test('a missing agent makes its issuer and all above at least', () => {
    const missing = edge({ id: 'e', fromSpanId: 'a', toAgent: 'gone', viaToolCallId: 'c', mode: 'tool_return' });
    const tree = agent('r', {
      children: [llm({ tokens: [1, 1] }), agent('a', { children: [llm({ tokens: [1, 1] })] })],
    });
    const ledger = usageLedger(makeTrace(tree, [missing]));
    expect(ledger).toMatchObject({ complete: false });
    expect(ledger.agents.map((each) => each.inclusiveComplete)).toEqual([false, false]);
  });

  test('an agent that called tools was led by a model of which nothing is recorded', () => {
    expect(
      reasons(
        makeTrace(agent('r', { children: [tool('search'), agent('a', { children: [llm({ tokens: [1, 1] })] })] })),
      ),
    ).toEqual(['agent_without_calls']);
    expect(
      isComplete(
        agent('r', {
          says: 'x',
          children: [tool('ask', { children: [agent('a', { children: [llm({ tokens: [1, 1] })] })] })],
        }),
      ),
    ).toBe(true);
  });

  test('spans whose parent is lost make every figure that they may belong to at least', () => {
    const root = agent('r', { children: [llm({ tokens: [1, 1] })] });
    const step = llm({ tokens: [5, 5], parentId: 'lost' });
    const ledger = usageLedger(makeTrace([root, step]));
    expect(totalOf(ledger.total)).toBe(12);
    expect(ledger.agents[0]).toMatchObject({ ownComplete: false, inclusiveComplete: false });
    const other = usageLedger(makeTrace([root, agent('b', { parentId: 'lost', children: [llm({ tokens: [5, 5] })] })]));
    expect(other.agents.map((each) => [each.ownComplete, each.inclusiveComplete])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect(isComplete(agent('r', { parentId: 'gateway', children: [llm({ tokens: [1, 1] })] }))).toBe(true);
  });

  test('no usage at all is no zero', () => {
    expect(usageLedger(makeTrace(agent('a', { children: [llm({ asks: [call('x')] })] })))).toMatchObject({
      recorded: false,
      complete: false,
    });
  });

  test('an agent inside the roll-up of another cannot be told apart from it', () => {
    const ledger = usageLedger(
      makeTrace(agent('root', { usage: usage(300, 0), children: [tool('t'), agent('a', { children: [llm()] })] })),
    );
    expect(ledger.agents.map((each) => [totalOf(each.own), each.ownComplete])).toEqual([
      [300, false],
      [0, false],
    ]);
    expect(ledger.complete).toBe(true);
  });
});

const anyNode = fc
  .record({
    kind: fc.constantFrom('agent', 'llm', 'tool', 'chain'),
    tokens: fc.option(fc.tuple(fc.nat(100), fc.nat(20)), { nil: undefined }),
    declares: fc.option(fc.nat(500), { nil: undefined }),
  })
  .map(({ kind, tokens, declares }): Made => {
    const declared = declares === undefined ? {} : { usage: usage(declares, 1) };
    if (kind === 'agent') return agent('x', declared);
    if (kind === 'llm') return llm(tokens ? { tokens } : {});
    return kind === 'tool' ? tool('t') : chain('c', declared);
  });

test('own figures, and calls of no agent, add up to the total; so do the inclusive ones of the roots', () => {
  fc.assert(
    fc.property(anyTree(anyNode), (made) => {
      const ledger = usageLedger(makeTrace(made));
      const sum = (counts: readonly { inputUncached: number }[]) =>
        inputOf(counts.reduce((a, b) => addTokens(a as never, b as never), NO_TOKENS) as never);
      const loose = ledger.entries.filter((entry) => !entry.agent).map((entry) => entry.tokens);
      expect(sum([...ledger.agents.map((each) => each.own), ...loose])).toBe(inputOf(ledger.total));
      const roots = ledger.agents.filter((each) => !each.agent.issuer);
      expect(sum([...roots.map((each) => each.inclusive), ...loose])).toBe(inputOf(ledger.total));
      for (const each of ledger.agents) expect(totalOf(each.inclusive)).toBeGreaterThanOrEqual(totalOf(each.own));
    }),
  );
});

test('the order of spans changes no figure', () => {
  fc.assert(
    fc.property(anyTree(anyNode), fc.nat(), (made, seed) => {
      const records = recordsOf([made]);
      const [first, second] = [usageLedger(traceOf(records)), usageLedger(traceOf(shuffled(records, seed)))];
      expect(second).toEqual(first);
    }),
  );
});

test('one more call never lowers what is known', () => {
  const leaves = anyNode.filter((made) => made.shape.usage === undefined || made.kind === 'LLM');
  fc.assert(
    fc.property(anyTree(leaves), fc.nat(), fc.constantFrom('AGENT', 'TOOL'), (made, at, kind) => {
      const records = recordsOf([made]);
      const places = records.filter((span) => span.kind === kind);
      const parent = places[at % Math.max(1, places.length)];
      if (!parent) return;
      const [added] = recordsOf([llm({ tokens: [7, 1] }, 'added')]);
      if (!added) return;
      const before = totalOf(usageLedger(traceOf(records)).total);
      const more = usageLedger(traceOf([...records, { ...added, parentId: parent.spanId }]));
      expect(totalOf(more.total)).toBe(before + 8);
    }),
  );
});
