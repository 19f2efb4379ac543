import { stringify } from 'yaml';
import type { Manifest } from './manifest.ts';

/** A manifest as YAML with sorted keys, the form in which its page shows it. */
export function manifestYaml(manifest: Manifest): string {
  return stringify(manifest, { sortMapEntries: true, lineWidth: 80, singleQuote: true, aliasDuplicateObjects: false });
}
