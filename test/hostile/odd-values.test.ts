import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { lines, makeFolder } from '../../src/testing/make-folder.ts';

const CALL = {
  trace_id: 't',
  span_id: 'c',
  name: 'chat',
  start_time: '2026-09-21T14:13:20Z',
  end_time: '2026-09-21T14:13:21Z',
  attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 5, 'gen_ai.usage.output_tokens': 7 },
};
const JAEGER = {
  traceID: 'abc',
  spanID: 's',
  operationName: 'x',
  startTime: 17e14,
  duration: 10,
  tags: [{ key: 'gen_ai.operation.name', value: 'invoke_agent' }],
};
const jaeger = (span: object): string => JSON.stringify({ data: [{ traceID: 'abc', spans: [span], processes: {} }] });

const user = (more: object): Json => ({
  uuid: 'u0',
  parentUuid: null,
  sessionId: 's',
  timestamp: '2026-09-21T14:13:20Z',
  type: 'user',
  message: { role: 'user', content: 'do it' },
  ...more,
});
const answer = (id: string, callId: string, usage: Json, timestamp = '2026-09-21T14:13:21Z'): Json => ({
  ...{ uuid: 'u1', parentUuid: 'u0', sessionId: 's', timestamp, type: 'assistant', requestId: 'r' },
  message: {
    ...{ id, role: 'assistant', model: 'm', stop_reason: 'tool_use', usage },
    content: [{ type: 'tool_use', id: callId, name: 'Bash', input: null }],
  },
});

/** Files that each hold values which no honest exporter writes. */
const FILES: Readonly<Record<string, string>> = {
  'tokens beyond every number': lines([
    { ...CALL, attributes: { ...CALL.attributes, 'gen_ai.usage.input_tokens': '9'.repeat(400) } },
  ]),
  'tokens below zero': lines([{ ...CALL, attributes: { ...CALL.attributes, 'gen_ai.usage.input_tokens': -5 } }]),
  'tokens that are NaN': lines([{ ...CALL, attributes: { ...CALL.attributes, 'gen_ai.usage.input_tokens': 'NaN' } }]),
  'the year 9999': lines([{ ...CALL, end_time: '9999-12-31T23:59:59Z' }]),
  'a time of 300 digits': lines([{ ...CALL, end_time: 1e300 }]),
  'a time before the epoch': lines([{ ...CALL, start_time: '0001-01-01T00:00:00Z' }]),
  'an end before the start': lines([{ ...CALL, end_time: '2020-01-01T00:00:00Z' }]),
  'a duration beyond every date': jaeger({ ...JAEGER, duration: 1e306 }),
  'a duration below zero': jaeger({ ...JAEGER, duration: -1e300 }),
  'ids of a session that are empty': lines([
    user({}),
    answer('', '', { input_tokens: 5, output_tokens: 6 }),
    user({ uuid: 'u2', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: '' }] } }),
  ]),
  'tokens of a session beyond every number': lines([
    user({}),
    answer('m', 'q', { input_tokens: '1e400', output_tokens: -6 }),
  ]),
  'a session before the epoch': lines([
    user({ timestamp: '0001-01-01T00:00:00Z' }),
    answer('m', 'q', null, '0001-01-01T00:00:01Z'),
  ]),
  'records with numbers beyond every number': lines([
    {
      ...{
        type: 'span',
        trace_id: 't',
        span_id: 's',
        name: 'a',
        kind: 'LLM',
        start_ns: '9'.repeat(22),
        attempt: '1e400',
      },
      usage: { input_uncached: '1e400', output: -4, scope: 'exclusive', coverage: 'full' },
      cost: { usd: '1e400' },
    },
  ]),
};

describe.each(Object.entries(FILES))('%s', (_, text) => {
  it('ends no command, and is written as canonical records that read back the same', async () => {
    const folder = makeFolder({ 'run.jsonl': text });
    const usage = await folder.muster('usage', 'run.jsonl', '--json');
    expect(usage.out).not.toMatch(/Infinity|NaN|null/);
    for (const command of ['grade', 'show', 'usage']) {
      const { code, out } = await folder.muster(command, 'run.jsonl');
      expect([0, 1, 3]).toContain(code);
      expect(out).not.toMatch(/Infinity|(?<!')NaN|∞/);
    }
    const { out } = await folder.muster('convert', 'run.jsonl');
    folder.write('canonical.jsonl', out);
    const again = await folder.muster('convert', 'canonical.jsonl', '--source', 'spans');
    expect(again.err).toBe('');
    expect(again.out).toBe(out);
  });
});
