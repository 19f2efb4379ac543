import { Failure } from '../problems/failure.ts';
import type { Manifest } from './manifest.ts';
import { manifestFaults } from './manifest-faults.ts';
import { type PlacedFault, readPositioned } from './positioned-yaml.ts';

/** A manifest as it was read, or everything that is wrong with it, from top to bottom. */
export type ReadManifest =
  | { readonly manifest: Manifest; readonly faults: readonly [] }
  | { readonly manifest?: undefined; readonly faults: readonly [PlacedFault, ...PlacedFault[]] };

/** Reads a manifest from YAML or JSON. Nothing of it is executed. */
export function readManifest(file: string, text: string): ReadManifest {
  const read = readPositioned(file, text);
  if (read.fault) return { faults: [read.fault] };
  const placed = manifestFaults(read.value).map(({ path, reason }) => ({ reason, at: read.placeOf(path) }));
  const [first, ...rest] = placed.sort((a, b) => a.at.line - b.at.line);
  return first ? { faults: [first, ...rest] } : { manifest: read.value as Manifest, faults: [] };
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
