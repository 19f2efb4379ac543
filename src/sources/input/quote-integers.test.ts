import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quoteLongIntegers } from './quote-integers.ts';

/** A tree whose integers may be long, and its JSON text. */
const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: fc.constantFrom('\\', '"', ',', ':', ' ', '1234567890123456789', 'é', '[', '}') }),
    fc.constantFrom(null, true),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: fc.constantFrom('\\', '"', '12345678901234567890', ':') }), tie('node'), {
      maxKeys: 4,
    }),
  ),
})).node;

function write(value: unknown, gap: string, exact: boolean): string {
  if (typeof value === 'bigint') {
    const isLong = !Number.isSafeInteger(Number(value));
    return exact && isLong ? `"${value}"` : String(value);
  }
  if (typeof value === 'number') {
    const text = JSON.stringify(value);
    return exact && /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? `"${text}"` : text;
  }
  if (Array.isArray(value)) return `[${gap}${value.map((item) => write(item, gap, exact)).join(`,${gap}`)}${gap}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${gap}${write(item, gap, exact)}`);
  return `{${gap}${members.join(`,${gap}`)}${gap}}`;
}

it('puts exactly the integers beyond 2^53 into quotes, whatever stands in strings and keys', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom('', ' ', '\n  '), (value, gap) => {
      const text = `[${gap}${write(value, gap, false)}${gap}]`;
      const expected = `[${gap}${write(value, gap, true)}${gap}]`;
      expect(JSON.parse(quoteLongIntegers(text))).toEqual(JSON.parse(expected));
    }),
    { numRuns: 200, seed: 3 },
  );
});

it('leaves long integers inside strings and keys alone', () => {
  const text = String.raw`{"a":"x, 12345678901234567890, y","b, 12345678901234567890 ":["\\", "\", 12345678901234567890,"]}`;
  expect(quoteLongIntegers(text)).toBe(text);
});

it('changes nothing in a text without long integers', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!/\d{16}/.test(text));
      expect(quoteLongIntegers(text)).toBe(text);
    }),
    { numRuns: 100, seed: 4 },
  );
});

it('leaves fractions, exponents, leading zeros and the largest exact integers alone', () => {
  const text = '[1234567890123456789.5,1234567890123456789e3,0000000000000000001,9007199254740991,-9007199254740991]';
  expect(quoteLongIntegers(text)).toBe(text);
  expect(quoteLongIntegers('[9007199254740992,-9007199254740993]')).toBe('["9007199254740992","-9007199254740993"]');
});

it('does not repair a text that is not JSON', () => {
  for (const text of ['{1234567890123456789:1}', '[1 1234567890123456789]', '{ 1234567890123456789 }']) {
    expect(() => JSON.parse(quoteLongIntegers(text))).toThrow();
  }
});

it('finds the end of strings that end in backslashes', () => {
  const text = `[${`"${'\\\\'.repeat(50)}",`.repeat(20)}12345678901234567890]`;
  expect(quoteLongIntegers(text).endsWith('"12345678901234567890"]')).toBe(true);
});
