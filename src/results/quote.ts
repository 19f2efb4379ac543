const LIMIT = 200;
/** Enough raw text that white space, which is folded, seldom hides the rest. */
const LOOKED_AT = 4000;

/**
 * Content as a sentence quotes it: between “ and ”, on one line, at most 200 characters. Quotes of the same kind inside
 * are replaced, so that a report can tell where content begins and ends.
 */
export function quote(content: string): string {
  const head = content.slice(0, LOOKED_AT).replace(/[\uD800-\uDBFF]$/, '');
  const points = [...head.replace(/\s+/g, ' ').replace(/[“”]/g, '"').trim()];
  const cut = points.length > LIMIT || content.length > LOOKED_AT;
  return `“${points.slice(0, LIMIT).join('')}${cut ? '…' : ''}”`;
}
