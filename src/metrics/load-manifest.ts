import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { At } from '../problems/problem.ts';
import type { Manifest } from './manifest.ts';
import { manifestSchema } from './manifest-schema.ts';

const KNOWN = Object.keys(manifestSchema.shape);

/** Reads a manifest from YAML or JSON. Throws Failure METRIC_BAD_MANIFEST with file and line. */
export function loadManifest(file: string, text: string): Manifest {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = parsed.errors;
  if (error)
    throw new Failure(
      'METRIC_BAD_MANIFEST',
      { reason: error.message },
      { file, line: lines.linePos(error.pos[0]).line },
    );
  return checkManifest(parsed.toJS({ maxAliasCount: 100 }), (path) => placeOf(parsed, path, file, lines));
}

/** Checks a manifest that is already data. */
export function checkManifest(value: unknown, placeOfPath: (path: readonly PropertyKey[]) => At | undefined): Manifest {
  const checked = manifestSchema.safeParse(value);
  // The schema follows the type field by field; zod writes optional members as `| undefined`.
  if (checked.success) return value as Manifest;
  const [issue] = checked.error.issues;
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const near = path.length === 0 ? didYouMean(key, KNOWN) : '';
    throw new Failure(
      'METRIC_BAD_MANIFEST',
      { reason: `unknown key '${[...path, key].map(String).join('.')}'.${near}` },
      placeOfPath([...path, key]),
    );
  }
  const reason = `${path.length ? path.map(String).join('.') : 'the manifest'}: ${issue?.message ?? 'not readable'}`;
  throw new Failure('METRIC_BAD_MANIFEST', { reason }, placeOfPath(path));
}

function placeOf(parsed: Document, path: readonly PropertyKey[], file: string, lines: LineCounter): At {
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
