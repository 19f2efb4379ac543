import { describe, expect, it } from 'vitest';
import { Assembly } from '../../src/model/assemble.ts';
import type { Delegation } from '../../src/model/delegation.ts';
import type { Json } from '../../src/model/json.ts';
import type { Span } from '../../src/model/span.ts';
import type { Trace } from '../../src/model/trace.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { agentsCliSource } from '../../src/sources/agents-cli/source.ts';
import { memoryFile } from '../../src/sources/input/memory-file.ts';

interface Reading {
  readonly traces: readonly Trace[];
  readonly cases: readonly string[];
  readonly problems: readonly Problem[];
}

async function readFiles(files: Readonly<Record<string, Json>>): Promise<Reading> {
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const assembly = new Assembly(report);
  const inputs = Object.entries(files).map(([path, value]) => memoryFile(path, Buffer.from(JSON.stringify(value))));
  for await (const record of agentsCliSource.read(inputs, { report }))
    assembly.add(record, { name: 'agents-cli', runUnit: 'trace' });
  const { sessions, cases } = assembly.finish();
  return { traces: sessions.flatMap(({ traces }) => traces), cases: cases.map((each) => each.case.id), problems };
}

const text = (said: string): Json => ({ text: said });
const call = (name: string, args: Json = {}, id?: string): Json => ({
  function_call: { name, args, ...(id !== undefined && { id }) },
});
const answer = (name: string, response: Json, id?: string): Json => ({
  function_response: { name, response, ...(id !== undefined && { id }) },
});
const event = (author: string, ...parts: Json[]): Json => ({ author, content: { role: 'model', parts } });
const transfer = (to: string): Json => call('transfer_to_agent', { agent_name: to });

async function readTurn(events: readonly Json[], more: Readonly<Record<string, Json>> = {}): Promise<Trace> {
  const { agents: declared = {}, ...rest } = more;
  const value = { eval_case_id: 'c', agent_data: { agents: declared, turns: [{ events }] }, ...rest };
  const { traces } = await readFiles({ 'traces.json': { eval_cases: [value] } });
  const [trace] = traces;
  if (!trace) throw new Error('no trace');
  return trace;
}

const ofKind = (trace: Trace, kind: Span['kind']): Span[] => trace.spans.filter((span) => span.kind === kind);
const agentNames = (trace: Trace): string[] => ofKind(trace, 'AGENT').map(({ name }) => name);
const edge = ({ fromAgent, toAgent, mode, basis, status }: Delegation): string =>
  `${fromAgent} > ${toAgent}: ${mode}, ${basis}, ${status}`;
const edges = (trace: Trace): string[] => trace.delegations.map(edge).sort();

describe('who issued whom', () => {
  it('reads a transfer as a handoff, and a transfer back as a new run', async () => {
    const trace = await readTurn([
      event('a', transfer('b')),
      event('b', text('B'), transfer('a')),
      event('a', text('A')),
    ]);
    expect(agentNames(trace)).toEqual(['a', 'b', 'a']);
    expect(edges(trace)).toEqual(['a > b: handoff, reported, completed', 'b > a: handoff, reported, completed']);
  });

  it('reads authors between two events of the root as steps of its work, in one span of the root', async () => {
    const trace = await readTurn([
      event('root', text('1')),
      event('step', text('2')),
      event('step', text('3')),
      event('root', text('4')),
      event('step', text('5')),
      event('root', text('6')),
    ]);
    expect(agentNames(trace)).toEqual(['root', 'step', 'step']);
    expect(ofKind(trace, 'LLM').map(({ parentId }) => parentId)).toEqual([
      '000000-agent',
      '000001-agent',
      '000001-agent',
      '000000-agent',
      '000004-agent',
      '000000-agent',
    ]);
    expect(edges(trace)).toEqual(Array(2).fill('root > step: workflow, inferred, completed'));
  });

  it('reads authors after the last word of the root as a conversation that moves on', async () => {
    const trace = await readTurn([event('a', text('1')), event('b', text('2')), event('c', text('3'))]);
    expect(edges(trace)).toEqual(['a > b: handoff, inferred, completed', 'b > c: handoff, inferred, completed']);
  });

  it('gives every agent of a pipeline to the agent that transferred to it; the last one took over', async () => {
    const trace = await readTurn([
      event('desk', transfer('pipe')),
      event('draft', text('1')),
      event('edit', text('2')),
      event('draft', text('3')),
      event('edit', text('4')),
    ]);
    expect(agentNames(trace)).toEqual(['desk', 'draft', 'edit', 'draft', 'edit']);
    expect(edges(trace)).toEqual([
      'desk > draft: workflow, inferred, completed',
      'desk > draft: workflow, inferred, completed',
      'desk > edit: handoff, inferred, completed',
      'desk > edit: workflow, inferred, completed',
    ]);
  });

  it('goes on with the agent that transferred to a pipeline when it speaks after it', async () => {
    const trace = await readTurn([
      event('desk', transfer('pipe')),
      event('draft', text('1')),
      event('edit', text('2')),
      event('desk', text('3')),
    ]);
    expect(agentNames(trace)).toEqual(['desk', 'draft', 'edit']);
    expect(edges(trace)).toEqual(['draft', 'edit'].map((to) => `desk > ${to}: workflow, inferred, completed`));
  });

  it('leaves a pipeline when one of its agents transfers to somebody else', async () => {
    const trace = await readTurn([
      event('desk', transfer('pipe')),
      event('draft', text('1'), transfer('clerk')),
      event('clerk', text('2')),
      event('aide', text('3')),
    ]);
    expect(edges(trace)).toEqual([
      'clerk > aide: handoff, inferred, completed',
      'desk > draft: handoff, inferred, completed',
      'draft > clerk: handoff, reported, completed',
    ]);
  });

  it('begins with the declared issuer of the first author when it speaks later, but not when it was transferred to', async () => {
    const agents = { lead: { sub_agents: ['scout'] }, scout: {} };
    const trace = await readTurn([event('scout', text('1')), event('lead', text('2'))], { agents });
    expect(agentNames(trace)).toEqual(['lead', 'scout']);
    expect(edges(trace)).toEqual(['lead > scout: workflow, inferred, completed']);
    expect(ofKind(trace, 'AGENT').map(({ parentId }) => parentId)).toEqual([undefined, '000000-0-root']);
    const back = await readTurn([event('scout', transfer('lead')), event('lead', text('2'))], { agents });
    expect(edges(back)).toEqual(['scout > lead: handoff, reported, completed']);
  });

  it('keeps a transfer that nobody carried out, and one that was refused', async () => {
    const trace = await readTurn(
      [
        event('a', transfer('gone'), transfer('shut')),
        event('a', answer('transfer_to_agent', {})),
        event('a', answer('transfer_to_agent', { error: 'no' })),
      ],
      { agents: { gone: {}, shut: {}, a: {} } },
    );
    expect(agentNames(trace)).toEqual(['a']);
    expect(edges(trace)).toEqual(['a > gone: handoff, reported, unknown', 'a > shut: handoff, reported, error']);
  });

  it('takes the issuer that sub_agents declares over the one that merely spoke before', async () => {
    const agents = { lead: { sub_agents: ['x', 'y'] }, x: {}, y: {} };
    const trace = await readTurn([event('lead', text('1')), event('x', text('2')), event('y', text('3'))], { agents });
    expect(edges(trace)).toEqual(['lead > x: workflow, inferred, completed', 'lead > y: handoff, inferred, completed']);
  });

  it('reads a function that bears the name of an agent as that agent, whose inner steps are not recorded', async () => {
    const trace = await readTurn(
      [
        event('root', call('critic', { request: 'look' }, '7')),
        event('root', answer('critic', { result: 'fine' }, '7')),
        event('root', text('done')),
      ],
      { agents: { root: {}, critic: {} } },
    );
    expect(agentNames(trace)).toEqual(['root']);
    expect(trace.delegations).toMatchObject([
      {
        toAgent: 'critic',
        mode: 'tool_return',
        task: 'look',
        resultText: 'fine',
        viaToolCallId: '7',
        status: 'completed',
      },
    ]);
    expect(trace.delegations[0]).not.toHaveProperty('toSpanId');
  });

  it('puts an agent that ran as a tool below the tool when it speaks in the file after all', async () => {
    const trace = await readTurn(
      [
        event('root', call('critic', {})),
        event('critic', text('hm')),
        event('root', answer('critic', { result: 'hm' })),
        event('critic', text('again, on my own')),
      ],
      { agents: { root: {}, critic: {} } },
    );
    const [first, second] = ofKind(trace, 'AGENT').filter(({ name }) => name === 'critic');
    expect([first?.parentId, second?.parentId]).toEqual(['000000-tool-000', '000000-agent']);
    expect(edges(trace)).toEqual([
      'root > critic: handoff, inferred, completed',
      'root > critic: tool_return, reported, completed',
    ]);
  });

  it('gives the steps of nobody to the agent that speaks', async () => {
    const trace = await readTurn([
      event('tool_call', call('look')),
      event('tool', answer('look', { rows: 1 })),
      event('agent', text('one')),
    ]);
    expect(agentNames(trace)).toEqual(['agent']);
    const named = await readTurn([event('model', text('hello'))], { agents: { only_one: {} } });
    expect(agentNames(named)).toEqual(['only_one']);
  });
});

describe('tool calls', () => {
  it('join their answers by id, else in order by name', async () => {
    const trace = await readTurn([
      event('a', call('f', { n: 1 }, 'x'), call('f', { n: 2 }, 'y'), call('g', { n: 3 }), call('g', { n: 4 })),
      event(
        'tool',
        answer('f', { got: 2 }, 'y'),
        answer('g', { got: 3 }),
        answer('f', { got: 1 }, 'x'),
        answer('g', { got: 4 }),
      ),
    ]);
    const joined = ofKind(trace, 'TOOL').map(({ tool }) => [tool?.arguments, tool?.result]);
    expect(joined).toEqual([1, 2, 3, 4].map((n) => [{ n }, { got: n }]));
  });

  it.each([
    [{ error: 'down' }, 'ERROR'],
    [{ status: 'error', message: 'down' }, 'ERROR'],
    [{ status: 'failed', error_message: 'down' }, 'ERROR'],
    [{ status: 'failed', amount: 3 }, 'UNSET'],
    [{ error: null, rows: [] }, 'UNSET'],
    [{ error: {}, valid: true }, 'UNSET'],
    [{ status: 'success' }, 'UNSET'],
    [{ message: 'Error: down' }, 'UNSET'],
  ] as [Json, string][])('that answer %j have the status %s', async (response, status) => {
    const trace = await readTurn([event('a', call('f')), event('a', answer('f', response))]);
    expect(ofKind(trace, 'TOOL').map((span) => span.status)).toEqual([status]);
  });

  it('that were not recorded keep their answer', async () => {
    const trace = await readTurn([event('a', answer('f', { rows: 1 })), event('a', text('one'))]);
    expect(ofKind(trace, 'TOOL').map(({ name, tool }) => [name, tool?.result])).toEqual([['f', { rows: 1 }]]);
  });
});

describe('outputs and ends', () => {
  const response = { responses: [{ response: { role: 'model', parts: [text('The answer.')] } }] };

  it('take the response of the case as output where no event carries it', async () => {
    const [root] = ofKind(await readTurn([event('a', call('f')), event('a', answer('f', {}))], response), 'AGENT');
    expect(root).toMatchObject({ outputSource: 'vendor', outputMessages: [{ parts: [{ content: 'The answer.' }] }] });
    const spoken = await readTurn([event('a', text('The answer.')), event('a', call('log'))], response);
    expect(ofKind(spoken, 'AGENT')[0]?.outputMessages).toBeUndefined();
  });

  it('are empty where the SDK wrote that there was no response', async () => {
    const said = [text('Error: Missing response for this candidate')];
    const value = { eval_case_id: 'c', prompt: 'hi', responses: [{ response: { role: 'model', parts: said } }] };
    const { traces } = await readFiles({ 'a.json': { eval_cases: [value] } });
    const [trace] = traces;
    const [model] = trace ? ofKind(trace, 'LLM') : [];
    expect(model?.outputMessages).toEqual([{ role: 'assistant', parts: [] }]);
    expect(trace?.terminal).toBeUndefined();
  });

  it('give the response to the agent that the conversation was handed to', async () => {
    const trace = await readTurn(
      [event('a', transfer('b')), event('b', call('f')), event('b', answer('f', {}))],
      response,
    );
    expect(ofKind(trace, 'AGENT').map(({ outputSource }) => outputSource)).toEqual([undefined, 'vendor']);
  });

  it('do not call an agent empty whose last event only thinks or which only writes state', async () => {
    const thinks = await readTurn([event('a', text('42')), event('a', { text: 'that was it', thought: true })]);
    expect(ofKind(thinks, 'AGENT')[0]?.outputMessages).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: '42' }] },
    ]);
    const writes = await readTurn([{ author: 'a', state_delta: { plan: 'x' } }, event('b', text('done'))]);
    expect(ofKind(writes, 'AGENT')[0]?.outputMessages?.[0]?.parts).toEqual([
      { type: 'generic', kind: 'state_delta', value: { plan: 'x' } },
    ]);
  });

  it.each([
    [[event('a', text('done'))], 'completed'],
    [[event('a', call('f'))], 'incomplete'],
    [[event('a', call('f')), event('a', answer('f', {}))], undefined],
    [
      [event('a', call('transfer_to_human_agents')), event('a', answer('transfer_to_human_agents', { result: 'ok' }))],
      'escalated',
    ],
    [[event('a', call('transfer_to_human_agents'))], 'incomplete'],
  ] as [Json[], string | undefined][])('a turn of %j is %s', async (events, state) => {
    expect((await readTurn(events)).terminal?.state).toBe(state);
  });

  it('have no times, tokens or stop reason where none are recorded, and times where every event has one', async () => {
    const trace = await readTurn([
      event('a', text('x')),
      { ...(event('a', text('y')) as object), event_time: '2026-01-01T00:00:00Z' },
    ]);
    for (const span of trace.spans) {
      expect(Object.keys(span)).not.toContain('startNs');
      expect(Object.keys(span)).not.toContain('usage');
      expect([span.status, span.finishReasons]).toEqual(['UNSET', []]);
    }
    const timed = await readTurn([{ ...(event('a', text('y')) as object), event_time: '2026-01-01T00:00:00.5+01:00' }]);
    expect(timed.spans[0]?.startNs).toBe(1767222000500000000n);
  });
});

describe('cases of several files', () => {
  const recorded = (said: string, more: object = {}): Json =>
    ({ eval_case_id: 'c', agent_data: { turns: [{ events: [event('a', text(said))] }] }, ...more }) as Json;
  const file = (...cases: Json[]): Json => ({ eval_cases: cases });

  it('count an equal recording once and different ones each, whatever the order of files', async () => {
    const files: [string, Json][] = [
      ['1.json', file(recorded('x'))],
      ['2.json', file(recorded('x', { tags: ['more'] }))],
      ['3.json', file(recorded('y'))],
    ];
    const one = await readFiles(Object.fromEntries(files));
    const two = await readFiles(Object.fromEntries([...files].reverse()));
    expect(one.traces).toHaveLength(2);
    expect(one.traces.map(({ traceId }) => traceId)).toEqual(two.traces.map(({ traceId }) => traceId));
    expect(one.problems.map(({ code }) => code)).toEqual(['SOURCE_DUPLICATE_CASE', 'SOURCE_DUPLICATE_CASE']);
    expect(one.cases).toEqual(['c', 'c']);
  });

  it('are two where their prompts differ, even where their answers are the same', async () => {
    const asked = (prompt: string): Json => recorded('x', { prompt: { role: 'user', parts: [text(prompt)] } });
    const { traces, problems } = await readFiles({ '1.json': file(asked('one'), asked('two'), asked('two')) });
    expect(traces).toHaveLength(2);
    expect(problems.map(({ code }) => code)).toEqual(['SOURCE_DUPLICATE_CASE', 'SOURCE_DUPLICATE_CASE']);
  });

  it('keep what else a case says on its root, and take what a simulated user says first as the prompt', async () => {
    const scenario = { starting_prompt: 'hi', conversation_plan: 'be brief' };
    const trace = await readTurn([event('a', text('x')), event('b', text('y'))], {
      user_scenario: scenario,
      expected: { action: 'block' },
    });
    const [root, other] = ofKind(trace, 'AGENT');
    expect([...(root?.attributes ?? [])]).toEqual([
      ['eval_case.user_scenario', scenario],
      ['eval_case.expected', { action: 'block' }],
    ]);
    expect(other?.attributes.size).toBe(0);
    expect(root?.inputMessages).toEqual([{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }]);
  });

  it('leave the definition out where a recording stands', async () => {
    const definition = { eval_case_id: 'c', prompt: { parts: [text('hi')] } };
    const { traces, cases, problems } = await readFiles({ 'a.json': file(definition), 'b.json': file(recorded('x')) });
    expect([traces.length, cases, problems]).toEqual([1, ['c'], []]);
  });

  it('keep a case that was never run, and say so once a file', async () => {
    const definitions = ['p', 'q'].map((id) => ({ eval_case_id: id, prompt: { parts: [text('hi')] } }));
    const { traces, cases, problems } = await readFiles({ 'a.json': file(...definitions) });
    expect([traces.length, cases]).toEqual([0, ['p', 'q']]);
    expect(problems.map(({ code }) => code)).toEqual(['SOURCE_DEFINITIONS_ONLY']);
  });

  it('without an id are told apart by their place, and across files by their content', async () => {
    const nameless = (said: string): Json => ({ agent_data: { turns: [{ events: [event('a', text(said))] }] } });
    const { traces, problems } = await readFiles({ 'a.json': file(nameless('x')), 'b.json': file(nameless('y')) });
    expect(new Set(traces.map(({ traceId }) => traceId)).size).toBe(2);
    expect(problems).toEqual([]);
  });

  it('have unique traces where turns share an id or a case id holds a slash', async () => {
    const turns = [
      { turn_id: 't', events: [event('a', text('1'))] },
      { turn_id: 't', events: [event('a', text('2'))] },
    ];
    const cases = [
      { eval_case_id: 'a/b', agent_data: { turns: [{ turn_id: 'c', events: [event('a', text('1'))] }] } },
      { eval_case_id: 'a', agent_data: { turns: [...turns, { turn_id: 'b/c', events: [event('a', text('1'))] }] } },
    ];
    const { traces } = await readFiles({ 'a.json': file(...cases) });
    expect(traces.map(({ traceId }) => traceId).sort()).toEqual(['a%2Fb/c', 'a/b/c', 'a/t', 'a/t#1']);
  });
});

it('reads a turn of many transfers as a run of an agent each', async () => {
  const turn = Array.from({ length: 200 }, (_, index) =>
    event(index % 2 ? 'b' : 'a', text('x'), transfer(index % 2 ? 'a' : 'b')),
  );
  expect(ofKind(await readTurn(turn), 'AGENT')).toHaveLength(200);
});
