import type { Opening } from '../define-source.ts';
import { brokenValue } from './broken-value.ts';
import { isLinesName } from './candidate-names.ts';
import { lineJoiner } from './join-indented.ts';
import { layoutOf } from './layout.ts';
import { parseRecord } from './parse-record.ts';
import { plainKey } from './plain-key.ts';
import type { Head } from './read-head.ts';
import { scanJson } from './scan-json.ts';

const TEXT_LENGTH = 64 * 1024;
const RECORDS = 20;
const KEYS = 200;
const KEY_LENGTH = 200;

/** Keys at the top of the first value, and of the first element when that value is a list. Broken text is read so far. */
function keysOf(text: string): { topKeys: string[]; itemKeys: string[] } {
  const topKeys = new Set<string>();
  const itemKeys = new Set<string>();
  const isList = text.trimStart().startsWith('[');
  scanJson(text, 0, (raw, depth, element) => {
    const keys = depth === 1 ? topKeys : depth === 2 && isList && element === 0 ? itemKeys : undefined;
    if (keys && keys.size < KEYS && raw.length <= KEY_LENGTH) keys.add(plainKey(raw));
  });
  return { topKeys: [...topKeys], itemKeys: [...itemKeys] };
}

function parseQuietly(text: string): unknown {
  return parseRecord(text.trim(), { file: '' }, () => {});
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The first records of lines; with `indented`, of values written over several lines. The last one may be cut. */
function firstRecords(text: string, indented: boolean): unknown[] {
  const records: unknown[] = [];
  const joiner = indented ? lineJoiner(text.length + 1, () => {}) : undefined;
  const keep = (json: string | undefined): void => {
    const value = json === undefined || json.trim() === '' ? undefined : parseQuietly(json);
    if (isRecord(value)) records.push(value);
  };
  let line = 0;
  for (let start = 0; start < text.length && records.length < RECORDS; line++) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const json = text.slice(start, end);
    keep(joiner ? joiner.add({ line, text: json })?.text : json);
    start = end + 1;
  }
  if (records.length < RECORDS) keep(joiner?.end()?.text);
  return records;
}

/** What detection sees of a file: its shape, first records and keys. */
export function makeOpening(path: string, head: Head): Opening {
  const text = head.text.slice(0, TEXT_LENGTH);
  const layout = layoutOf(head.text);
  const base = { path, text, topKeys: [], itemKeys: [] };
  if (layout === 'no JSON') return { ...base, shape: 'other', records: [] };
  const isOneLine = !head.text.trim().includes('\n');
  if (layout !== 'one value' || (isOneLine && isLinesName(path))) {
    return { ...base, shape: 'lines', records: firstRecords(head.text, layout === 'indented values') };
  }
  const value = head.isWhole ? (parseQuietly(head.text) ?? brokenValue(head.text, 1)?.value) : undefined;
  return { path, text, shape: 'document', records: isRecord(value) ? [value] : [], ...keysOf(head.text) };
}
