import { expect, test } from 'vitest';
import type { Opening } from '../define-source.ts';
import { detectSpans } from './detect.ts';

function opening(records: readonly unknown[], more: Partial<Opening> = {}): Opening {
  return { path: 'p', text: '', shape: 'lines', records, topKeys: [], itemKeys: [], ...more };
}

test('OTLP, Tempo and Jaeger are known for certain', () => {
  for (const record of [
    { resourceSpans: [] },
    { resource_logs: [] },
    { batches: [] },
    { data: [{ traceID: 't', spans: [], processes: {} }] },
  ])
    expect([record, detectSpans(opening([record]))?.confidence]).toEqual([record, 'definite']);
});

test('spans of any dialect are likely', () => {
  for (const record of [
    { trace_id: 't', span_id: 's', name: 'n' },
    [{ spanContext: { traceId: 't', spanId: 's' }, name: 'n' }],
    { spans: [{ trace_id: 't', span_id: 's', name: 'n' }] },
    { 'context.span_id': 's', 'context.trace_id': 't', name: 'n' },
    { traceId: 't', spanId: 's', body: {} },
    { 'gen_ai.request.model': 'm' },
  ])
    expect([record, detectSpans(opening([record]))?.confidence]).toEqual([record, 'likely']);
});

test('documents longer than the opening are known by their keys', () => {
  const long = (more: Partial<Opening>) => detectSpans(opening([], { shape: 'document', ...more }))?.confidence;
  expect(long({ topKeys: ['resourceSpans'] })).toBe('definite');
  expect(long({ topKeys: ['data', 'total'], text: '{"data":[{"traceID":"t","spans":[{"operationName":' })).toBe(
    'definite',
  );
  expect(long({ itemKeys: ['trace_id', 'span_id', 'name'] })).toBe('likely');
  expect(long({ itemKeys: ['name', 'spanContext'] })).toBe('likely');
  expect(long({ topKeys: ['session_id', 'spans'], text: '{"spans":[{"span_id":' })).toBe('likely');
});

test('other formats are left to their sources', () => {
  for (const record of [
    { type: 'span', trace_id: 't', span_id: 's', name: 'n' },
    { type: 'user', uuid: 'u', sessionId: 's' },
    { eval_cases: [] },
    { role: 'user', content: 'q' },
    { trace: { id: 't' }, observations: [] },
    { object: 'trace.span', id: 'x', trace_id: 't' },
    [],
    null,
    7,
  ])
    expect([record, detectSpans(opening([record]))]).toEqual([record, undefined]);
});
