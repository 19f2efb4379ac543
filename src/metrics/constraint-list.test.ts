import { describe, expect, it } from 'vitest';
import type { Json } from '../model/json.ts';
import { readConstraints } from './constraint-list.ts';
import { instantNs } from './instant.ts';
import { parseJsonPath, valuesAt } from './json-path.ts';

const CHECK = { kind: 'contains', value: 'x' };

function fault(list: Json): string {
  const read = readConstraints(list);
  return 'fault' in read ? `${read.fault.path.join('.')}: ${read.fault.expected}` : 'none';
}

describe('a list of constraints', () => {
  it('is read with every field', () => {
    const item = { id: 'a', description: 'd', check: CHECK, declared_at: '2026-05-01T10:00:00Z', protected: true };
    expect(readConstraints([item])).toEqual({
      constraints: [{ id: 'a', description: 'd', check: CHECK, declaredAt: '2026-05-01T10:00:00Z', protected: true }],
    });
  });

  it.each<[Json, string]>([
    [{}, ': a list of constraints'],
    [[5], '0: a mapping with id and check'],
    [[{ check: CHECK }], '0: an id'],
    [[{ id: ' ', check: CHECK }], '0.id: an id'],
    [
      [
        { id: 'a', check: CHECK },
        { id: 'a', check: CHECK },
      ],
      '1.id: an id of its own: item 1 has it',
    ],
    [[{ id: 'a' }], '0: a mapping with a kind'],
    [[{ id: 'a', chek: CHECK, check: CHECK }], '0.chek: no key of a constraint. Did you mean check?'],
    [[{ id: 'a', check: CHECK, declared_at: 'yesterday' }], '0.declared_at: a time such as 2026-05-01T10:00:00Z'],
    [[{ id: 'a', check: { kind: 'regexp', pattern: 'x' } }], '0.check.kind: one of expr, regex'],
    [[{ id: 'a', check: { kind: 'toString' } }], '0.check.kind: one of expr'],
    [
      [{ id: 'a', check: { kind: 'regex', pattern: '(?=x)' } }],
      '0.check.pattern: a regular expression that runs in linear',
    ],
    [[{ id: 'a', check: { kind: 'max_cost', value: Number.NaN } }], '0.check.value: a number of 0 or more'],
    [[{ id: 'a', check: { kind: 'max_cost', value: -1 } }], '0.check.value: a number of 0 or more'],
    [[{ id: 'a', check: { kind: 'max_cost' } }], '0.check: max_cost with value'],
    [[{ id: 'a', check: { kind: 'expr', path: '$.a' } }], '0.check: expr with one of min, max'],
    [[{ id: 'a', check: { kind: 'expr', path: 'a()', max: 1 } }], '0.check.path: a path such as'],
    [[{ id: 'a', check: { kind: 'expr', path: '$.a', max: Number.POSITIVE_INFINITY } }], '0.check.max: a number'],
    [
      [{ id: 'a', check: { kind: 'json_schema', schema: { type: 'odd' } } }],
      '0.check.schema: a JSON Schema that can be used',
    ],
    [
      [{ id: 'a', check: { kind: 'required_tool', name: 'x', min_calls: 0 } }],
      '0.check.min_calls: a whole number of 1 or more',
    ],
    [
      [{ id: 'a', check: { kind: 'contains', value: 'x', ignorecase: true } }],
      '0.check.ignorecase: no key of contains',
    ],
    [Array.from({ length: 1001 }, (_, n) => ({ id: `${n}`, check: CHECK })), ': at most 1000 constraints'],
  ])('is refused at the place that is wrong: %j', (list, expected) => {
    expect(fault(list)).toContain(expected);
  });

  it('leaves what a judge or a function needs to them', () => {
    expect(fault([{ id: 'a', check: { kind: 'judge', rubric: 'is it kind?', scale: [1, 5] } }])).toBe('none');
  });
});

describe('a path', () => {
  it('names places and nothing else', () => {
    const value = { a: [{ 'b c': 1 }, { 'b c': 2 }], "it's": 3, length: 4 };
    const at = (path: string): readonly Json[] | undefined => {
      const steps = parseJsonPath(path);
      return steps && valuesAt(value, steps);
    };
    expect(at('$')).toEqual([value]);
    expect(at("$.a[0]['b c']")).toEqual([1]);
    expect(at('$.a[*]["b c"]')).toEqual([1, 2]);
    expect(at('$.a[-1].*')).toEqual([2]);
    expect(at("$['it\\'s']")).toEqual([3]);
    expect(at('$.length')).toEqual([4]);
    expect(at('$.a.length')).toEqual([]);
    expect(at('$.toString')).toEqual([]);
    expect(at('$.a[9].x')).toEqual([]);
    for (const odd of ['a', '$..a', '$.a[?(@.b)]', '$.a[0:2]', '$.a()', '$[a]', '$.', '', `$${'.a'.repeat(300)}`])
      expect(parseJsonPath(odd), odd).toBeUndefined();
  });
});

it('reads a time with its offset, and no other text', () => {
  expect(instantNs('1970-01-01T00:00:01.5Z')).toBe(1_500_000_000n);
  expect(instantNs('1970-01-01T01:00:00+01:00')).toBe(0n);
  for (const odd of ['1970-01-01', '1970-01-01T00:00:00', '1970-13-01T00:00:00Z', 'now'])
    expect(instantNs(odd)).toBeUndefined();
});
