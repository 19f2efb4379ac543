import { expect, test } from 'vitest';
import { memoryFile } from '../input/memory-file.ts';
import { makeOpening } from '../input/opening.ts';
import { detectClaudeCode } from './detect.ts';

async function detect(path: string, ...records: readonly unknown[]): Promise<string | undefined> {
  const file = memoryFile(path, records.map((record) => JSON.stringify(record)).join('\n'));
  return detectClaudeCode(makeOpening(path, await file.head()))?.confidence;
}

test('rollouts of Codex are not taken, though their records have types and times', async () => {
  const meta = { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 'x' } };
  const item = { timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload: { type: 'message' } };
  expect(await detect('rollout.jsonl', meta, item)).toBeUndefined();
  expect(await detect('odd.jsonl', { ...item, uuid: 'u', sessionId: 's' })).toBeUndefined();
});

test('look-alike rows that name Codex are taken by their uuid and session', async () => {
  const row = { type: 'tool_use', sessionId: 's', uuid: 't1', name: 'bash', agent: 'codex', input: {} };
  expect(await detect('drift.jsonl', row)).toBe('definite');
});

test('chats, spans and the canonical records of other formats are not taken', async () => {
  expect(await detect('chat.json', { messages: [{ role: 'user', content: 'hi' }] })).toBeUndefined();
  expect(await detect('spans.jsonl', { type: 'span', trace_id: 't', span_id: 's', name: 'x' })).toBeUndefined();
  expect(await detect('list.json', [{ role: 'user', content: 'hi' }])).toBeUndefined();
  expect(await detect('summary.jsonl', { type: 'summary', text: 'of something else' })).toBeUndefined();
});

test('streams of the SDK are taken as lines, as a list and in envelopes', async () => {
  const init = { type: 'system', subtype: 'init', session_id: 's', tools: [] };
  const message = { type: 'user', message: { role: 'user', content: 'hi' }, parent_tool_use_id: null, session_id: 's' };
  expect(await detect('a.jsonl', init, message)).toBe('definite');
  expect(await detect('a.json', [init, message])).toBe('definite');
  expect(await detect('a.json', { messages: [{ direction: 'send', message }] })).toBe('likely');
  expect(await detect('a.json', { messages: [{ type: 'user', message: { role: 'user', content: 'hi' } }] })).toBe(
    'likely',
  );
});

test('documents longer than the opening are taken by their keys', async () => {
  const long = 'x'.repeat(100_000);
  const message = { type: 'user', message: { role: 'user', content: long } };
  expect(await detect('web.json', { loglines: [message] })).toBe('definite');
  const sdk = { ...message, session_id: 's', parent_tool_use_id: null };
  expect(await detect('sdk.json', [sdk])).toBe('definite');
});

test('the small file beside an agent is taken by its name and key', async () => {
  expect(await detect('p/s/subagents/agent-a1.meta.json', { agentType: 'Explore' })).toBe('definite');
  expect(await detect('p/other.meta.json', { agentType: 'Explore' })).toBeUndefined();
});
