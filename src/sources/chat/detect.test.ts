import { expect, it } from 'vitest';
import { detectSource } from '../detect.ts';
import { memoryFile } from '../input/memory-file.ts';
import { makeOpening } from '../input/opening.ts';
import { SOURCES } from '../registry.ts';

async function chosen(value: unknown, name = 'a.json'): Promise<string | undefined> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const file = memoryFile(name, Buffer.from(text));
  return detectSource(makeOpening(name, await file.head()), SOURCES)?.source.name;
}

const MESSAGES = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello' },
];
const LONG = { role: 'user', content: 'x'.repeat(100_000) };

it.each<[string, unknown]>([
  ['a list of messages', MESSAGES],
  ['an object with messages', { messages: MESSAGES }],
  ['a list of such objects', [{ messages: MESSAGES }]],
  ['a list of lists of messages', [MESSAGES]],
  ['messages that begin with one longer than the opening', [LONG, ...MESSAGES]],
  ['an object whose messages are longer than the opening', { messages: [LONG, ...MESSAGES] }],
  ['a list of objects with messages longer than the opening', [{ id: 1, messages: [LONG] }]],
  ['runs of tau-bench', [{ task_id: 1, reward: 0, info: {}, traj: [], trial: 0 }]],
  ['a run of tau-bench longer than the opening', [{ task_id: 1, reward: 0, info: { a: LONG }, traj: [], trial: 0 }]],
])('chat reads %s', async (_, value) => {
  expect(await chosen(value)).toBe('chat');
});

it('chat reads records that stand one a line, but not messages that do: their order would be lost', async () => {
  const lines = (records: readonly unknown[]): string => records.map((each) => JSON.stringify(each)).join('\n');
  expect(await chosen(lines([{ messages: MESSAGES }, { messages: MESSAGES }]), 'a.jsonl')).toBe('chat');
  expect(await chosen(lines([{ task_id: 1, reward: 0, traj: [] }]), 'a.jsonl')).toBe('chat');
  expect(await chosen(lines([MESSAGES, MESSAGES]), 'a.jsonl')).toBe('chat');
  expect(await chosen(lines(MESSAGES), 'a.jsonl')).toBeUndefined();
});

it.each<[string, unknown]>([
  ['messages of tau2', { id: 1, termination_reason: 'user_stop', messages: MESSAGES }],
  ['messages of tau2 longer than the opening', { id: 1, termination_reason: 'user_stop', messages: [LONG] }],
  ['a trajectory of SWE-agent', { environment: 'x', trajectory: [], history: MESSAGES, info: {} }],
  ['a history with a mistake', { question: 'x', history: MESSAGES, mistake_agent: 'a' }],
  ['messages of LangChain', [{ type: 'human', content: 'Hi' }]],
  ['a graph trajectory', { inputs: [], results: [{ messages: MESSAGES }], steps: [['a']] }],
  ['a call of the Messages API', { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: '1' }] }] }],
  ['messages that are none', { messages: [{ id: 1 }, 'Compiled.'] }],
  ['a list of people with roles', [{ role: 'user', email: 'a@example.org' }]],
  ['translations', { messages: { en: 'Hello' } }],
])('chat leaves alone %s', async (_, value) => {
  expect(await chosen(value)).not.toBe('chat');
});
