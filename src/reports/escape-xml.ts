import { escapeTerminal } from './escape-terminal.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** Data for XML text or an attribute. Characters that XML 1.0 forbids are written out. */
export function escapeXml(text: string): string {
  return escapeTerminal(text).replace(/[&<>"']/g, (found) => ENTITIES.get(found) ?? '');
}
