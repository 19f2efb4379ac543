import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import type { Json } from '../../model/json.ts';
import { Failure } from '../../problems/failure.ts';
import type { At } from '../../problems/problem.ts';

/** One case as it stands in its file. */
export interface Entry {
  readonly value: Json;
  readonly at: At;
  /** Place of a member: of its key where it has one. */
  place(path: readonly (string | number)[]): At;
}

/** The cases of a text: a list, a mapping with `cases`, or JSON lines. Throws Failure CASES_BAD_FILE. */
export function entriesOf(file: string, text: string): Entry[] {
  if (/\.(jsonl|ndjson)$/i.test(file) || isLines(text)) return lineEntries(file, text);
  try {
    return documentEntries(file, text);
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw bad('it is nested too deep', { file });
    throw error;
  }
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
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false }) as Document[];
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
    return {
      value: (node?.toJS(document, { maxAliasCount: 100 }) ?? null) as Json,
      at: lineAt(node?.range?.[0]),
      place: (path) => lineAt(offsetOf(node, path) ?? node?.range?.[0]),
    };
  });
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
