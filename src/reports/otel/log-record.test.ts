import { expect, it } from 'vitest';
import { makeOutcome } from '../../testing/make-run.ts';
import { logRecord } from './log-record.ts';

const attributes = (record: ReturnType<typeof logRecord>) =>
  new Map(
    (record.attributes as { key: string; value: object }[]).map(({ key, value }) => [key, Object.values(value)[0]]),
  );
const keep = (text: string) => text;

it('parents the event on the span that was scored and gives name, score, label and explanation', () => {
  const record = logRecord(makeOutcome({ status: 'scored', score: 0, label: 'empty' }), keep);
  expect(record).toMatchObject({
    eventName: 'gen_ai.evaluation.result',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
  });
  const found = attributes(record);
  expect(found.get('gen_ai.evaluation.name')).toBe('agent.subagent_validity');
  expect(found.get('gen_ai.evaluation.score.value')).toBe(0);
  expect(found.get('gen_ai.evaluation.score.label')).toBe('empty');
  expect(found.get('gen_ai.evaluation.explanation')).toBe('geocoder answered with nothing');
});

it('gives no score where there is none, and error.type only where the metric failed', () => {
  const open = attributes(
    logRecord(makeOutcome({ status: 'unresolved', score: null, reason: 'r', bounds: [0, 1] }), keep),
  );
  expect(open.has('gen_ai.evaluation.score.value')).toBe(false);
  expect(open.get('gen_ai.evaluation.score.label')).toBe('unresolved');
  expect(open.has('error.type')).toBe(false);
  const failed = attributes(
    logRecord(makeOutcome({ status: 'error', score: null, reason: 'timeout', message: 'm' }), keep),
  );
  expect(failed.get('error.type')).toBe('timeout');
});

it('keeps ids that are no OpenTelemetry ids in attributes of its own', () => {
  for (const trace_id of [
    'word',
    '0'.repeat(32),
    '4bf92f3577b34da6a3ce929d0e0e473',
    '4bf92f3577b34da6a3ce929d0e0e473g',
  ]) {
    const record = logRecord(
      makeOutcome(
        { status: 'scored', score: 1 },
        { partition: { type: 'span', trace_id, span_id: '00f067aa0ba902b7' } },
      ),
      keep,
    );
    expect(record).not.toHaveProperty('traceId');
    expect(record).not.toHaveProperty('spanId');
    expect(attributes(record).get('muster.trace_id')).toBe(trace_id);
    expect(attributes(record).get('muster.span_id')).toBe('00f067aa0ba902b7');
  }
});
