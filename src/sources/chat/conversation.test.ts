import { describe, expect, it } from 'vitest';
import { type Assembled, Assembly } from '../../model/assemble.ts';
import type { Trace } from '../../model/trace.ts';
import type { Problem } from '../../problems/problem.ts';
import { memoryFile } from '../input/memory-file.ts';
import { chatSource } from './source.ts';

interface Reading extends Assembled {
  readonly problems: readonly Problem[];
  readonly traces: readonly Trace[];
}

const read = (...files: readonly unknown[]): Promise<Reading> => readText(...files.map((each) => JSON.stringify(each)));

async function readText(...files: readonly string[]): Promise<Reading> {
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const assembly = new Assembly(report);
  const inputs = files.map((text, index) => memoryFile(`${index}.json`, Buffer.from(text)));
  for await (const record of chatSource.read(inputs, { report }))
    assembly.add(record, { name: 'chat', runUnit: 'trace' });
  const assembled = assembly.finish();
  return { ...assembled, problems, traces: assembled.sessions.flatMap(({ traces }) => traces) };
}

async function only(...messages: readonly object[]): Promise<Trace> {
  const [trace] = (await read(messages)).traces;
  if (!trace) throw new Error('no trace was read');
  return trace;
}

const user = (content: unknown): object => ({ role: 'user', content });
const says = (content: unknown): object => ({ role: 'assistant', content });
const call = (name: string, id?: string): object => ({ id, type: 'function', function: { name, arguments: '{}' } });
const asks = (...tool_calls: readonly object[]): object => ({ role: 'assistant', content: null, tool_calls });
const tool = (content: unknown, tool_call_id?: string, name?: string): object => ({
  role: 'tool',
  content,
  tool_call_id,
  name,
});
const run = (task_id: unknown, trial: unknown, traj: unknown, more: object = {}): object => ({
  task_id,
  reward: 1,
  info: { task: { instruction: 'Renew.', actions: [] } },
  traj,
  trial,
  ...more,
});

const tools = (trace: Trace): unknown[] =>
  trace.spans.filter(({ kind }) => kind === 'TOOL').map((span) => [span.name, span.tool?.callId, span.tool?.result]);

describe('results of tools', () => {
  it('join parallel calls by id, in whatever order they come', async () => {
    const trace = await only(asks(call('a', '1'), call('b', '2')), tool('of b', '2'), tool('of a', '1'));
    expect(tools(trace)).toEqual([
      ['b', '2', 'of b'],
      ['a', '1', 'of a'],
    ]);
  });

  it('without an id join the calls of the message before them, by name or in order', async () => {
    const trace = await only(
      asks(call('never')),
      asks(call('a'), call('b')),
      tool('of b', undefined, 'b'),
      tool('of a'),
      tool('of nobody'),
      tool('late', undefined, 'never'),
    );
    expect(tools(trace)).toEqual([
      ['b', undefined, 'of b'],
      ['a', undefined, 'of a'],
      ['tool', undefined, 'of nobody'],
      ['never', undefined, 'late'],
    ]);
  });

  it('that name a call of no record stand alone; a call without a result has no span', async () => {
    const trace = await only(asks(call('a', '1')), tool('lost', '9', 'gone'));
    expect(tools(trace)).toEqual([['gone', '9', 'lost']]);
  });

  it('are joined in order where the server counts its ids anew, and such an id is not used as one', async () => {
    const trace = await only(asks(call('a', '0')), tool('first', '0'), asks(call('b', '0')), tool('second', '0'));
    expect(tools(trace)).toEqual([
      ['a', undefined, 'first'],
      ['b', undefined, 'second'],
    ]);
  });

  it('are errors by their text in runs of tau-bench only', async () => {
    const traj = [asks(call('a', '1')), tool('Error: no', '1')];
    expect((await read([run(1, 0, traj)])).traces[0]?.spans[2]?.tool?.resultIsError).toBe(true);
    expect((await only(...traj)).spans[2]?.tool).not.toHaveProperty('resultIsError');
  });
});

describe('the end of a conversation', () => {
  it.each([
    ['the stop word of the user', [says('Bye.'), user('Thanks ###STOP###')], { state: 'completed', by: 'user' }],
    ['an answer', [user('Hi'), says('Hello.')], { state: 'completed', source: 'derived' }],
    ['a question of the user', [says('Hello.'), user('And?')], { state: 'unknown' }],
    ['a result', [asks(call('a', '1')), tool('x', '1')], { state: 'unknown' }],
    ['an empty answer', [user('Hi'), says(null)], { state: 'unknown' }],
    ['a submission', [asks(call('submit', '1')), tool('ok', '1')], { state: 'completed', by: 'agent' }],
    ['a transfer', [asks(call('transfer_to_human_agents', '1')), tool('ok', '1')], { state: 'escalated', by: 'agent' }],
    ['a refused transfer', [asks(call('transfer_to_human', '1')), tool('Error: busy', '1')], { state: 'unknown' }],
    ['a transfer to an agent', [asks(call('transfer_to_billing', '1')), tool('ok', '1')], { state: 'unknown' }],
    [
      'words after a transfer',
      [asks(call('transfer_to_human', '1')), tool('ok', '1'), says('Bye')],
      { state: 'completed' },
    ],
    [
      'words after the stop word',
      [says('a'), user('###STOP###'), says('b')],
      { state: 'completed', source: 'derived' },
    ],
  ])('is read from %s', async (_, messages, expected) => {
    expect((await only(...messages)).terminal).toMatchObject(expected);
  });

  it('is left to the calls that are open', async () => {
    expect((await only(asks(call('a', '1')))).terminal).toBeUndefined();
  });

  it('is not concluded from an answer in a run of tau-bench, which its user ends', async () => {
    const { traces } = await read([run(1, 0, [user('Hi'), says('Hello.')])]);
    expect(traces[0]?.terminal).toEqual({ state: 'unknown', source: 'derived' });
  });

  it('is the error that broke a run of tau-bench off', async () => {
    const { traces } = await read([run(1, 0, [], { info: { error: 'no route' } })]);
    expect(traces[0]?.terminal).toMatchObject({ state: 'error', reason: 'no route', by: 'framework' });
    expect(traces[0]?.spans).toMatchObject([{ kind: 'AGENT', status: 'ERROR', statusMessage: 'no route' }]);
  });
});

describe('the stop word of a simulated user', () => {
  it('is no text of the user, alone or after other words', async () => {
    const { traces } = await read([
      [says('a'), user('Thank you! ###STOP###')],
      [says('b'), user('###STOP###')],
    ]);
    const heard = traces.map(({ spans }) => spans[0]?.inputMessages);
    expect(heard).toContainEqual([{ role: 'user', parts: [{ type: 'text', content: 'Thank you!' }] }]);
    expect(heard).toContain(undefined);
  });
});

describe('the agent', () => {
  it('has the name that the record or all its messages give, else that of its role', async () => {
    const named = { role: 'assistant', name: 'ada', content: 'Hi.' };
    const { traces } = await read([
      { id: '1', agent_name: 'desk', messages: [named] },
      { id: '2', messages: [named, named] },
      { id: '3', messages: [named, { ...named, name: 'bob' }] },
    ]);
    expect(traces.map(({ spans }) => spans[0]?.agent?.name)).toEqual(['desk', 'ada', 'assistant']);
  });

  it('has one model call for each of its messages, without time, usage or id', async () => {
    const { spans } = await only(user('Hi'), says('a'), says('a'), says(''));
    const calls = spans.filter(({ kind }) => kind === 'LLM');
    expect(calls).toHaveLength(3);
    for (const { startNs, usage, responseId } of calls)
      expect([startNs, usage, responseId]).toEqual([undefined, undefined, undefined]);
  });
});

describe('records', () => {
  const hello = [user('Hi'), says('Hello.')];

  it('of one trial are one in two files, and several where they differ', async () => {
    const one = await read([run(1, 0, hello)], [run(1, 0, hello)]);
    expect([one.traces.length, one.problems]).toEqual([1, []]);
    const two = await read([run(1, 0, hello)], [run(1, 0, [says('Hey.')])]);
    expect(new Set(two.cases.map((each) => each.case.task?.id))).toEqual(new Set(['1']));
    expect(two.traces.map(({ traceId }) => traceId)).toEqual([
      expect.stringMatching(/^task_1\/trial_0~[0-9a-f]{8}$/),
      expect.stringMatching(/^task_1\/trial_0~[0-9a-f]{8}$/),
    ]);
    expect(two.problems.map(({ code }) => code)).toEqual(['SOURCE_DUPLICATE_CASE']);
  });

  it('of two domains that count their tasks alike are different tasks', async () => {
    const other = run(1, 0, hello, { info: { task: { instruction: 'Buy.', actions: [] } } });
    const { cases, problems } = await read([run(1, 0, hello), run(1, 1, hello)], [other]);
    const ids = cases.map((each) => each.case.task?.id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(problems).toEqual([]);
  });

  it('that are equal count each in one file, and once in a copy of it', async () => {
    const { traces } = await read([hello, hello], [hello]);
    expect(traces.map(({ traceId }) => traceId)).toEqual([expect.any(String), expect.stringMatching(/~2$/)]);
  });

  it('are none lost to an id that looks like one that was made', async () => {
    const { traces } = await read([run(1, 0, hello), { id: 'task_1/trial_0', messages: hello }]);
    expect(traces).toHaveLength(2);
  });

  it('that nobody answered are no runs; the case of one stays', async () => {
    const { traces, cases, problems } = await read([run(1, 0, [user('Hi')]), { messages: [user('Hi')] }]);
    expect([traces.length, cases.map(({ traceId }) => traceId)]).toEqual([0, [undefined]]);
    expect(problems.map(({ code }) => code)).toEqual(['SOURCE_NO_ANSWER', 'SOURCE_NO_ANSWER']);
  });

  it('of tau-bench carry their case', async () => {
    const task = { instruction: 'Renew.', actions: [{ name: 'renew', kwargs: { book: 'B7' } }], outputs: ['June 1'] };
    const { cases } = await read([run(3, 2, hello, { reward: 0, info: { task } })]);
    expect(cases.map((each) => each.case)).toMatchObject([
      {
        id: 'task_3/trial_2',
        task: { id: '3' },
        trial: 2,
        prompt: 'Renew.',
        expectedCalls: [{ name: 'renew', arguments: { book: 'B7' } }],
        recorded: { success: false, scores: { reward: 0 } },
      },
    ]);
  });
});

describe('a file that breaks off', () => {
  const cutAt = async (value: unknown, before: string): ReturnType<typeof readText> => {
    const text = JSON.stringify(value);
    return readText(text.slice(0, text.indexOf(before)));
  };
  const talk = [user('Hi'), says('Hello.'), user('And?'), says('lost')];

  it('keeps the conversations before the break as they are', async () => {
    const { traces, problems } = await cutAt([{ messages: [user('Hi'), says('Hello.')] }, { messages: talk }], 'And');
    expect(traces.map(({ terminal }) => terminal?.state).sort()).toEqual(['completed', 'incomplete']);
    expect(problems.map(({ code, at }) => [code, at?.pointer])).toEqual([['INPUT_BROKEN_DOCUMENT', '/1/messages/2']]);
    expect(problems[0]?.message).toContain('1 conversation and the messages of one more');
  });

  it.each<[string, unknown]>([
    ['a list of messages', talk],
    ['an object with messages', { messages: talk }],
    ['a list of lists', [talk]],
  ])('keeps the whole messages of %s, and says nothing of its end', async (_, value) => {
    const { traces } = await cutAt(value, 'lost');
    expect(traces.map(({ spans }) => spans.filter(({ kind }) => kind === 'LLM').length)).toEqual([1]);
    expect(traces[0]?.spans[0]?.contentCaptured).toBe(false);
    expect(traces[0]?.terminal).toEqual({ state: 'incomplete', reason: 'recording_cut', source: 'derived' });
  });

  it('keeps a conversation whose messages are whole, with its end', async () => {
    const { traces } = await cutAt({ messages: talk, tools: [{ name: 'a' }, { name: 'last' }] }, 'last');
    expect(traces[0]?.terminal?.state).toBe('completed');
    expect(traces[0]?.spans[0]?.toolDefinitions).toBeUndefined();
  });

  it('leaves out a run of tau-bench that is not whole, and a conversation without an answer', async () => {
    const runs = await cutAt([run(1, 0, [says('Hello.')]), run(1, 1, talk)], 'lost');
    expect(runs.cases.map((each) => each.case.id)).toEqual(['task_1/trial_0']);
    const unanswered = await cutAt({ messages: talk }, 'Hello');
    expect([unanswered.traces, unanswered.problems.map(({ code }) => code)]).toEqual([[], ['INPUT_BAD_JSON']]);
  });
});
