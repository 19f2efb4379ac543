/**
 * Characters that act instead of showing: C0, DEL, C1, bidi controls and marks, other invisible format characters,
 * line separators, tags, noncharacters. ZWJ, ZWNJ and variation selectors stay: writing and emoji need them.
 */
const ACTING =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Text with every acting character written out, such as `\x1b` or `\u202e`; always one line. */
export function visible(text: string): string {
  return text.replace(ACTING, (found) => SHORT.get(found) ?? hexEscape(found.codePointAt(0) ?? 0));
}

function hexEscape(code: number): string {
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
