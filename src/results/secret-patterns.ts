/** What stands for a secret in a report. */
export const REDACTED = '[redacted]';

/** A secret of a known shape, and what takes its place. */
export interface SecretPattern {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** Prefix of a token, and the class and least length of what follows. */
const TOKENS: readonly (readonly [prefix: string, body: string, least: number])[] = [
  ['sk-', '[\\w-]', 16],
  ['[srw]k_(?:live|test)_', '\\w', 16],
  ['whsec_', '\\w', 16],
  ['gh[pousr]_', '\\w', 20],
  ['github_pat_', '\\w', 20],
  ['glpat-', '[\\w-]', 16],
  ['A(?:KIA|SIA)', '[A-Z0-9]', 16],
  ['AIza', '[\\w-]', 30],
  ['ya29\\.', '[\\w-]', 16],
  ['xox[abeoprs]-', '[\\w-]', 8],
  ['xapp-', '[\\w-]', 8],
  ['hf_', '\\w', 20],
  ['npm_', '\\w', 30],
  ['pypi-', '[\\w-]', 30],
  ['gsk_', '\\w', 20],
  ['xai-', '\\w', 20],
  ['pplx-', '\\w', 20],
  ['nvapi-', '[\\w-]', 20],
  ['tvly-', '[\\w-]', 16],
  ['r8_', '\\w', 20],
  ['lsv2_', '\\w', 20],
  ['SG\\.', '[\\w.-]', 20],
  ['dop_v1_', '\\w', 20],
];

/**
 * A whole token, or one that a quotation cut off (`…`). Bodies are bounded and begin at the edge of a word, so that no
 * text makes matching slower than linear.
 */
function tokenPattern([prefix, body, least]: readonly [string, string, number]): SecretPattern {
  const source = `(?<![A-Za-z0-9])${prefix}(?:${body}{${least},4096}|${body}{1,${least}}(?=…))`;
  return { pattern: new RegExp(source, 'g'), replacement: REDACTED };
}

const NAMED =
  /((?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|client[_-]?secret)["']?\s{0,3}[:=]\s{0,3})(?:"[^"\n]{1,4096}"?|'[^'\n]{1,4096}'?|[^\s"'&,;”]{3,4096})/gi;

/** Secrets of common vendors. Fixed patterns of ours, never made from data; each is linear in the text. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,60}-----|$)/g,
    replacement: REDACTED,
  },
  {
    pattern:
      /(?<![A-Za-z0-9])eyJ[\w-]{5,4096}(?:\.[\w-]{0,4096}){1,4}|(?<![A-Za-z0-9])eyJ(?:[\w-]{16,4096}|[\w-]{1,16}(?=…))/g,
    replacement: REDACTED,
  },
  { pattern: /\b(Bearer|Basic|Token) {1,3}(?=[^\s”]{0,400}[\d=])[\w.~+/=-]{8,4096}/gi, replacement: `$1 ${REDACTED}` },
  { pattern: /(:\/\/[^\s/:@”]{1,256}:)[^\s/@”]{1,256}(?=@)/g, replacement: `$1${REDACTED}` },
  ...TOKENS.map(tokenPattern),
  { pattern: NAMED, replacement: `$1${REDACTED}` },
];
