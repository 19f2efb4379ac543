import { parse, stringify } from 'yaml';
import { canonicalJson } from '../model/canonical-json.ts';
import { compareText } from '../model/canonical-order.ts';
import { isObject, type Json } from '../model/json.ts';
import type { Manifest } from './manifest.ts';

const WIDTH = 80;

/**
 * A manifest as YAML, byte for byte as PyYAML writes it with sorted keys: lists are not indented below their key, and a
 * line is broken at the first space beyond 80 columns. A published manifest prints back as it was published.
 */
export function manifestYaml(manifest: Manifest): string {
  const data = JSON.parse(JSON.stringify(manifest)) as Json;
  const text = `${blockLines(data, 0).join('\n')}\n`;
  if (reads(text, data)) return text;
  return stringify(data, { sortMapEntries: true, lineWidth: WIDTH, aliasDuplicateObjects: false });
}

/** True when a text is the data: what no layout of ours holds, such as a bare scalar, is left to the library. */
function reads(text: string, data: Json): boolean {
  try {
    return canonicalJson(parse(text)) === canonicalJson(data);
  } catch {
    return false;
  }
}

function blockLines(value: Json, indent: number): string[] {
  const pad = ' '.repeat(indent);
  if (Array.isArray(value)) return value.flatMap((item: Json) => itemLines(item, indent, pad));
  if (!isObject(value)) return [scalar(value)];
  return Object.keys(value)
    .sort(compareText)
    .flatMap((key) => {
      const member = value[key] ?? null;
      const head = `${pad}${scalar(key)}:`;
      if (isLeaf(member)) return fold(`${head} `, scalar(member), indent + 2);
      return [head, ...blockLines(member, Array.isArray(member) ? indent : indent + 2)];
    });
}

function itemLines(item: Json, indent: number, pad: string): string[] {
  if (isLeaf(item)) return fold(`${pad}- `, scalar(item), indent + 2);
  const [first = '', ...rest] = blockLines(item, indent + 2);
  return [`${pad}- ${first.slice(indent + 2)}`, ...rest];
}

/** True for what stands on the line of its key: scalars and empty collections. */
function isLeaf(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return !isObject(value) || Object.keys(value).length === 0;
}

/** Breaks at single spaces once a line is longer than the width. Quoted text that needs escapes stays on one line. */
function fold(head: string, token: string, indent: number): string[] {
  if (token.startsWith('"')) return [head + token];
  const lines: string[] = [];
  let line = head;
  for (const word of token.split(/(?<=[^ ]) (?=[^ ])/)) {
    if (line === head) line += word;
    else if (line.length > WIDTH) {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    } else line += ` ${word}`;
  }
  return [...lines, line];
}

function scalar(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/[\p{C}\u2028\u2029]/u.test(value)) return JSON.stringify(value);
  return isPlain(value) ? value : `'${value.replaceAll("'", "''")}'`;
}

/** Words and figures that YAML 1.1 or 1.2 read as something other than text. */
const READ_AS_OTHER =
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?(?:\.?[0-9][0-9_.,:]*(?:e[-+]?[0-9]+)?|\.inf)|\.nan|0[box][0-9a-f_]+|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*)$/i;

function isPlain(text: string): boolean {
  if (text === '' || text !== text.trim() || READ_AS_OTHER.test(text)) return isVersion(text);
  return !/^[#,[\]{}&*!|>'"%@`]|^[-?:](?:\s|$)|^(?:---|\.\.\.)|:(?:\s|$)|\s#/.test(text);
}

/** `1.0.0` has two points, so it is no figure. */
function isVersion(text: string): boolean {
  return /^[0-9]+\.[0-9]+\.[0-9]+$/.test(text);
}
