import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { At } from '../problems/problem.ts';
import { isDeeperThan, tooDeepLine } from '../problems/yaml-depth.ts';
import type { ConfigMap, ConfigValue, Path } from './loaded-config.ts';

/** A YAML or JSON file as data, where every value knows its line. */
export interface Positioned {
  readonly value: ConfigMap;
  placeOf(path: Path): At;
}

const ALIASES = 100;
const DEPTH = 64;
const TOO_DEEP = `it is nested more than ${DEPTH} levels deep`;

/**
 * Parses YAML (JSON is YAML), with merge keys, as agents-cli reads them. Throws Failure CONFIG_UNREADABLE with the line.
 */
export function parsePositioned(file: string, text: string): Positioned {
  const deepLine = tooDeepLine(text, DEPTH);
  if (deepLine !== undefined) throw new Failure('CONFIG_UNREADABLE', { reason: TOO_DEEP }, { file, line: deepLine });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, merge: true });
  // A warning is a tag that nothing resolves: its value would be read as something else than it says.
  const error = document.errors[0] ?? document.warnings[0];
  if (error)
    throw new Failure('CONFIG_UNREADABLE', { reason: error.message }, { file, line: lines.linePos(error.pos[0]).line });
  const value = toData(document, file);
  if (isDeeperThan(value, DEPTH)) throw new Failure('CONFIG_UNREADABLE', { reason: TOO_DEEP }, { file, line: 1 });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Failure('CONFIG_UNREADABLE', { reason: 'the top level must be a mapping' }, { file, line: 1 });
  }
  return { value: value as ConfigMap, placeOf: (path) => placeIn(document, path, file, lines) };
}

function toData(document: Document, file: string): ConfigValue {
  try {
    return (document.toJS({ maxAliasCount: ALIASES }) ?? {}) as ConfigValue;
  } catch (error) {
    throw new Failure(
      'CONFIG_UNREADABLE',
      { reason: error instanceof Error ? error.message : 'it cannot be resolved' },
      { file },
    );
  }
}

function placeIn(document: Document, path: Path, file: string, lines: LineCounter): At {
  const pointer = path.length
    ? `/${path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
    : '';
  for (let length = path.length; length >= 0; length--) {
    const range = rangeOf(document, path.slice(0, length));
    if (range !== undefined) return { file, line: lines.linePos(range).line, ...(pointer && { pointer }) };
  }
  return { file, line: 1 };
}

function rangeOf(document: Document, path: Path): number | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const last = path.at(-1);
  if (isMap(parent) && last !== undefined) {
    const pair = parent.items.find((item) => isNode(item.key) && String(item.key) === String(last));
    if (pair && isNode(pair.key)) return pair.key.range?.[0];
  }
  const node = path.length ? document.getIn(path, true) : document.contents;
  return isNode(node) ? node.range?.[0] : undefined;
}

/** Refuses keys that nothing reads: Failure CONFIG_UNKNOWN_KEY with the nearest known ones. */
export function refuseUnknownKeys(file: Positioned, path: Path, value: ConfigMap, known: readonly string[]): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const facts = { key: unknown, near: didYouMean(unknown, known), known: known.join(', ') };
  throw new Failure('CONFIG_UNKNOWN_KEY', facts, file.placeOf([...path, unknown]));
}

/** A Failure CONFIG_BAD_VALUE at a place. */
export function badValue(file: Positioned, path: Path, value: ConfigValue | undefined, expected: string): Failure {
  const facts = { key: path.map(String).join('.'), value: JSON.stringify(value ?? null), expected };
  return new Failure('CONFIG_BAD_VALUE', facts, file.placeOf(path));
}

/** A mapping, or a Failure. */
export function asMap(file: Positioned, path: Path, value: ConfigValue | undefined): ConfigMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badValue(file, path, value, 'a mapping');
  return value as ConfigMap;
}

/** A list of texts, or a Failure. */
export function asTexts(file: Positioned, path: Path, value: ConfigValue): readonly string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw badValue(file, path, value, 'a list of texts');
  return value as readonly string[];
}
