import { parseJson } from '../../model/json.ts';
import { scanJson } from './scan-json.ts';

/**
 * How JSON is laid out: one value, one value a line, several values of several lines each, or no JSON.
 * `lines` holds even where single lines are broken.
 */
export type Layout = 'one value' | 'lines' | 'indented values' | 'no JSON';

const LINES_LOOKED_AT = 50;

/** True when one of the first lines is an object or list of its own, from the first column on. */
function someLineParses(lines: readonly string[]): boolean {
  return lines.some((line) => /^[[{]/.test(line) && parseJson(line) !== undefined);
}

/** The layout by the beginning of a text; the last line of it may be cut. */
export function layoutOf(text: string): Layout {
  const lines = text.split('\n', LINES_LOOKED_AT);
  const start = text.search(/\S/);
  if (start === -1) return 'no JSON';
  if (!/[[{]/.test(text.charAt(start))) return someLineParses(lines) ? 'lines' : 'no JSON';
  let keys = 0;
  const scan = scanJson(text, start, () => keys++);
  const isOneLine = !text.slice(start, scan.end).trimEnd().includes('\n');
  if (scan.kind === 'complete') {
    if (scan.end === text.length) return 'one value';
    if (isOneLine) return 'lines';
    return /[[{]/.test(text.charAt(scan.end)) ? 'indented values' : 'one value';
  }
  const isOpenList = lines[0]?.trim() === '[';
  if (!isOpenList && someLineParses(lines.slice(1))) return 'lines';
  return scan.kind === 'cut' || keys > 0 ? 'one value' : 'no JSON';
}
