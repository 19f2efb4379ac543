const BEFORE_REGEX = new Set('(,=:[!&|?{};+-*%<>~^\n');
const WORD_BEFORE_REGEX = /\b(?:return|typeof|case|in|of|void|delete|yield|await|else|do)$/;

function blankOf(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function endOfQuoted(source: string, start: number): number {
  const quote = source[start];
  let at = start + 1;
  while (at < source.length && source[at] !== quote && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfRegex(source: string, start: number): number {
  let inClass = false;
  let at = start + 1;
  for (; at < source.length && source[at] !== '\n'; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return at + 1;
  }
  return at;
}

function beginsRegex(code: string): boolean {
  const before = code.trimEnd();
  return before === '' || BEFORE_REGEX.has(before.slice(-1)) || WORD_BEFORE_REGEX.test(before.slice(-12));
}

/**
 * TypeScript source with comments, regular expressions and the insides of strings replaced by spaces: what is left is
 * code, and every offset and line stays where it was. Expressions inside template literals are kept.
 */
export function blankText(source: string): string {
  let code = '';
  let at = 0;
  // Each open `${` remembers how many braces were open before it.
  const templates: number[] = [];
  let braces = 0;

  const copyTo = (end: number, blank: boolean) => {
    const piece = source.slice(at, end);
    code += blank ? blankOf(piece) : piece;
    at = end;
  };
  const template = () => {
    let end = at;
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end))
      end += source[end] === '\\' ? 2 : 1;
    copyTo(end, true);
    if (source[at] === '`') return copyTo(at + 1, false);
    templates.push(braces);
    return copyTo(at + 2, false);
  };

  while (at < source.length) {
    const char = source[at];
    if (source.startsWith('//', at)) {
      const end = source.indexOf('\n', at);
      copyTo(end < 0 ? source.length : end, true);
    } else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      copyTo(end < 0 ? source.length : end + 2, true);
    } else if (char === "'" || char === '"') {
      const end = endOfQuoted(source, at);
      copyTo(at + 1, false);
      copyTo(end - 1, true);
      copyTo(end, false);
    } else if (char === '`') {
      copyTo(at + 1, false);
      template();
    } else if (char === '/' && beginsRegex(code)) {
      copyTo(endOfRegex(source, at), true);
    } else if (char === '}' && templates.at(-1) === braces) {
      templates.pop();
      copyTo(at + 1, false);
      template();
    } else {
      if (char === '{') braces++;
      if (char === '}') braces--;
      copyTo(at + 1, false);
    }
  }
  return code;
}
