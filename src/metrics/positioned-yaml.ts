import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { At } from '../problems/problem.ts';
import { isDeeperThan, tooDeepLine } from '../problems/yaml-depth.ts';

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
const DEPTH = 64;
const TOO_DEEP = `it is nested more than ${DEPTH} levels deep`;

/** Parses YAML (JSON is YAML). Nothing of it is executed. */
export function readPositioned(file: string, text: string): PositionedYaml {
  const fault = (reason: string, line = 1): PositionedYaml => ({ fault: { reason, at: { file, line } } });
  const deepLine = tooDeepLine(text, DEPTH);
  if (deepLine !== undefined) return fault(TOO_DEEP, deepLine);
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  // A warning is a tag that nothing resolves: its value would be read as something else than it says.
  const error = parsed.errors[0] ?? parsed.warnings[0];
  if (error) return fault(error.message, lines.linePos(error.pos[0]).line);
  let value: unknown;
  try {
    value = parsed.toJS({ maxAliasCount: ALIASES });
  } catch (thrown) {
    // The parser's word for too many aliases, and for one without an anchor.
    if (thrown instanceof ReferenceError) return fault(thrown.message);
    throw thrown;
  }
  if (isDeeperThan(value, DEPTH)) return fault(TOO_DEEP);
  return { value, placeOf: (path) => placeIn(parsed, path, file, lines) };
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
