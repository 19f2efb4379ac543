import { expect, test } from 'vitest';
import { Assembly } from '../../model/assemble.ts';
import type { Delegation } from '../../model/delegation.ts';
import type { Span } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import type { Problem } from '../../problems/problem.ts';
import { memoryFile } from '../input/memory-file.ts';
import { claudeCodeSource } from './source.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Read {
  readonly traces: readonly Trace[];
  readonly spans: readonly Span[];
  readonly edges: readonly Delegation[];
  readonly problems: readonly Problem[];
}

async function read(files: Readonly<Record<string, readonly Fields[]>>): Promise<Read> {
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const assembly = new Assembly(report);
  const inputs = Object.entries(files).map(([path, records]) =>
    memoryFile(path, records.map((record) => JSON.stringify(record)).join('\n')),
  );
  for await (const record of claudeCodeSource.read(inputs, { report }))
    assembly.add(record, { name: 'claude-code', runUnit: 'trace' });
  const traces = assembly.finish().sessions.flatMap((session) => session.traces);
  return {
    traces,
    spans: traces.flatMap(({ spans }) => spans),
    edges: traces.flatMap(({ delegations }) => delegations),
    problems,
  };
}

/** Writes records that follow each other, ten seconds apart. */
function writer(sessionId: string, more: Fields = {}, minute = 0): (fields: Fields) => Fields {
  let parentUuid: string | null = null;
  let count = 0;
  return (fields) => {
    const uuid = `${more.agentId ?? 'm'}${minute}-${++count}`;
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, minute, count * 10)).toISOString();
    const record = { parentUuid, sessionId, uuid, timestamp, ...more, ...fields };
    parentUuid = uuid;
    return record;
  };
}

const says = (text: string, fields: Fields = {}): Fields => ({
  type: 'user',
  message: { role: 'user', content: text },
  ...fields,
});

const answers = (id: string, ...blocks: readonly Fields[]): Fields => ({
  type: 'assistant',
  requestId: `req-${id}`,
  message: { id, role: 'assistant', model: 'claude-x', content: blocks, usage: { input_tokens: 1, output_tokens: 2 } },
});

const text = (content: string): Fields => ({ type: 'text', text: content });
const task = (id: string, prompt: string): Fields => ({
  type: 'tool_use',
  id,
  name: 'Agent',
  input: { prompt, subagent_type: 'helper' },
});

const gives = (id: string, content: unknown, fields: Fields = {}, isError = false): Fields => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
  ...fields,
});

test('a call that fails makes its agent fail; one that a person refuses is cancelled', async () => {
  const main = writer('s');
  const first = writer('s', { isSidechain: true, agentId: 'a1' });
  const second = writer('s', { isSidechain: true, agentId: 'a2' });
  const { edges, spans } = await read({
    'p/s.jsonl': [
      main(says('go')),
      main(answers('1', task('t1', 'one'), task('t2', 'two'), task('t3', 'three'))),
      main(gives('t1', 'API Error: 529', { toolUseResult: 'Error: 529' }, true)),
      main(gives('t2', "The user doesn't want to proceed with this tool use.", {}, true)),
    ],
    'p/s/subagents/agent-a1.jsonl': [first(says('one'))],
    'p/s/subagents/agent-a2.jsonl': [second(says('two'))],
  });
  expect(edges.map(({ viaToolCallId, status, toSpanId }) => [viaToolCallId, status, toSpanId])).toEqual([
    ['t1', 'error', 'agent-a1'],
    ['t2', 'cancelled', 'agent-a2'],
    ['t3', 'missing', undefined],
  ]);
  const status = new Map(spans.map(({ spanId, status: reported }) => [spanId, reported]));
  expect([status.get('agent-a1'), status.get('agent-a2')]).toEqual(['ERROR', 'UNSET']);
});

test('an agent without a result is running, and cancelled once a person interrupts', async () => {
  const agent = writer('s', { isSidechain: true, agentId: 'a1' });
  const child = [agent(says('one'))];
  const main = writer('s');
  const open = [main(says('go')), main(answers('1', task('t1', 'one')))];
  const running = await read({ 'p/s.jsonl': open, 'p/s/subagents/agent-a1.jsonl': child });
  expect(running.edges.map(({ status }) => status)).toEqual(['running']);
  const stopped = await read({
    'p/s.jsonl': [...open, main(says('[Request interrupted by user]'))],
    'p/s/subagents/agent-a1.jsonl': child,
  });
  expect(stopped.edges.map(({ status }) => status)).toEqual(['cancelled']);
  expect(stopped.traces[0]?.terminal).toMatchObject({ state: 'aborted', by: 'user' });
});

test('an agent that is resumed has a run for each call', async () => {
  const main = writer('s');
  const agent = writer('s', { isSidechain: true, agentId: 'a1' });
  const told = { toolUseResult: { status: 'completed', agentId: 'a1', content: [text('done')] } };
  const { spans, edges } = await read({
    'p/s.jsonl': [
      main(says('go')),
      main(answers('1', task('t1', 'one'))),
      main(gives('t1', [text('done')], told)),
      main(answers('2', task('t2', 'and more'))),
      main(gives('t2', [text('done')], told)),
    ],
    'p/s/subagents/agent-a1.jsonl': [
      { ...agent(says('one')), timestamp: '2026-01-01T00:00:21Z' },
      { ...agent(answers('3', text('done'))), timestamp: '2026-01-01T00:00:25Z' },
      { ...agent(says('and more')), timestamp: '2026-01-01T00:00:41Z' },
      { ...agent(answers('4', text('done'))), timestamp: '2026-01-01T00:00:45Z' },
    ],
  });
  const runs = spans.filter(({ agent: identity }) => identity?.id === 'a1');
  expect(runs.map(({ spanId, parentId }) => [spanId, parentId])).toEqual([
    ['agent-a1', 't1'],
    ['agent-a1~2', 't2'],
  ]);
  expect(edges.map(({ toSpanId }) => toSpanId)).toEqual(['agent-a1', 'agent-a1~2']);
  const owners = new Map(spans.map(({ spanId, parentId }) => [spanId, parentId]));
  expect([owners.get('3'), owners.get('4')]).toEqual(['agent-a1', 'agent-a1~2']);
});

test('an agent whose file starts with a copy of its parent inherits the context, and counts only its own calls', async () => {
  const main = writer('s');
  const shared = [main(says('go')), main(answers('1', task('t1', 'one')))];
  const agent = writer('s', { isSidechain: true, agentId: 'a1' }, 5);
  const told = { toolUseResult: { status: 'completed', agentId: 'a1', content: [text('done')] } };
  const { edges, spans } = await read({
    'p/s.jsonl': [...shared, main(gives('t1', [text('done')], told))],
    'p/s/subagents/agent-a1.jsonl': [
      ...shared.map((record) => ({ ...record, isSidechain: true, agentId: 'a1' })),
      agent(says('one')),
      agent(answers('2', text('done'))),
    ],
  });
  expect(edges.map(({ context, contextEvidence }) => [context, contextEvidence])).toEqual([['inherited', 'reported']]);
  expect(spans.filter(({ kind }) => kind === 'LLM').map(({ spanId }) => spanId)).toEqual(['1', '2']);
});

test('history that a resumed session copies under new uuids is counted once', async () => {
  const old = writer('old');
  const renewed = writer('new', {}, 1);
  const { spans, traces } = await read({
    'p/old.jsonl': [old(says('one')), old(answers('1', text('yes')))],
    'p/new.jsonl': [
      renewed(says('one')),
      renewed(answers('1', text('yes'))),
      renewed(says('two')),
      renewed(answers('2', text('no'))),
    ],
  });
  expect(spans.filter(({ kind }) => kind === 'LLM').map(({ spanId }) => spanId)).toEqual(['2', '1']);
  expect(traces.map(({ traceId }) => traceId)).toEqual(['new:m1-3', 'old:m0-1']);
});

test('two requests that carry one message id are two calls', async () => {
  const main = writer('s');
  const { spans } = await read({
    'p/s.jsonl': [
      main(says('go')),
      main({ ...answers('1', text('a')), requestId: 'x' }),
      main({ ...answers('1', text('b')), requestId: 'y' }),
      main({ ...answers('1', text('c')), requestId: 'y' }),
    ],
  });
  const calls = spans.filter(({ kind }) => kind === 'LLM');
  expect(calls.map(({ responseId, outputMessages }) => [responseId, outputMessages?.[0]?.parts.length])).toEqual([
    ['1~x', 1],
    ['1~y', 2],
  ]);
});

test('a background agent that fails is an error, wherever it is told', async () => {
  const main = writer('s');
  const agent = writer('s', { isSidechain: true, agentId: 'a1' });
  const launched = { toolUseResult: { status: 'async_launched', agentId: 'a1' } };
  const output = { toolUseResult: { retrieval_status: 'success', task: { task_id: 'a1', status: 'failed' } } };
  const { edges, spans } = await read({
    'p/s.jsonl': [
      main(says('go')),
      main(answers('1', task('t1', 'one'))),
      main(gives('t1', 'launched', launched)),
      main(answers('2', { type: 'tool_use', id: 't2', name: 'TaskOutput', input: { task_id: 'a1' } })),
      main(gives('t2', 'failed', output)),
    ],
    'p/s/subagents/agent-a1.jsonl': [agent(says('one'))],
  });
  expect(edges.map(({ mode, status }) => [mode, status])).toEqual([['spawn_async', 'error']]);
  expect(spans.find(({ spanId }) => spanId === 'agent-a1')?.status).toBe('ERROR');
});

test('an SDK stream as JSON lines keeps the order of its lines, and each result ends a turn', async () => {
  const line = (fields: Fields): Fields => ({ session_id: 's', parent_tool_use_id: null, ...fields });
  const said = (id: string, words: string): Fields => line({ ...answers(id, text(words)), uuid: `u-${id}` });
  const { traces } = await read({
    'out.jsonl': [
      line({ type: 'system', subtype: 'init', uuid: 'i', tools: ['Bash'] }),
      said('z', 'first'),
      said('a', 'second'),
      line({ type: 'result', subtype: 'success', is_error: false, result: 'second', total_cost_usd: 0.1 }),
      said('k', 'third'),
      line({ type: 'result', subtype: 'error_during_execution', is_error: true, total_cost_usd: 0.3 }),
    ],
  });
  expect(traces.map(({ terminal }) => terminal?.state)).toEqual(['completed', 'error']);
  const [first, second] = traces;
  expect(first?.spans.filter(({ kind }) => kind === 'LLM').map(({ responseId }) => responseId)).toEqual(['z', 'a']);
  const main = (trace: Trace | undefined): Span | undefined => trace?.spans.find(({ kind }) => kind === 'AGENT');
  expect(main(first)?.outputMessages?.[0]?.parts).toEqual([{ type: 'text', content: 'second' }]);
  expect(main(first)?.toolDefinitions).toEqual([{ name: 'Bash' }]);
  expect([main(first)?.cost?.scope, main(second)?.cost?.scope]).toEqual(['inclusive', 'cumulative_snapshot']);
  expect([main(first)?.status, main(second)?.status]).toEqual(['OK', 'ERROR']);
});

test('a cut answer and a refusal end a turn as what they are', async () => {
  const stopping = async (reason: string): Promise<unknown> => {
    const main = writer('s');
    const message = { id: '1', role: 'assistant', content: [text('well')], stop_reason: reason };
    const { traces } = await read({ 'p/s.jsonl': [main(says('go')), main({ type: 'assistant', message })] });
    return traces[0]?.terminal;
  };
  expect(await stopping('max_tokens')).toEqual({ state: 'truncated', reason: 'max_tokens', source: 'reported' });
  expect(await stopping('refusal')).toEqual({ state: 'blocked', reason: 'refusal', source: 'reported' });
  expect(await stopping('some new word')).toEqual({ state: 'completed', source: 'derived' });
});

test('a command typed hours later does not lengthen the turn', async () => {
  const main = writer('s');
  const late = main(says('<command-name>/exit</command-name>'));
  const records = [main(says('go')), main(answers('1', text('done'))), { ...late, timestamp: '2026-01-02T00:00:00Z' }];
  const { spans } = await read({ 'p/s.jsonl': records });
  const agent = spans.find(({ kind }) => kind === 'AGENT');
  expect((agent?.endNs ?? 0n) - (agent?.startNs ?? 0n)).toBe(10_000_000_000n);
  expect(agent?.events.map(({ name }) => name)).toEqual(['synthetic_user_message']);
});
