import { describe, expect, test } from 'vitest';
import { Assembly } from '../../model/assemble.ts';
import type { Json } from '../../model/json.ts';
import type { Trace } from '../../model/trace.ts';
import { memoryFile } from '../input/memory-file.ts';
import { otlpSource } from './source.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00000000000000a1';
type Fields = { readonly [key: string]: Json };

const attributes = (values: Fields): Json =>
  Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: String(value) } }));
const span = (values: Fields, more: Fields = {}): Json => ({
  resourceSpans: [
    { scopeSpans: [{ spans: [{ traceId: TRACE, spanId: SPAN, name: 'n', attributes: attributes(values), ...more }] }] },
  ],
});
const log = (eventName: string, more: Fields): Json => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: [{ traceId: TRACE, spanId: SPAN, eventName, ...more }] }] }],
});
const body = (value: Json): Json => {
  if (typeof value === 'string') return { stringValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(body) } };
  return {
    kvlistValue: { values: Object.entries(value as Fields).map(([key, each]) => ({ key, value: body(each) })) },
  };
};

async function traceOf(...records: readonly Json[]): Promise<Trace> {
  const assembly = new Assembly(() => {});
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  for await (const record of otlpSource.read([memoryFile('a.jsonl', Buffer.from(text))], { report: () => {} }))
    assembly.add(record, { name: 'otlp', runUnit: 'trace' });
  const [trace] = assembly.finish().sessions[0]?.traces ?? [];
  if (!trace) throw new Error('no trace');
  return trace;
}

const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'weather' };

describe('log records about the span of a tool call', () => {
  test.each<[string, Json[]]>([
    [
      'messages by their events',
      [
        log('gen_ai.tool.message', {
          timeUnixNano: '1790000000000000001',
          body: body({ content: '{"city":"Rome"}', id: 'c1' }),
        }),
        log('gen_ai.choice', { timeUnixNano: '1790000000000000002', body: body({ message: { content: 'sunny' } }) }),
      ],
    ],
    [
      'a body of input and output',
      [
        log('strands', {
          body: body({
            input: { messages: [{ role: 'tool', content: { content: '{"city":"Rome"}', id: 'c1' } }] },
            output: { messages: [{ role: 'assistant', content: { message: 'sunny' } }] },
          }),
        }),
      ],
    ],
    [
      'the keys of a span in the body',
      [
        log('gen_ai.tool.details', {
          body: body({ 'gen_ai.tool.call.arguments': '{"city":"Rome"}', 'gen_ai.tool.call.result': 'sunny' }),
        }),
      ],
    ],
    [
      'the keys of a span in the attributes of two',
      [
        log('gen_ai.tool.details', { attributes: attributes({ 'gen_ai.tool.call.arguments': '{"city":"Rome"}' }) }),
        log('gen_ai.tool.details', { attributes: attributes({ 'gen_ai.tool.call.result': 'sunny' }) }),
      ],
    ],
  ])('hold its arguments and its result: %s', async (_, logs) => {
    for (const records of [
      [span(TOOL), ...logs],
      [...logs.toReversed(), span(TOOL)],
    ]) {
      const [read] = (await traceOf(...records)).spans;
      expect(read?.tool).toMatchObject({ name: 'weather', arguments: { city: 'Rome' }, result: 'sunny' });
      expect([read?.inputMessages, read?.outputMessages, read?.outputSource]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test('never go over what the span itself records; arguments that do not parse stay text', async () => {
    const details = log('gen_ai.tool.details', {
      attributes: attributes({ 'gen_ai.tool.call.arguments': 'Rome', 'gen_ai.tool.call.result': 'sunny' }),
    });
    const own = await traceOf(span({ ...TOOL, 'gen_ai.tool.call.arguments': '{"city":"Oslo"}' }), details);
    expect(own.spans[0]?.tool).toEqual({ name: 'weather', arguments: { city: 'Oslo' }, result: 'sunny' });
    const text = await traceOf(span(TOOL), details);
    expect(text.spans[0]?.tool).toEqual({ name: 'weather', argumentsRaw: 'Rome', result: 'sunny' });
  });

  test('of a model call stay its messages', async () => {
    const choice = log('gen_ai.choice', { body: body({ message: { content: 'sunny' } }) });
    const [read] = (await traceOf(span({ 'gen_ai.operation.name': 'chat' }), choice)).spans;
    expect([read?.outputSource, read?.outputMessages?.length, read?.tool]).toEqual(['event', 1, undefined]);
  });
});

describe('what a recorder left out at its limits', () => {
  const CHAT = { 'gen_ai.operation.name': 'chat' };
  const findings = async (...records: readonly Json[]): Promise<unknown> => (await traceOf(...records)).findings;
  const cut = [{ kind: 'truncated_attributes', count: 1, spanIds: [SPAN] }];

  test.each<[string, Json[]]>([
    ['attributes of a span', [span(CHAT, { droppedAttributesCount: 3 })]],
    ['attributes of a span, in snake case and as text', [span(CHAT, { dropped_attributes_count: '3' })]],
    ['events of a span', [span(CHAT, { droppedEventsCount: 1 })]],
    ['links of a span', [span(CHAT, { droppedLinksCount: 1 })]],
    ['attributes of an event', [span(CHAT, { events: [{ name: 'e', droppedAttributesCount: 1 }] })]],
    ['attributes of a link', [span(CHAT, { links: [{ traceId: TRACE, spanId: SPAN, droppedAttributesCount: 1 }] })]],
    [
      'as an attribute, where the format has no field for it',
      [span({ ...CHAT, 'otel.dropped_attributes_count': '2' })],
    ],
    ['attributes of a log record', [span(CHAT), log('gen_ai.choice', { droppedAttributesCount: 1 })]],
  ])('is told: %s', async (_, records) => {
    expect(await findings(...records)).toMatchObject(cut);
  });

  test('is counted on the span, so that it is not lost in another format', async () => {
    const events = [{ name: 'e', droppedAttributesCount: 1 }];
    const records = [span(CHAT, { droppedAttributesCount: 3, droppedEventsCount: 2, events })];
    const logs = log('gen_ai.choice', { body: body({ message: { content: 'x' } }), droppedAttributesCount: 5 });
    const [read] = (await traceOf(...records, logs)).spans;
    expect(read?.attributes.get('otel.dropped_attributes_count')).toBe(9);
    expect(read?.attributes.get('otel.dropped_events_count')).toBe(2);
  });

  test('is not told where nothing was, nor of logs that say nothing of a span', async () => {
    const none: Fields = {
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      events: [{ name: 'e', droppedAttributesCount: 0 }],
    };
    expect(await findings(span(CHAT, none), log('http.access', { droppedAttributesCount: 4 }))).toEqual([]);
    for (const odd of [-1, 'many', null, 1.5, {}])
      expect(await findings(span(CHAT, { droppedAttributesCount: odd }))).toEqual([]);
  });
});
