import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
} from 'yaml';
import type { Json } from '../../model/json.ts';
import { Failure } from '../../problems/failure.ts';
import type { At } from '../../problems/problem.ts';
import { tooDeepLine } from '../../problems/yaml-depth.ts';
import { inspectValue } from '../input/inspect-value.ts';
import { DEPTH_LIMIT } from '../input/limits.ts';
import { CASE_SHAPE, type Shape } from './case-shape.ts';

const TOO_DEEP = `it is nested more than ${DEPTH_LIMIT} levels deep`;

/** One case as it stands in its file. */
export interface Entry {
  readonly value: Json;
  readonly at: At;
  /** Place of a member: of its key where it has one. */
  place(path: readonly (string | number)[]): At;
}

/** The cases of a text: a list, a mapping with `cases`, or JSON lines. Throws Failure CASES_BAD_FILE. */
export function entriesOf(file: string, text: string): Entry[] {
  const entries = parsedEntries(file, text);
  // An alias to what holds it makes a value without end.
  const deep = entries.find(({ value }) => inspectValue(value, DEPTH_LIMIT) === 'too deep');
  if (deep) throw bad(TOO_DEEP, deep.at);
  return entries;
}

function parsedEntries(file: string, text: string): Entry[] {
  if (/\.(jsonl|ndjson)$/i.test(file) || isLines(text)) return lineEntries(file, text);
  // A case stands in a list, and that in a mapping.
  const deep = tooDeepLine(text, DEPTH_LIMIT + 2);
  if (deep !== undefined) throw bad(TOO_DEEP, { file, line: deep });
  return documentEntries(file, text);
}

function bad(reason: string, at: At): Failure {
  return new Failure('CASES_BAD_FILE', { reason }, at);
}

/** Each line a JSON object of its own. */
function isLines(text: string): boolean {
  const [first = '', second = ''] = text.split(/\r?\n/, 20).filter((line) => line.trim() !== '');
  return /^\s*\{.*\}\s*$/.test(first) && second.trimStart().startsWith('{');
}

function lineEntries(file: string, text: string): Entry[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const at = { file, line: index + 1 };
    try {
      return [{ value: JSON.parse(line) as Json, at, place: () => at }];
    } catch {
      throw bad('a line is not valid JSON', at);
    }
  });
}

function documentEntries(file: string, text: string): Entry[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, merge: true }) as Document[];
  const lineAt = (offset: number | undefined): At =>
    offset === undefined ? { file } : { file, line: lines.linePos(offset).line };
  const [document] = documents;
  const error = documents.flatMap((each) => each.errors)[0];
  if (error) throw bad(error.message, lineAt(error.pos[0]));
  if (documents.length > 1) throw bad('it holds several documents', lineAt(documents[1]?.range?.[0]));
  const contents = document?.contents;
  const list = isMap(contents) ? contents.get('cases', true) : contents;
  if (!document || !isSeq(list)) throw bad('it is no list of cases', { file, line: 1 });
  if (isMap(contents)) {
    const other = contents.items.find(({ key }) => !(isScalar(key) && key.value === 'cases'));
    const key = other && isScalar(other.key) ? other.key : undefined;
    if (key) {
      const facts = { key: String(key.value), near: '', known: 'cases' };
      throw new Failure('CONFIG_UNKNOWN_KEY', facts, lineAt(key.range?.[0]));
    }
  }
  return list.items.map((item) => {
    const node = isNode(item) ? item : undefined;
    keepTexts(node, CASE_SHAPE, document);
    return {
      value: node ? resolvedValue(node, document, lineAt(node.range?.[0])) : null,
      at: lineAt(node?.range?.[0]),
      place: (path) => lineAt(offsetOf(node, path) ?? node?.range?.[0]),
    };
  });
}

/** Throws Failure CASES_BAD_FILE for aliases that lead nowhere, or to more than a file should hold. */
function resolvedValue(node: Node, document: Document, at: At): Json {
  try {
    return node.toJS(document, { maxAliasCount: 100 }) as Json;
  } catch (error) {
    if (error instanceof ReferenceError) throw bad(error.message, at);
    throw error;
  }
}

/** An id such as 0042 or 12e7 is a number to YAML: where a text is expected it stays as it was written. */
function keepTexts(node: unknown, shape: Shape | undefined, document: Document): void {
  const at = isAlias(node) ? node.resolve(document) : node;
  if (shape === 'text' && isScalar(at) && typeof at.value === 'number') at.value = at.source ?? at.value;
  if (shape === undefined || typeof shape === 'string') return;
  if ('list' in shape && isSeq(at)) for (const item of at.items) keepTexts(item, shape.list, document);
  if (!('members' in shape) || !isMap(at)) return;
  for (const { key, value } of at.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (Object.hasOwn(shape.members, name)) keepTexts(value, shape.members[name], document);
  }
}

/** Offset of the key of a member, or of an item. */
function offsetOf(node: Node | undefined, path: readonly (string | number)[]): number | undefined {
  let at: unknown = node;
  let offset = node?.range?.[0];
  for (const step of path) {
    if (isMap(at)) {
      const pair = at.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (!pair) return offset;
      offset = (isNode(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      at = pair.value;
    } else if (isSeq(at) && typeof step === 'number') {
      at = at.items[step];
      offset = (isNode(at) ? at.range?.[0] : undefined) ?? offset;
    } else return offset;
  }
  return offset;
}
