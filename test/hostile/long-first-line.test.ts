import { expect, it } from 'vitest';
import { makeFolder } from '../../src/testing/make-folder.ts';

/** Longer than what detection holds of a file. */
const LONG = 'x '.repeat(4_500_000);
const MESSAGES = [{ role: 'assistant', parts: [{ type: 'text', content: LONG }] }];
const SESSION = { parentUuid: null, sessionId: 's', timestamp: '2026-09-21T14:13:20Z', isSidechain: false };
const FLAT = {
  ...{ trace_id: 't', span_id: 's', name: 'a', start_time: '2026-09-21T14:13:20Z' },
  attributes: { 'openinference.span.kind': 'AGENT', 'agent.name': 'a', 'output.value': LONG },
};
const attribute = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
const OTLP = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: '00f067aa0ba902b7',
  name: 'invoke_agent a',
  attributes: [
    attribute('gen_ai.operation.name', 'invoke_agent'),
    attribute('gen_ai.output.messages', JSON.stringify(MESSAGES)),
  ],
};
const json = (...records: object[]): string => records.map((record) => JSON.stringify(record)).join('\n');

it.each([
  ['run.jsonl', 'otlp', json({ resourceSpans: [{ scopeSpans: [{ spans: [OTLP] }] }] })],
  ['run.jsonl', 'otlp', json(FLAT, { ...FLAT, span_id: 's2' })],
  ['run.json', 'otlp', json(FLAT)],
  ['run.jsonl', 'spans', json({ type: 'span', trace_id: 't', span_id: 's', kind: 'AGENT', output_messages: MESSAGES })],
  [
    'run.jsonl',
    'claude-code',
    json(
      { ...SESSION, type: 'user', message: { role: 'user', content: LONG }, uuid: 'u0' },
      {
        ...SESSION,
        parentUuid: 'u0',
        type: 'assistant',
        uuid: 'u1',
        message: { id: 'm', role: 'assistant', content: [] },
      },
    ),
  ],
])('%s of %s is recognised by a first line of nine megabytes', async (name, source, text) => {
  const folder = makeFolder({ [name]: text });
  const { code, out, err } = await folder.muster('show', name);
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toContain(`${source}, `);
});
