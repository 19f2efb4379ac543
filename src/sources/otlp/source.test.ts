import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../model/canonical-json.ts';
import { textOf } from '../../model/message.ts';
import type { Span } from '../../model/span.ts';
import type { ModelRecord } from '../../model/trace.ts';
import type { Problem } from '../../problems/problem.ts';
import { memoryFile } from '../input/memory-file.ts';
import { otlpSource } from './source.ts';

const SAMPLES = fileURLToPath(new URL('./samples/', import.meta.url));
const sample = (name: string): string => readFileSync(SAMPLES + name, 'utf8');

interface Read {
  readonly records: ModelRecord[];
  readonly spans: Span[];
  readonly problems: Problem[];
}

async function read(...contents: string[]): Promise<Read> {
  const records: ModelRecord[] = [];
  const problems: Problem[] = [];
  const files = contents.map((content, index) => memoryFile(`${index}.json`, content));
  for await (const record of otlpSource.read(files, { report: (found) => problems.push(found) })) records.push(record);
  return { records, problems, spans: records.flatMap((record) => (record.type === 'span' ? [record.span] : [])) };
}

function named(spans: readonly Span[], name: string): Span {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`no span ${name}`);
  return found;
}

const codes = (problems: readonly Problem[]): string[] => problems.map((found) => found.code);
const withoutPlace = (record: ModelRecord): string =>
  canonicalJson(JSON.parse(canonicalJson(record), (key, value) => (key === 'at' ? undefined : value)));

describe('containers', () => {
  test('OTLP: every recorded fact of a span is there', async () => {
    const { spans, problems } = await read(sample('good/otlp-genai.json'));
    expect(problems).toEqual([]);
    expect(spans.map((span) => span.kind)).toEqual(['AGENT', 'LLM', 'TOOL', 'AGENT', 'LLM']);
    const planner = named(spans, 'invoke_agent planner');
    expect(planner).toMatchObject({
      sessionId: 'conv-1',
      startNs: 1790000000000000123n,
      status: 'OK',
      agent: { name: 'planner' },
      outputSource: 'span',
      usage: { inputUncached: 260, output: 42, scope: 'inclusive' },
      finishReasons: ['stop'],
      at: { file: '0.json', pointer: '/resourceSpans/0/scopeSpans/0/spans/0' },
    });
    expect(planner.parentId).toBeUndefined();
    expect(planner.attributes.get('muster.case_id')).toBe('case-7');
    expect(textOf(planner.outputMessages ?? [])).toBe('It is 12 degrees in Oslo.');
    const chat = named(spans, 'chat m-large');
    expect(chat.usage).toMatchObject({ inputUncached: 40, cacheRead: 60, output: 20, scope: 'exclusive' });
    expect(chat.model).toEqual({ requested: 'm-large', responded: 'm-large-2026', provider: 'openai' });
    expect(chat.responseId).toBe('resp-1');
    expect(chat.toolDefinitions).toEqual([{ name: 'ask_weather', parameters: { type: 'object' } }]);
    expect(chat.systemInstructions).toEqual([{ type: 'text', content: 'Plan the work.' }]);
    expect(chat.outputMessages?.[0]?.parts[0]).toMatchObject({ type: 'tool_call', id: 'call_1', name: 'ask_weather' });
    expect(named(spans, 'execute_tool ask_weather').tool).toEqual({
      name: 'ask_weather',
      callId: 'call_1',
      arguments: { task: 'Oslo' },
      result: '12 degrees',
    });
    const failed = named(spans, 'chat m-small');
    expect(failed.status).toBe('ERROR');
    expect(failed.errors.map((error) => error.source)).toEqual(['status', 'error.type', 'exception_event']);
    expect(failed.outputMessages).toBeUndefined();
    expect(failed.links).toEqual([{ traceId: `${'0'.repeat(31)}1`, spanId: `${'0'.repeat(15)}9` }]);
  });

  test('JSON lines in snake case, with log records that carry the content', async () => {
    const { spans, records, problems } = await read(sample('good/otlp-lines-with-logs.jsonl'));
    expect(problems).toEqual([]);
    expect(spans.map((span) => [span.kind, span.status, span.at.line])).toEqual([
      ['LLM', 'OK', 2],
      ['AGENT', 'OK', 1],
    ]);
    const content = records.filter((record) => record.type === 'content');
    expect(content.map((record) => record.spanId)).toEqual(['0000000000000002', '0000000000000002']);
    expect(textOf(content[0]?.inputMessages ?? [])).toBe('Hello?');
    expect(content[1]?.outputMessages).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: 'Hello yourself.' }], finishReason: 'stop' },
    ]);
  });

  test('Tempo batches with base64 ids and long numbers give the ids and times of OTLP', async () => {
    const [tempo, otlp] = [await read(sample('good/tempo-batches.json')), await read(sample('good/otlp-genai.json'))];
    expect(tempo.problems).toEqual([]);
    const facts = (span: Span): unknown[] => [span.spanId, span.parentId, span.traceId, span.startNs, span.endNs];
    expect(tempo.spans.map(facts)).toEqual(otlp.spans.slice(0, 2).map(facts));
  });

  test('Jaeger: microseconds, references, typed tags, logs and the session of its process', async () => {
    const { spans, problems } = await read(sample('good/jaeger.json'));
    expect(problems).toEqual([]);
    const chat = named(spans, 'openai.chat');
    expect(chat).toMatchObject({
      kind: 'LLM',
      parentId: '0000000000000001',
      sessionId: 's-9',
      startNs: 1790000000000200000n,
      endNs: 1790000000001200000n,
      finishReasons: ['tool_calls'],
      usage: { inputUncached: 30, output: 4 },
    });
    expect(chat.inputMessages?.map((message) => message.role)).toEqual(['system', 'user']);
    expect(named(spans, 'invoke_agent ops').status).toBe('OK');
    expect(named(spans, 'GET')).toMatchObject({
      kind: 'UNKNOWN',
      status: 'ERROR',
      errors: [{ type: 'HTTPError', source: 'exception_event' }],
      events: [{ name: 'exception', timeNs: 1790000000001350000n }],
    });
  });

  test('Phoenix rows: columns, nested attributes, ISO times; an empty output is recorded empty', async () => {
    const { spans, problems } = await read(sample('good/phoenix.jsonl'));
    expect(problems).toEqual([]);
    expect(named(spans, 'answer')).toMatchObject({
      kind: 'AGENT',
      startNs: 1790000000000250000n,
      endNs: 1790000005000000000n,
      agent: { name: 'answerer' },
      outputMessages: [],
      usage: { inputUncached: 7, output: 0 },
    });
    expect(named(spans, 'retrieve')).toMatchObject({
      kind: 'RETRIEVER',
      parentId: '0000000000000001',
      sessionId: 's-5',
    });
  });

  test('one span a line, a bare list and a single object are read alike', async () => {
    const list = (await memoryFile('list', sample('good/flat-openinference.json')).document(() => {})) as unknown[];
    const whole = await read(sample('good/flat-openinference.json'));
    const lines = await read(list.map((span) => JSON.stringify(span)).join('\n'));
    expect(lines.records.map(withoutPlace)).toEqual(whole.records.map(withoutPlace));
    const single = await read(JSON.stringify(list[0], null, 2));
    expect(single.spans).toHaveLength(1);
  });
});

test('a wrapper names the trace of spans that name none', async () => {
  const { spans, problems } = await read('{"traces":[{"trace_id":"t","spans":[{"span_id":"s","name":"chat m"}]}]}');
  expect(problems).toEqual([]);
  expect(spans.map((span) => [span.traceId, span.spanId])).toEqual([['t', 's']]);
});

describe('conventions', () => {
  test('OpenInference: a handoff is an edge, stated by both sides, and no tool call', async () => {
    const { spans, records } = await read(sample('good/flat-openinference.json'));
    expect(named(spans, 'handoff to math')).toMatchObject({ kind: 'HANDOFF', kindRaw: 'TOOL', status: 'ERROR' });
    const edges = records.flatMap((record) => (record.type === 'delegation' ? [record.delegation] : []));
    expect(edges).toMatchObject([
      { fromAgent: 'coordinator', toAgent: 'math', mode: 'handoff', basis: 'reported', viaSpanId: '0000000000000003' },
      { fromAgent: 'coordinator', toAgent: 'math', mode: 'handoff', basis: 'reported', toSpanId: '0000000000000004' },
    ]);
  });

  test('OpenInference: the last turn of an agent is its answer, earlier calls are listed beside it', async () => {
    const math = named((await read(sample('good/flat-openinference.json'))).spans, 'math');
    expect(textOf(math.outputMessages ?? [])).toBe('42.');
    expect(math.toolCalls).toEqual([{ type: 'tool_call', id: 'c2', name: 'multiply', arguments: { a: 6, b: 7 } }]);
  });

  test('OpenInference: cache beyond the input is read as standing beside it; a tool definition is no argument', async () => {
    const { spans } = await read(sample('good/flat-openinference.json'));
    expect(named(spans, 'response').usage).toMatchObject({ inputUncached: 4, cacheRead: 2000, inputTotalReported: 4 });
    expect(named(spans, 'response').responseId).toBe('resp_9');
    expect(named(spans, 'multiply').tool).toMatchObject({ callId: 'c2', arguments: { a: 6, b: 7 }, result: '42.0' });
  });

  test('OpenLLMetry: a printed call is no text, the wrapper names the session, handoffs are edges', async () => {
    const { spans, records } = await read(sample('good/session-openllmetry.json'));
    expect(new Set(spans.map((span) => span.sessionId))).toEqual(new Set(['s-3']));
    expect(named(spans, 'triage.agent').outputMessages?.[0]?.parts[0]?.type).toBe('generic');
    expect(named(spans, 'billing.agent').outputMessages).toEqual([]);
    expect(named(spans, 'Agent Workflow').kind).toBe('CHAIN');
    const edges = records.flatMap((record) => (record.type === 'delegation' ? [record.delegation] : []));
    expect(edges.map((edge) => [edge.fromAgent, edge.toAgent, edge.viaSpanId ?? edge.toSpanId])).toEqual([
      ['triage', 'billing', '0000000000000003'],
      ['triage', 'billing', '0000000000000004'],
    ]);
  });

  test('AI SDK: a call that ran tools is an agent, a single question is not; in any order', async () => {
    const list = JSON.parse(sample('good/readable-spans-ai-sdk.json')) as unknown[];
    for (const order of [list, [...list].reverse()]) {
      const { spans } = await read(JSON.stringify(order));
      const kinds = new Map(spans.map((span) => [span.spanId.at(-1), span.kind]));
      expect([...kinds].sort()).toEqual([
        ['1', 'AGENT'],
        ['2', 'LLM'],
        ['3', 'TOOL'],
        ['4', 'LLM'],
        ['5', 'CHAIN'],
        ['6', 'LLM'],
      ]);
      const planner = spans.find((span) => span.kind === 'AGENT');
      expect(planner).toMatchObject({ agent: { name: 'trip-planner' }, sessionId: 's-4', outputSource: 'vendor' });
    }
  });

  test('events: messages of a chat in order of time, arguments and result of a tool', async () => {
    const { spans } = await read(sample('good/span-events.json'));
    expect(named(spans, 'invoke_agent Strands Agents')).toMatchObject({
      outputSource: 'event',
      finishReasons: ['end_turn'],
    });
    const chat = named(spans, 'chat');
    expect(chat.inputMessages?.map((message) => message.role)).toEqual(['system', 'user']);
    expect(chat.outputMessages?.[0]?.parts.map((part) => part.type)).toEqual(['text', 'tool_call']);
    expect(chat.usage).toMatchObject({ inputUncached: 20, cacheWrite: 5, output: 9 });
    expect(named(spans, 'execute_tool calculator').tool).toEqual({
      name: 'calculator',
      callId: 't1',
      arguments: { expression: '2+2' },
      result: '4',
      resultIsError: false,
    });
  });
});

describe('bad input', () => {
  test('spans without ids are reported with their place; the others are kept', async () => {
    const { spans, problems } = await read(sample('bad/without-ids.json'));
    expect(spans.map((span) => span.name)).toEqual(['invoke_agent kept']);
    expect(new Set(codes(problems))).toEqual(new Set(['SOURCE_BAD_RECORD']));
    expect(problems.map((found) => found.at?.pointer)).toContain('/resourceSpans/0/scopeSpans/0/spans/1');
    expect(problems).toHaveLength(5);
  });

  test('a field of a wrong type is unknown and reported', async () => {
    const { spans, problems } = await read(sample('bad/wrong-types.json'));
    expect(spans).toHaveLength(2);
    expect(spans[0]).toMatchObject({ status: 'UNSET', name: '' });
    expect(spans[0]?.startNs).toBeUndefined();
    expect(named(spans, 'chat m').usage).toBeUndefined();
    expect(new Set(codes(problems))).toEqual(new Set(['SOURCE_BAD_VALUE']));
  });

  test('attributes without ids are refused with the reason', async () => {
    const { records, problems } = await read(sample('bad/attributes-only.json'));
    expect(records).toEqual([]);
    expect(problems[0]?.message).toContain('without a trace id and a span id');
  });

  test('a file without spans says so', async () => {
    expect(codes((await read(sample('bad/no-spans.json'))).problems)).toEqual(['SOURCE_NO_SPANS']);
    expect(codes((await read('{"resourceLogs":[]}')).problems)).toEqual(['SOURCE_NO_SPANS']);
  });

  test('a broken line costs only itself, also when it is the first', async () => {
    const first = await read(sample('bad/broken-first-line.jsonl'));
    expect([first.spans.length, codes(first.problems)]).toEqual([5, ['INPUT_BAD_JSON']]);
    const last = await read(sample('bad/cut-last-line.jsonl'));
    expect([last.spans.length, codes(last.problems)]).toEqual([5, ['INPUT_BAD_JSON']]);
  });

  test('zero ids are kept as ids, a zero parent is none', async () => {
    const zero = { traceId: '1'.repeat(32), spanId: '0'.repeat(16), parentSpanId: '0'.repeat(16), name: 'a' };
    const { spans, problems } = await read(JSON.stringify([zero, { ...zero, name: 'b' }]));
    expect(problems).toEqual([]);
    expect(spans.map((span) => [span.spanId, span.parentId])).toEqual([
      ['0'.repeat(16), undefined],
      ['0'.repeat(16), undefined],
    ]);
  });

  test('a file cut at any byte never throws and is never silent', async () => {
    const text = sample('good/otlp-lines-with-logs.jsonl');
    for (let length = 1; length < text.length; length += 41) {
      const { records, problems } = await read(text.slice(0, length));
      expect(records.length + problems.length).toBeGreaterThan(0);
    }
  });

  test('any value in place of any other never throws', async () => {
    const values: readonly unknown[] = [
      null,
      7,
      'x',
      [],
      {},
      [[]],
      { toString: 1, toJSON: 2, valueOf: null },
      true,
      -1,
      '{"a":',
      [null],
    ];
    for (const name of readdirSync(`${SAMPLES}good`).filter((each) => !each.includes('.expected.'))) {
      const [first] = sample(`good/${name}`).startsWith('{"')
        ? sample(`good/${name}`).split('\n')
        : [sample(`good/${name}`)];
      const paths = pathsOf(JSON.parse(first ?? ''), []);
      for (const [index, path] of paths.entries()) {
        const copy = JSON.parse(first ?? '') as object;
        replace(copy, path, values[index % values.length]);
        await expect(read(JSON.stringify(copy))).resolves.toBeDefined();
      }
    }
  });
});

/** Paths to what stands inside a value; of the elements of a list, one of each attribute and of each other shape. */
function pathsOf(value: unknown, path: readonly string[], shape = '', seen = new Set<string>()): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const own = Array.isArray(value) ? String((member as { key?: unknown } | null)?.key ?? '*') : key;
    const here = `${shape}/${own}`;
    const inner = pathsOf(member, [...path, key], here, seen);
    if (seen.has(here)) return inner;
    seen.add(here);
    return [[...path, key], ...inner];
  });
}

function replace(root: object, path: readonly string[], value: unknown): void {
  let at = root as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[path.at(-1) ?? ''] = value;
}

test('files may come in any order, and content may come before its span', async () => {
  const [spans, logs] = [sample('good/otlp-genai.json'), sample('good/otlp-lines-with-logs.jsonl')];
  const sorted = async (...files: string[]): Promise<string[]> =>
    (await read(...files)).records.map(withoutPlace).sort();
  expect(await sorted(spans, logs)).toEqual(await sorted(logs, spans));
});
