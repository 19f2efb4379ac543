import { type CST, Parser } from 'yaml';

/**
 * True when YAML or JSON text is nested more than `limit` levels deep. The parser of a document recurses, and a text of
 * brackets alone would exhaust its stack: ask this first. It does not recurse itself.
 */
export function isYamlDeeperThan(text: string, limit: number): boolean {
  const open: { readonly token: CST.Token; readonly level: number }[] = [];
  const visit = (token: CST.Token | null | undefined, level: number): void => {
    if (token) open.push({ token, level });
  };
  for (const token of new Parser().parse(text)) visit(token, 0);
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, level } = next;
    if (level > limit) return true;
    if (token.type === 'document') visit(token.value, level + 1);
    if (!('items' in token)) continue;
    for (const item of token.items) {
      visit(item.key, level + 1);
      visit(item.value, level + 1);
    }
  }
  return false;
}
