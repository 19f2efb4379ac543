import { isObject, type Json } from '../model/json.ts';
import { jsonText } from './escape-json.ts';

/** JSON in pieces, members in the order they stand; with `indent` (spaces of a level) on several lines. */
export function* writeJson(value: Json, indent = 0, level = 0): Generator<string> {
  if (typeof value === 'string') yield jsonText(value);
  else if (Array.isArray(value)) yield* writeItems('[', ']', value.length, indent, level, arrayItems(value));
  else if (isObject(value)) {
    const members = Object.entries(value);
    yield* writeItems('{', '}', members.length, indent, level, objectItems(members, indent));
  } else yield JSON.stringify(value);
}

type Item = readonly [prefix: string, value: Json];

function* arrayItems(items: readonly Json[]): Generator<Item> {
  for (const item of items) yield ['', item];
}

function* objectItems(members: readonly (readonly [string, Json])[], indent: number): Generator<Item> {
  for (const [key, member] of members) yield [`${jsonText(key)}:${indent ? ' ' : ''}`, member];
}

function* writeItems(
  open: string,
  close: string,
  count: number,
  indent: number,
  level: number,
  items: Iterable<Item>,
): Generator<string> {
  if (count === 0) {
    yield open + close;
    return;
  }
  const lineTo = (depth: number): string => (indent ? `\n${' '.repeat(indent * depth)}` : '');
  let before = open;
  for (const [prefix, item] of items) {
    yield `${before}${lineTo(level + 1)}${prefix}`;
    yield* writeJson(item, indent, level + 1);
    before = ',';
  }
  yield `${lineTo(level)}${close}`;
}
