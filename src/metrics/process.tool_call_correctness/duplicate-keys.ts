/** True where an object in the text of a JSON value names a member twice: which of the two holds is then a matter of luck. */
export function hasDuplicateKeys(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [part] = found;
    if (part === '{') open.push(new Set());
    else if (part === '[') open.push(undefined);
    else if (part === '}' || part === ']') open.pop();
    else if (isKey(text, token.lastIndex)) {
      const keys = open.at(-1);
      const key = String(JSON.parse(part));
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}

/** True where a colon follows. */
function isKey(text: string, from: number): boolean {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? '-')) at++;
  return text[at] === ':';
}
