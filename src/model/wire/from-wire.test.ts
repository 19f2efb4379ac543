import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problems/problem.ts';
import type { Json } from '../json.ts';
import type { Span } from '../span.ts';
import { fromWire } from './from-wire.ts';
import { toWire, type WireRecord } from './to-wire.ts';

const AT = { file: 'run.jsonl', line: 3 };

function read(record: Json): { record: WireRecord | undefined; problems: Problem[] } {
  const problems: Problem[] = [];
  return { record: fromWire(record, AT, (found) => problems.push(found)), problems };
}

function readSpan(members: Record<string, Json>): { span: Span; problems: Problem[] } {
  const { record, problems } = read({
    type: 'span',
    trace_id: 't',
    span_id: '1',
    name: 'n',
    kind: 'AGENT',
    ...members,
  });
  if (record?.type !== 'span') throw new Error('no span');
  return { span: record.span, problems };
}

describe('reading canonical records', () => {
  it('keeps nanoseconds beyond 2^53 exactly', () => {
    const { span } = readSpan({ start_ns: '1700000000000000001', end_ns: 1234 });
    expect([span.startNs, span.endNs]).toEqual([1700000000000000001n, 1234n]);
  });

  it('reads numbers written as text', () => {
    const { span } = readSpan({ usage: { input_uncached: '120', output: 7, scope: 'exclusive', coverage: 'full' } });
    expect(span.usage).toMatchObject({ inputUncached: 120, output: 7 });
  });

  it('keeps an unknown key among the attributes and reports it', () => {
    const { span, problems } = readSpan(JSON.parse('{"flavour":{"sweet":true},"__proto__":1}'));
    expect([...span.attributes]).toEqual([
      ['flavour', { sweet: true }],
      ['__proto__', 1],
    ]);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['SOURCE_UNKNOWN_KEY', "unknown key 'flavour' is kept among the attributes"],
      ['SOURCE_UNKNOWN_KEY', "unknown key '__proto__' is kept among the attributes"],
    ]);
  });

  it('reads null as absent, and an empty output as recorded and empty', () => {
    const { span, problems } = readSpan({ input_messages: null, output_messages: [], usage: null, end_ns: null });
    expect(problems).toEqual([]);
    expect(span.outputMessages).toEqual([]);
    expect(Object.keys(span)).not.toContain('inputMessages');
    expect(Object.keys(span)).not.toContain('usage');
    expect(Object.keys(span)).not.toContain('endNs');
    expect(toWire({ type: 'span', span })).toMatchObject({ output_messages: [] });
  });

  it('leaves a field unknown that does not fit, and says which', () => {
    const { span, problems } = readSpan({ kind: 'ROBOT', status: 'fine', start_ns: 'soon', usage: { output: -1 } });
    expect([span.kind, span.status, span.startNs, span.usage?.output]).toEqual([
      'UNKNOWN',
      'UNSET',
      undefined,
      undefined,
    ]);
    expect(problems.map(({ code }) => code)).toEqual(Array(4).fill('SOURCE_BAD_VALUE'));
    expect(problems.map(({ message }) => message).join('\n')).toContain('usage.output has the value -1');
  });

  it('knows nothing of the scope and coverage of a usage that names none', () => {
    expect(readSpan({ usage: { output: 5 } }).span.usage).toEqual({ output: 5, scope: 'unknown', coverage: 'unknown' });
  });

  it('keeps a part of an unknown type as generic', () => {
    const { span } = readSpan({ output_messages: [{ role: 'assistant', parts: [{ type: 'hologram', depth: 3 }] }] });
    expect(span.outputMessages?.[0]?.parts).toEqual([
      { type: 'generic', kind: 'hologram', value: { type: 'hologram', depth: 3 } },
    ]);
  });

  it.each([
    [{ type: 'span', trace_id: 't' }],
    [{ type: 'delegation', trace_id: 't' }],
    [{ type: 'trace' }],
    [{ type: 'case', trace_id: 't' }],
    [{ type: 'content', trace_id: 't', span_id: '1' }],
    [[]],
    ['span'],
  ] as [Json][])('refuses %j as a record', (value) => {
    const { record, problems } = read(value);
    expect(record).toBeUndefined();
    expect(problems.map(({ code, at }) => [code, at])).toEqual([['SOURCE_BAD_RECORD', AT]]);
  });

  it('leaves out unknown keys of a delegation, a trace and a case, and reports them', () => {
    const codes = [
      { type: 'delegation', id: 'd', trace_id: 't', colour: 1 },
      { type: 'trace', trace_id: 't', colour: 1 },
      { type: 'case', id: 'c', colour: 1 },
    ].map((record) => read(record).problems.map(({ code }) => code));
    expect(codes).toEqual(Array(3).fill(['SOURCE_IGNORED_KEY']));
  });

  it('reports unknown keys inside a record by their path', () => {
    const { span, problems } = readSpan({
      agent: { name: 'a', nme: 'b' },
      usage: { input: 5, output: 1 },
      output_messages: [
        {
          role: 'assistant',
          parts: [
            { type: 'text', text: 'hi' },
            { type: 'hologram', depth: 3 },
          ],
        },
      ],
    });
    expect(span.usage).toEqual({ output: 1, scope: 'unknown', coverage: 'unknown' });
    expect(problems.map(({ message }) => message)).toEqual(
      ['agent.nme', 'output_messages.0.parts.0.text', 'usage.input'].map((key) => `unknown key '${key}' is left out`),
    );
  });

  it('keeps the place that a record names as its own, else that of the line', () => {
    expect(readSpan({}).span.at).toEqual(AT);
    expect(readSpan({ at: { file: 'first.json', line: 9 } }).span.at).toEqual({ file: 'first.json', line: 9 });
  });
});

describe('hostile records', () => {
  it('are read or refused, never thrown at, whatever stands in any field', () => {
    const keys =
      `type trace_id span_id id name kind start_ns status errors agent input_messages output_messages tool_calls
      tool tool_definitions model usage cost finish_reasons links events attributes at terminal mode match task
      expected_calls constraints tags trial escalation __proto__`.split(/\s+/);
    const junk = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('span', 'case', 'trace', 'delegation', 'x'));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...keys), junk), { maxLength: 12 }), (members) => {
        const { record, problems } = read(JSON.parse(JSON.stringify(Object.fromEntries(members))) as Json);
        expect(record !== undefined || problems.length > 0).toBe(true);
        if (record) expect(JSON.stringify(toWire(record))).toBeTypeOf('string');
      }),
      { numRuns: 150, seed: 3 },
    );
  });
});
