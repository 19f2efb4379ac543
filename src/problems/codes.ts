import { CONFIG_CODES } from './codes-config.ts';
import { INPUT_CODES } from './codes-input.ts';
import { JUDGE_CODES } from './codes-judge.ts';
import { LINT_CODES } from './codes-lint.ts';
import { RUN_CODES } from './codes-run.ts';
import { SOURCE_CODES } from './codes-source.ts';

/** Message and hint of a code. `{name}` stands for a fact. `docs` is the paragraph that `muster explain CODE` prints. */
export interface CodeText {
  readonly message: string;
  readonly hint: string;
  readonly docs: string;
}

const CODES = {
  ...INPUT_CODES,
  ...SOURCE_CODES,
  ...CONFIG_CODES,
  ...JUDGE_CODES,
  ...LINT_CODES,
  ...RUN_CODES,
} satisfies Record<string, CodeText>;

/** `AREA_WHAT`: stable, never reused. */
export type Code = keyof typeof CODES;

/** Every code, in alphabetical order. */
export const ALL_CODES: readonly Code[] = (Object.keys(CODES) as Code[]).sort();

/** The text of one code. */
export function codeText(code: Code): CodeText {
  return CODES[code];
}

/** True when `text` is one of our codes. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(CODES, text);
}

const QUOTED = 200;

function fill(template: string, facts: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (value === undefined) return whole;
    const text = String(value);
    return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
  });
}

/** The message of a code with its facts filled in. */
export function messageOf(code: Code, facts: Readonly<Record<string, string | number>>): string {
  return fill(CODES[code].message, facts);
}

/** The hint of a code with its facts filled in. */
export function hintOf(code: Code, facts: Readonly<Record<string, string | number>>): string {
  return fill(CODES[code].hint, facts);
}
