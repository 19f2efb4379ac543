import { expect, test } from 'vitest';
import { fromAnyValue, toAttributes } from './any-value.ts';

test('typed values are read in both spellings', () => {
  expect(fromAnyValue({ stringValue: '' })).toBe('');
  expect(fromAnyValue({ int_value: '12' })).toBe(12);
  expect(fromAnyValue({ intValue: '9007199254740993' })).toBe('9007199254740993');
  expect(fromAnyValue({ boolValue: false })).toBe(false);
  expect(fromAnyValue({ arrayValue: { values: [{ doubleValue: 0.5 }, {}] } })).toEqual([0.5, null]);
  expect(fromAnyValue({ kvlistValue: { values: [{ key: 'a', value: { stringValue: 'b' } }] } })).toEqual({ a: 'b' });
});

test('a key such as __proto__ is only a key', () => {
  const value = fromAnyValue({ kvlistValue: { values: [{ key: '__proto__', value: { stringValue: 'x' } }] } });
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
});

test('attributes come from a list, an object or the JSON text of one', () => {
  expect(toAttributes([{ key: 'a', value: { intValue: 1 } }, { odd: true }, null])).toEqual(new Map([['a', 1]]));
  expect(toAttributes('{"a":"b"}')).toEqual(new Map([['a', 'b']]));
  expect(toAttributes(null)).toEqual(new Map());
  expect(toAttributes('text')).toBeUndefined();
  expect(toAttributes(7)).toBeUndefined();
});

test('nested conventions are read as the dotted keys that they stand for', () => {
  const nested = {
    llm: { token_count: { prompt: 3 }, input_messages: [{ message: { role: 'user' } }] },
    metadata: { a: 1 },
  };
  expect(toAttributes(nested)).toEqual(
    new Map<string, unknown>([
      ['llm.token_count.prompt', 3],
      ['llm.input_messages.0.message.role', 'user'],
      ['metadata', { a: 1 }],
    ]),
  );
  const output = { output: { value: { answer: [{ a: 1 }] } } };
  expect(toAttributes(output)).toEqual(new Map([['output.value', { answer: [{ a: 1 }] }]]));
});
