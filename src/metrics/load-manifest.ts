import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { Failure } from '../problems/failure.ts';
import type { At } from '../problems/problem.ts';
import type { Manifest } from './manifest.ts';
import { manifestFaults } from './manifest-faults.ts';

type LinePlace = At & { readonly line: number };

/** One thing that is wrong with a manifest file. */
export interface PlacedFault {
  readonly reason: string;
  readonly at: At;
}

/** A manifest as it was read, or everything that is wrong with it. */
export type ReadManifest =
  | { readonly manifest: Manifest; readonly faults: readonly [] }
  | { readonly manifest?: undefined; readonly faults: readonly [PlacedFault, ...PlacedFault[]] };

const ALIASES = 100;

/** Reads a manifest from YAML or JSON. Nothing of it is executed. */
export function readManifest(file: string, text: string): ReadManifest {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = document.errors;
    if (error) return { faults: [{ reason: error.message, at: { file, line: lines.linePos(error.pos[0]).line } }] };
    const value: unknown = document.toJS({ maxAliasCount: ALIASES });
    const placed = manifestFaults(value).map(({ path, reason }) => ({
      reason,
      at: placeOf(document, path, file, lines),
    }));
    const [first, ...rest] = placed.sort((a, b) => a.at.line - b.at.line);
    return first ? { faults: [first, ...rest] } : { manifest: value as Manifest, faults: [] };
  } catch (error) {
    if (error instanceof RangeError) return { faults: [{ reason: 'it is nested too deeply', at: { file, line: 1 } }] };
    // The parser's word for too many aliases.
    if (error instanceof ReferenceError) return { faults: [{ reason: error.message, at: { file, line: 1 } }] };
    throw error;
  }
}

/** Reads a manifest from YAML or JSON. Throws Failure METRIC_BAD_MANIFEST with file and line of the first fault. */
export function loadManifest(file: string, text: string): Manifest {
  const { manifest, faults } = readManifest(file, text);
  if (manifest) return manifest;
  const [{ reason, at }] = faults;
  throw new Failure('METRIC_BAD_MANIFEST', { reason }, at);
}

/** Checks a manifest that is already data. Throws Failure METRIC_BAD_MANIFEST with the first fault. */
export function checkManifest(value: unknown): Manifest {
  const [fault] = manifestFaults(value);
  if (fault) throw new Failure('METRIC_BAD_MANIFEST', { reason: fault.reason });
  return value as Manifest;
}

function placeOf(document: Document, path: readonly PropertyKey[], file: string, lines: LineCounter): LinePlace {
  for (let length = path.length; length > 0; length--) {
    const parent = length > 1 ? document.getIn(path.slice(0, length - 1), true) : document.contents;
    const key = path[length - 1];
    const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
    const node = pair && isNode(pair.key) ? pair.key : document.getIn(path.slice(0, length), true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    if (offset !== undefined) return { file, line: lines.linePos(offset).line };
  }
  return { file, line: 1 };
}
