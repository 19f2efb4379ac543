const SEPARATORS = /[^\p{L}\p{N}_./-]+/u;
const EDGES = /^[./-]+|[./-]+$/g;

/** Names of things in a text that are hardly there by chance: paths, and words or numbers with digits. */
export function namesIn(text: string): string[] {
  return text
    .split(SEPARATORS)
    .filter((token) => token.length <= 200)
    .map((token) => token.replace(EDGES, ''))
    .filter(isName);
}

function isName(token: string): boolean {
  if (token.includes('/')) return token.length >= 5;
  return token.length >= 4 && /\p{N}/u.test(token);
}
