import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { field } from '../json.ts';
import { CASE_KEYS, DELEGATION_KEYS, TRACE_KEYS } from './from-wire.ts';
import { canonicalSchemas } from './schemas.ts';
import { SPAN_KEYS } from './span-from-wire.ts';

const schemas = canonicalSchemas();

function keysOf(kind: keyof typeof schemas): string[] {
  return Object.keys(field(schemas[kind], 'properties') ?? {}).sort();
}

describe('the schemas of canonical records', () => {
  it('name exactly the keys that are read', () => {
    expect(keysOf('span')).toEqual([...SPAN_KEYS].sort());
    expect(keysOf('delegation')).toEqual([...DELEGATION_KEYS].sort());
    expect(keysOf('trace')).toEqual([...TRACE_KEYS].sort());
    expect(keysOf('case')).toEqual([...CASE_KEYS, 'type', 'trace_id'].sort());
  });

  it('are JSON Schemas that accept a record and refuse a misspelt key and a wrong word', () => {
    const validate = new Ajv2020().compile(schemas.span);
    const span = { type: 'span', trace_id: 't', span_id: '1', name: 'a', kind: 'AGENT', start_ns: '17' };
    expect(validate(span)).toBe(true);
    expect(validate({ ...span, ouput_messages: [] })).toBe(false);
    expect(validate({ ...span, kind: 'ROBOT' })).toBe(false);
    expect(validate({ ...span, start_ns: 17 })).toBe(false);
  });
});
