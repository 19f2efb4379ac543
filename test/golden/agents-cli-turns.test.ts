import { describe, expect, test } from 'vitest';
import { Assembly } from '../../src/model/assemble.ts';
import type { Json } from '../../src/model/json.ts';
import { textOf } from '../../src/model/message.ts';
import type { Trace } from '../../src/model/trace.ts';
import { agentsCliSource } from '../../src/sources/agents-cli/source.ts';
import { memoryFile } from '../../src/sources/input/memory-file.ts';
import { agents } from '../../src/views/agents.ts';
import { finalAnswer } from '../../src/views/final-answer.ts';
import { terminal } from '../../src/views/terminal.ts';

interface Reading {
  readonly traces: readonly Trace[];
  readonly problems: readonly string[];
}

async function read(
  turns: readonly (readonly Json[])[],
  more: { readonly [key: string]: Json } = {},
): Promise<Reading> {
  const problems: string[] = [];
  const assembly = new Assembly(() => {});
  const evalCase = { eval_case_id: 'c', agent_data: { turns: turns.map((events) => ({ events })) }, ...more };
  const file = memoryFile('made.json', Buffer.from(JSON.stringify({ eval_cases: [evalCase] })));
  for await (const record of agentsCliSource.read([file], { report: ({ code }) => void problems.push(code) }))
    assembly.add(record, { name: 'agents-cli', runUnit: 'trace' });
  return { traces: assembly.finish().sessions.flatMap(({ traces }) => traces), problems };
}

const says = (author: string, text: string): Json => ({ author, content: { parts: [{ text }] } });
const transfers = (author: string, to: string): Json => ({
  author,
  content: { parts: [{ function_call: { name: 'transfer_to_agent', args: { agent_name: to } } }] },
});

/** Events such as `root>b b root`: who transfers to whom, and who speaks. */
async function turn(events: string, more: { readonly [key: string]: Json } = {}): Promise<Trace> {
  const made = events.split(' ').map((event, index) => {
    const [author = '', to] = event.split('>');
    return to === undefined ? says(author, String(index)) : transfers(author, to);
  });
  const [trace] = (await read([made], more)).traces;
  if (!trace) throw new Error('no trace');
  return trace;
}

const tree = (trace: Trace): string[] =>
  agents(trace).map(
    ({ name, delegation, issuer }) => `${name}${delegation ? ` ${delegation.mode} ${issuer?.agent?.name}` : ''}`,
  );

describe('an agent that transferred and speaks again', () => {
  test.each([
    ['root>b b', ['root', 'b handoff root'], 'b', '1'],
    ['root>b b root', ['root', 'b workflow root'], 'root', '2'],
    ['root>b b root root>c c', ['root', 'b workflow root', 'c handoff root'], 'c', '4'],
    ['root>b b>c c root', ['root', 'b workflow root', 'c handoff b'], 'root', '3'],
    ['root>b b>c c b', ['root', 'b handoff root', 'c workflow b'], 'b', '3'],
    ['root>b b x root', ['root', 'b workflow root', 'x handoff b'], 'root', '3'],
    ['root>b b b>root root', ['root', 'b handoff root', 'root handoff b'], 'root', '3'],
    ['root>b b b>root root root>c c', ['root', 'b handoff root', 'root handoff b', 'c handoff root'], 'c', '5'],
  ])('%s', async (events, expected, answering, answer) => {
    const trace = await turn(events);
    expect(tree(trace)).toEqual(expected);
    expect([finalAnswer(trace)?.name, textOf(finalAnswer(trace)?.output ?? [])]).toEqual([answering, answer]);
  });

  test('answers with the response of the case, where no event holds its text', async () => {
    const responses = [{ response: { role: 'model', parts: [{ text: 'beyond' }] } }];
    const trace = await turn('root>b b>c c root>d', { responses });
    expect(agents(trace).map(({ name, output }) => [name, textOf(output ?? [])])).toEqual([
      ['root', 'beyond'],
      ['b', ''],
      ['c', '2'],
    ]);
  });
});

describe('a user who says a stop word', () => {
  const stop = says('user', '###STOP###');
  const ended = { state: 'completed', by: 'user', reason: '###STOP###', source: 'reported' };

  test('ends the turn, or the turn before where it says nothing else', async () => {
    for (const turns of [
      [[says('user', 'hi'), says('a', 'hello'), stop]],
      [[says('user', 'hi'), says('a', 'hello')], [stop]],
    ]) {
      const { traces, problems } = await read(turns);
      expect([traces.length, problems]).toEqual([1, []]);
      for (const trace of traces) {
        expect(terminal(trace)).toEqual(ended);
        expect(textOf(agents(trace)[0]?.input ?? [])).toBe('hi');
      }
    }
  });

  test('does not end a turn that goes on, nor one that a person has taken over', async () => {
    const goesOn = await read([[says('user', 'hi'), stop, says('a', 'hello')]]);
    expect(goesOn.traces.map((trace) => terminal(trace).source)).toEqual(['derived']);
    const call = { function_call: { id: '1', name: 'transfer_to_human_agents', args: {} } };
    const answer = { function_response: { id: '1', name: 'transfer_to_human_agents', response: { ok: true } } };
    const events = [call, answer].map((part) => ({ author: 'a', content: { parts: [part] } }));
    const taken = await read([[says('user', 'hi'), ...events, stop]]);
    expect(taken.traces.map((trace) => terminal(trace).state)).toEqual(['escalated']);
  });
});

test('the notice of a cap in the name of an agent is how the turn ended, not what the agent answered', async () => {
  const { traces } = await read([
    [says('user', 'hi'), says('a', 'half of it'), says('a', 'Agent stopped due to max iterations.')],
  ]);
  expect(traces.map((trace) => [terminal(trace).state, textOf(finalAnswer(trace)?.output ?? [])])).toEqual([
    ['max_steps', 'half of it'],
  ]);
});
