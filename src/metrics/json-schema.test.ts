import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../model/json.ts';
import { compileJsonSchema, type Faulty, isFaulty } from './json-schema.ts';

function errors(schema: Json, value: Json, assertFormats = true): string[] | string {
  const compiled = compileJsonSchema(schema, { assertFormats });
  if (isFaulty(compiled)) return compiled.fault;
  const answer = compiled.validate(value);
  return isFaulty(answer) ? answer.fault : answer.map(({ keyword, instancePath }) => `${keyword}:${instancePath}`);
}

function nested(depth: number): Json {
  let schema: Json = { type: 'string' };
  for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

describe('a JSON Schema from data', () => {
  it('judges without turning one type into another and without filling defaults in', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', default: 3 } }, required: ['n'] };
    expect(errors(schema, { n: '3' })).toEqual(['type:/n']);
    expect(errors(schema, {})).toEqual(['required:']);
    expect(errors(schema, { n: 3 })).toEqual([]);
  });

  it('is read in the dialect that it names, and in 2020-12 where it names none', () => {
    const pair = { items: [{ type: 'string' }, { type: 'number' }], additionalItems: false };
    for (const dialect of [{}, { $schema: 'http://json-schema.org/draft-07/schema#' }]) {
      expect(errors({ ...dialect, ...pair }, ['a', 1])).toEqual([]);
      expect(errors({ ...dialect, ...pair }, [1, 1])).toEqual(['type:/0']);
      expect(errors({ ...dialect, ...pair }, ['a', 1, 2])).toHaveLength(1);
    }
    const inherited = { $schema: 'https://json-schema.org/draft/2019-09/schema', unevaluatedProperties: false };
    expect(errors(inherited, { a: 1 })).toEqual(['unevaluatedProperties:']);
    expect(errors({ $schema: 'https://example.org/mine' }, 1)).toBe('schema_dialect_unknown');
    expect(errors({ $schema: 5 }, 1)).toBe('schema_dialect_unknown');
  });

  it('is understood in the forms of Gemini and OpenAPI', () => {
    const gemini = {
      type: 'OBJECT',
      properties: {
        city: { type: 'STRING', nullable: true },
        unit: { type: 'STRING', enum: ['c', 'f'], nullable: true, format: 'enum' },
        days: { type_: 'INTEGER', format: 'int64' },
        tags: { type: 'ARRAY', items: { type: 'STRING' }, minItems: '1' },
        any: { type: 'TYPE_UNSPECIFIED' },
        price: { type: 'NUMBER', minimum: 0, exclusiveMinimum: true },
      },
      required: ['city'],
      propertyOrdering: ['city', 'unit'],
    };
    expect(errors(gemini, { city: null, unit: null, days: 2, tags: ['a'], any: [], price: 1 })).toEqual([]);
    expect(errors(gemini, { city: 1, unit: 'k', days: '2', tags: [], price: 0 })).toEqual([
      'type:/city',
      'enum:/unit',
      'type:/days',
      'minItems:/tags',
      'exclusiveMinimum:/price',
    ]);
    const either = { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }], nullable: true };
    expect(errors(either, null)).toEqual([]);
    expect(errors(either, true)).toContain('anyOf:');
  });

  it('asserts the formats of dates, times and addresses, and no other', () => {
    const text = (format: string): Json => ({ type: 'string', format });
    const good: Record<string, string> = {
      date: '2026-05-01',
      'date-time': '2026-05-01T10:00:00Z',
      time: '10:00:00Z',
      email: 'a@b.org',
      uri: 'https://a.org/b',
      uuid: '123e4567-e89b-12d3-a456-426614174000',
      ipv4: '10.0.0.1',
      ipv6: '::1',
    };
    for (const [format, value] of Object.entries(good)) {
      expect(errors(text(format), value), format).toEqual([]);
      expect(errors(text(format), 'not so'), format).toEqual(['format:']);
      expect(errors(text(format), 'not so', false), format).toEqual([]);
      expect(errors(text(format), 7), format).toEqual(['type:']);
    }
    for (const format of ['hostname', 'float', 'constructor', '__proto__', 'toString'])
      expect(errors(text(format), 'anything at all')).toEqual([]);
  });

  it('knows no property that only every object has', () => {
    expect(errors({ type: 'object', required: ['toString', 'constructor'] }, {})).toEqual(['required:', 'required:']);
    const named = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as Json;
    expect(errors(named, {})).toEqual([]);
  });

  it('follows references inside it, also around, and fetches none', () => {
    const tree = {
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['id'] } },
      $ref: '#/$defs/node',
    };
    expect(errors(tree, { id: 1, next: { id: 2, next: {} } })).toEqual(['required:/next/next']);
    const hidden = { components: { schemas: { A: { type: 'STRING' } } }, $ref: '#/components/schemas/A' };
    expect(errors(hidden, 1)).toEqual(['type:']);
    for (const $ref of ['https://example.org/a.json', 'file:///etc/passwd', '#/nowhere', '#__proto__', 'constructor'])
      expect(errors({ $ref }, 1), $ref).toBe('schema_unresolvable');
  });

  it.each<[string, Json]>([
    ['a word for a type', { type: 'strng' }],
    ['no object', 5],
    ['null', null],
    ['a property that is a number', { properties: { a: 5 } }],
    ['names that are no texts', { required: [{ a: 1 }] }],
    ['an empty choice', { enum: [], type: 'strnig' }],
    ['a count that is none', { minLength: -1 }],
  ])('is refused where it is invalid: %s', (_, schema) => {
    expect(errors(schema, {})).toBe('schema_invalid');
  });

  it('is refused where it is too deep, holds too much or cannot be run in linear time', () => {
    expect(errors(nested(20), {})).toEqual([]);
    expect(errors(nested(200), {})).toBe('schema_too_large');
    expect(errors({ enum: Array.from({ length: 30_000 }, (_, n) => n) }, 1)).toBe('schema_too_large');
    expect(errors({ description: 'x'.repeat(600_000) }, 1)).toBe('schema_too_large');
    expect(errors({ pattern: '(?=a)b' }, 'b')).toBe('schema_pattern_unsupported');
    expect(errors({ pattern: `a${'b'.repeat(3000)}` }, 'b')).toBe('schema_pattern_unsupported');
  });

  it('stops where a value would take too many steps', () => {
    const $defs: Record<string, Json> = { a0: { type: 'string' } };
    for (let n = 1; n < 40; n++)
      $defs[`a${n}`] = { allOf: [{ $ref: `#/$defs/a${n - 1}` }, { $ref: `#/$defs/a${n - 1}` }] };
    expect(errors({ $defs, $ref: '#/$defs/a39' }, 'x')).toBe('schema_too_costly');
    expect(errors({ allOf: [{ $ref: '#' }] }, 'x')).toBe('schema_too_costly');
    expect(errors({ properties: { a: { $ref: '#' } }, type: 'object' }, { a: { a: 1 } })).toEqual(['type:/a/a']);
    expect(
      errors(
        { type: 'array', items: { required: Array.from({ length: 500 }, (_, n) => `k${n}`) } },
        Array(450).fill({}),
      ),
    ).toBe('schema_too_costly');
  });

  it('runs hostile patterns in linear time, and distinct items too', () => {
    const evil = {
      type: 'object',
      patternProperties: { '^(a+)+$': { type: 'string' } },
      properties: { a: { pattern: '^(\\w+)*$' } },
    };
    expect(errors(evil, { [`${'a'.repeat(1000)}!`]: 1, a: `${'a'.repeat(1000)}!` })).toEqual(['pattern:/a']);
    const items = Array.from({ length: 3000 }, (_, n) => ({ n }));
    expect(errors({ type: 'array', uniqueItems: true }, items)).toEqual([]);
    expect(
      errors({ type: 'array', uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toEqual(['uniqueItems:']);
  });

  it('understands characters by number in patterns', () => {
    expect(errors({ pattern: '^[\\u00e0-\\u00ff]+\\/$' }, 'éà/')).toEqual([]);
    expect(errors({ pattern: '^\\\\u0041$' }, '\\u0041')).toEqual([]);
  });

  it('tells at most a hundred errors, and cannot judge a value without end', () => {
    expect(errors({ items: { type: 'string' } }, Array(1000).fill(1))).toHaveLength(100);
    let deep: Json = 1;
    for (let level = 0; level < 100; level++) deep = [deep];
    expect(errors({}, deep)).toBe('value_too_large');
  });

  it('keeps the order of its own members in errors, whatever was compiled before', () => {
    const a = { properties: { x: { type: 'string' }, y: { type: 'string' } } };
    const b = { properties: { y: { type: 'string' }, x: { type: 'string' } } };
    expect(errors(a, { x: 1, y: 1 })).toEqual(['type:/x', 'type:/y']);
    expect(errors(b, { x: 1, y: 1 })).toEqual(['type:/y', 'type:/x']);
  });

  it('never becomes code: no text of it runs', () => {
    const breakouts = [
      ...['"', "'", '`', '*/', ')', '}', '\\', '\n', '\u2028'].map((end) => `${end});globalThis.pwned=1;//`),
      `$${'{'}globalThis.pwned=1}`,
      'x]=globalThis.pwned=1;//',
    ];
    for (const text of breakouts) {
      const map = Object.fromEntries([[text, { type: 'string' }]]);
      for (const schema of [
        { properties: map, required: [text], additionalProperties: false },
        { patternProperties: map },
        { enum: [text], const: text, title: text, $comment: text, description: text, default: text },
        { $defs: map, $ref: `#/$defs/${text}` },
        { $id: text, $anchor: text, properties: { a: { $ref: text } } },
        { $id: `https://a.org/${text}`, $ref: `#/${text}` },
        { format: text, pattern: text, type: 'string' },
        { dependentRequired: { [text]: [text] }, dependentSchemas: map, propertyNames: { const: text } },
        { $async: true, [text]: text, type: text },
        { discriminator: { propertyName: text }, oneOf: [{ properties: { [text]: { const: text } } }] },
      ] as Json[]) {
        const compiled = compileJsonSchema(schema);
        const answer: unknown = isFaulty(compiled) ? compiled : compiled.validate({ [text]: text, a: text });
        const isTold = Array.isArray(answer) || typeof (answer as Faulty).fault === 'string';
        expect(isTold, JSON.stringify(schema)).toBe(true);
      }
    }
    expect('pwned' in globalThis).toBe(false);
  });
});

const leaf = fc.constantFrom<Json>(
  { type: 'string', minLength: 2 },
  { type: ['integer', 'null'], minimum: 1 },
  { enum: ['a', 1, null] },
  { const: { k: [1] } },
  { type: 'array', items: { type: 'number' }, maxItems: 1, uniqueItems: true },
  true,
  {},
);
const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({
      type: fc.constant('object'),
      required: fc.constant(['a', 'b']),
      additionalProperties: fc.boolean(),
      properties: fc.record({ a: tie('schema'), c: tie('schema') }),
    }),
    fc.record({ anyOf: fc.tuple(tie('schema'), tie('schema')) }),
    fc.record({ allOf: fc.tuple(tie('schema'), tie('schema')), not: leaf }),
    fc.record({ prefixItems: fc.tuple(tie('schema')), items: tie('schema') }),
    fc.record({ properties: fc.record({ b: tie('schema') }), unevaluatedProperties: fc.constant(false) }),
  ) as fc.Arbitrary<Json>,
}));
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<Json>('a', 'ab', 0, 1, 2.5, null, true, { k: [1] }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'z'), tie('value'), { maxKeys: 3 }),
  ) as fc.Arbitrary<Json>,
})).value;

it('finds the errors that the validator itself finds, in its order', () => {
  const plain = new Ajv2020({ strict: false, allErrors: true });
  fc.assert(
    fc.property(schema, value, (drawn, instance) => {
      const validate = plain.compile(typeof drawn === 'boolean' ? drawn : { ...(drawn as object) });
      const expected = validate(instance) ? [] : validate.errors?.map((each) => `${each.keyword}:${each.instancePath}`);
      expect(errors(drawn, instance)).toEqual(expected);
    }),
    { numRuns: 20, seed: 7 },
  );
});
