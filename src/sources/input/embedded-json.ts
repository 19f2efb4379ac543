import type { Json } from '../../model/json.ts';
import { parseRecord } from './parse-record.ts';

/**
 * The value of a JSON text that stands inside a record (tool arguments, attributes written as text), under the same
 * caps as a record: undefined where it is no JSON or nests too deep; integers beyond 2^53 come as decimal strings.
 */
export function embeddedJson(text: string): Json | undefined {
  const first = text.trimStart()[0];
  // Most texts are prose: the look at the first character spares them an exception.
  if (first === undefined || !/[[{"\-0-9tfn]/.test(first)) return undefined;
  return parseRecord(text, { file: '' }, () => {}) as Json | undefined;
}
