import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { At } from '../problems/problem.ts';

/** A place that names its line. */
export type LinePlace = At & { readonly line: number };

/** One thing that is wrong with a file. */
export interface PlacedFault {
  readonly reason: string;
  readonly at: LinePlace;
}

/** A YAML or JSON file as data, where every value knows its line; or why it cannot be read. */
export type PositionedYaml =
  | { readonly value: unknown; placeOf(path: readonly PropertyKey[]): LinePlace; readonly fault?: undefined }
  | { readonly fault: PlacedFault };

const ALIASES = 100;

/** Parses YAML (JSON is YAML). Nothing of it is executed. */
export function readPositioned(file: string, text: string): PositionedYaml {
  const lines = new LineCounter();
  try {
    const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = parsed.errors;
    if (error) return { fault: { reason: error.message, at: { file, line: lines.linePos(error.pos[0]).line } } };
    const value: unknown = parsed.toJS({ maxAliasCount: ALIASES });
    return { value, placeOf: (path) => placeIn(parsed, path, file, lines) };
  } catch (error) {
    if (error instanceof RangeError) return { fault: { reason: 'it is nested too deeply', at: { file, line: 1 } } };
    // The parser's word for too many aliases.
    if (error instanceof ReferenceError) return { fault: { reason: error.message, at: { file, line: 1 } } };
    throw error;
  }
}

/** The nearest place of the file to a path: of its key where it has one. */
function placeIn(parsed: Document, path: readonly PropertyKey[], file: string, lines: LineCounter): LinePlace {
  for (let length = path.length; length > 0; length--) {
    const parent = length > 1 ? parsed.getIn(path.slice(0, length - 1), true) : parsed.contents;
    const key = path[length - 1];
    const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
    const node = pair && isNode(pair.key) ? pair.key : parsed.getIn(path.slice(0, length), true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    if (offset !== undefined) return { file, line: lines.linePos(offset).line };
  }
  return { file, line: 1 };
}
