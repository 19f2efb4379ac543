import { isObject, type Json } from '../model/json.ts';
import { jsonText } from './escape-json.ts';

/** JSON of a value that is small, such as one record, on one line. */
export function compactJson(value: Json): string {
  if (typeof value === 'string') return jsonText(value);
  if (Array.isArray(value)) return `[${value.map(compactJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${jsonText(key)}:${compactJson(member)}`);
  return `{${members.join(',')}}`;
}

/** JSON in pieces over several lines, members in the order they stand; `indent` is the spaces of a level. */
export function* writeJson(value: Json, indent: number, level: number): Generator<string> {
  if (typeof value === 'string') yield jsonText(value);
  else if (Array.isArray(value)) yield* writeItems('[', ']', value.length, indent, level, arrayItems(value));
  else if (isObject(value)) {
    const members = Object.entries(value);
    yield* writeItems('{', '}', members.length, indent, level, objectItems(members));
  } else yield JSON.stringify(value);
}

type Item = readonly [prefix: string, value: Json];

function* arrayItems(items: readonly Json[]): Generator<Item> {
  for (const item of items) yield ['', item];
}

function* objectItems(members: readonly (readonly [string, Json])[]): Generator<Item> {
  for (const [key, member] of members) yield [`${jsonText(key)}: `, member];
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
  const lineTo = (depth: number): string => `\n${' '.repeat(indent * depth)}`;
  let before = open;
  for (const [prefix, item] of items) {
    yield `${before}${lineTo(level + 1)}${prefix}`;
    yield* writeJson(item, indent, level + 1);
    before = ',';
  }
  yield `${lineTo(level)}${close}`;
}
