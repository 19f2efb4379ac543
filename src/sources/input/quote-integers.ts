// A key is never matched: it would be followed by a colon. Leading zeros are no JSON, so they are left to the parser.
const LONG_INTEGER = /[:[,\s](-?[1-9]\d{15,})(?=\s*[,\]}])/g;

/** The position after the string whose opening quote stands at `start`. */
function afterString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/**
 * Puts integers beyond 2^53 of a JSON text into quotes, so that parsing keeps their digits. Digits inside strings,
 * fractions and exponents stay as they are. Linear in the text.
 */
export function quoteLongIntegers(text: string): string {
  let result = '';
  let copied = 0;
  /** Everything before this position has been read, and it stands outside any string. */
  let outside = 0;
  for (const match of text.matchAll(LONG_INTEGER)) {
    const digits = match[1] ?? '';
    const start = match.index + match[0].length - digits.length;
    for (let quote = text.indexOf('"', outside); quote !== -1 && quote < start; quote = text.indexOf('"', outside))
      outside = afterString(text, quote);
    if (outside > start || Number.isSafeInteger(Number(digits))) continue;
    result += `${text.slice(copied, start)}"${digits}"`;
    copied = start + digits.length;
  }
  return copied === 0 ? text : result + text.slice(copied);
}
