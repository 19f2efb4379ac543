import { visible } from './visible.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** A character without width: it parts what GitHub would link, and shows nothing. */
const GAP = '&#8203;';

/**
 * Data inside a line or a table cell of GitHub Markdown: no markup, no HTML, no link, and no mention or reference
 * that would notify someone. Data never opens a line: that would leave lists and headings to it.
 */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replace(/[&<>]/g, (found) => ENTITIES.get(found) ?? '')
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replace(/[@#]/g, `$&${GAP}`)
    .replace(/:\/\//g, `:${GAP}//`)
    .replace(/\bwww\./gi, `$&${GAP}`)
    .replace(/\b(mailto|xmpp)(?=:)|\b(gh)(?=-\d)/gi, `$&${GAP}`);
}
