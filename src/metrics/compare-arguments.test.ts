import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../model/json.ts';
import { argumentRules } from './argument-rules.ts';
import { argumentDifferences, argumentKey } from './compare-arguments.ts';

function differences(expected: Json, made: Json, rules: Json): string[] {
  const rule = argumentRules({ tool: rules })?.('tool');
  if (!rule) throw new Error('no rules');
  return argumentDifferences(expected, made, rule);
}

describe('argumentDifferences', () => {
  it('names each path', () => {
    expect(differences({ a: 1, b: { c: [1, 2] } }, { a: 2, b: { c: [1, 3] }, d: 4 }, 'exact')).toEqual([
      'a',
      'b.c[1]',
      'd',
    ]);
    expect(differences('x', 'y', 'exact')).toEqual(['arguments']);
    expect(differences([1], [1, 2], 'exact')).toEqual(['arguments']);
  });

  it('compares numbers by value, and never with texts', () => {
    expect(differences({ a: 1 }, JSON.parse('{"a": 1.0}') as Json, 'exact')).toEqual([]);
    expect(differences({ a: 0 }, JSON.parse('{"a": -0}') as Json, 'exact')).toEqual([]);
    expect(differences({ a: 1 }, { a: '1' }, 'exact')).toEqual(['a']);
    expect(differences({ a: null }, {}, 'exact')).toEqual(['a']);
  });

  it('lets a superset hold more, and a subset less, at every depth', () => {
    const [less, more] = [{ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }];
    expect(differences(less, more, 'superset')).toEqual([]);
    expect(differences(more, less, 'superset')).toEqual(['a.c', 'd']);
    expect(differences(more, less, 'subset')).toEqual([]);
    expect(differences(less, more, 'subset')).toEqual(['a.c', 'd']);
  });

  it('is not led astray by names that every object has', () => {
    const odd = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}') as Json;
    expect(differences(odd, {}, 'exact')).toEqual(['__proto__', 'constructor']);
    expect(differences({}, odd, 'subset')).toEqual(['__proto__', 'constructor']);
    expect(differences(odd, JSON.parse(JSON.stringify(odd)) as Json, 'exact')).toEqual([]);
  });
});

describe('argumentKey', () => {
  const key = fc.constantFrom('a', 'b', '__proto__');
  const value = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>(0, 1, 'x', null),
      fc.array(tie('value'), { maxLength: 2 }),
      fc
        .array(fc.tuple(key, tie('value')), { maxLength: 3 })
        .map((members) => JSON.parse(`{${members.map(([k, v]) => `"${k}":${JSON.stringify(v)}`).join()}}`) as Json),
    ),
  })).value;
  const rules: Json[] = [
    'exact',
    'ignore',
    { a: 'ignore' },
    { '*': 'ignore', a: 'exact' },
    { '*': 'ignore', a: { b: 'exact' } },
    { a: { '*': 'ignore', b: 'exact' } },
    { '*': 'ignore', a: { '*': 'exact', b: 'ignore' } },
  ];

  it('is the same for two values exactly where they do not differ', () => {
    fc.assert(
      fc.property(value, value, fc.constantFrom(...rules), (one, other, given) => {
        const rule = argumentRules({ tool: given })?.('tool');
        if (!rule) throw new Error('no rules');
        const isSame = argumentKey(one, rule) === argumentKey(other, rule);
        expect(isSame).toBe(argumentDifferences(one, other, rule).length === 0);
        expect(argumentDifferences(one, one, rule)).toEqual([]);
      }),
      { numRuns: 800, seed: 11 },
    );
  });
});

describe('argumentRules', () => {
  it.each<Json>(['sometimes', 3, null, ['exact'], { a: 'no' }, { '*': { a: 'exact' } }, { a: { '*': 1 } }])(
    'refuses %j',
    (value) => {
      expect(argumentRules(value)).toBeUndefined();
    },
  );

  it('refuses maps without an end', () => {
    let deep: Json = 'exact';
    for (let level = 0; level < 100; level++) deep = { a: deep };
    expect(argumentRules(deep)).toBeUndefined();
  });
});
