import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { field, type Json, listField } from '../json.ts';
import { INNER_KEYS, PART_KEYS, RECORD_KEYS } from './keys.ts';
import { canonicalSchemas } from './schemas.ts';

const schemas = canonicalSchemas();

/** Keys of the object that a schema describes, at a path of members; `*` is the item of a list. */
function keysOf(kind: keyof typeof schemas, ...path: string[]): string[] {
  let at: Json | undefined = schemas[kind];
  for (const step of path) at = step === '*' ? field(at, 'items') : field(field(at, 'properties'), step);
  return Object.keys(field(at, 'properties') ?? {}).sort();
}

const sorted = (keys: Iterable<string> | undefined): string[] => [...(keys ?? [])].sort();

describe('the schemas of canonical records', () => {
  it.each(['span', 'delegation', 'trace', 'case'] as const)('name exactly the keys that are read of a %s', (kind) => {
    expect(keysOf(kind)).toEqual(sorted(RECORD_KEYS[kind]));
  });

  it.each([
    ['agent', 'span', 'agent'],
    ['at', 'span', 'at'],
    ['cost', 'span', 'cost'],
    ['definition', 'span', 'tool_definitions', '*'],
    ['error', 'span', 'errors', '*'],
    ['escalation', 'case', 'escalation'],
    ['event', 'span', 'events', '*'],
    ['expectedCall', 'case', 'expected_calls', '*'],
    ['link', 'span', 'links', '*'],
    ['match', 'case', 'match'],
    ['message', 'span', 'output_messages', '*'],
    ['model', 'span', 'model'],
    ['task', 'case', 'task'],
    ['terminal', 'trace', 'terminal'],
    ['tool', 'span', 'tool'],
    ['usage', 'span', 'usage'],
  ] as const)('name exactly the keys that are read of the %s inside a record', (name, kind, ...path) => {
    expect(keysOf(kind, ...path)).toEqual(sorted(INNER_KEYS[name]));
  });

  it('name exactly the keys that are read of each part', () => {
    const parts = field(field(field(schemas.span, 'properties'), 'system_instructions'), 'items');
    const described = listField(parts, 'anyOf').flatMap((part) => {
      const properties = field(part, 'properties');
      const type = field(properties, 'type');
      const types = [field(type, 'const') ?? listField(type, 'enum')].flat();
      return types.map((each) => [each, sorted(Object.keys(properties ?? {}))]);
    });
    expect(new Map(described as [string, string[]][])).toEqual(
      new Map([...PART_KEYS].map(([type, keys]) => [type, sorted(keys)])),
    );
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
