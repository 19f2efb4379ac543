/**
 * A beginning of a JSON text, closed after its last whole value: what of a record stands before the cut. Linear, and
 * without a stack of calls. A text that is broken before its end stays broken.
 */
export function completeJson(text: string): string {
  const open: string[] = [];
  let end = 0;
  let depth = 0;
  let isKey = false;
  const keep = (to: number): void => {
    end = to;
    depth = open.length;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      isKey = character === '{';
      keep(at + 1);
    } else if (character === '}' || character === ']') {
      open.pop();
      keep(at + 1);
    } else if (character === ',') isKey = open.at(-1) === '}';
    else if (character === ':') isKey = false;
    else if (character === '"') {
      const closing = closingQuote(text, at);
      if (closing === -1) break;
      if (!isKey) keep(closing + 1);
      at = closing;
    } else if (/[^\s,\]}:]/.test(character)) {
      while (at + 1 < text.length && /[^\s,\]}:]/.test(text[at + 1] ?? '')) at++;
      // A number at the very end may go on.
      if (at + 1 < text.length) keep(at + 1);
    }
  }
  return text.slice(0, end) + open.slice(0, depth).reverse().join('');
}

function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return quote;
  }
  return -1;
}
