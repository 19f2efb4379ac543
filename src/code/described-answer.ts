import { isObject, type Json } from '../model/json.ts';
import type { CallReply } from './line-messages.ts';

const LONGEST_TEXT = 1000;
const LARGEST_EXTRA = 256 * 1024;

/** What a function of JavaScript returned, as an answer: a number, or an object with `score`. */
export function describedAnswer(value: unknown): CallReply {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    const score = Number(value);
    return Number.isFinite(score)
      ? { type: 'score', score }
      : { type: 'wrong', message: `it returned ${score}, which is no number`, returned: String(value) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('score' in value))
    return { type: 'wrong', message: `it returned ${kindOf(value)}, which is no score`, returned: shown(value) };
  const { score: given } = value;
  const isNumeric = typeof given === 'string' ? given.trim() !== '' : ['number', 'boolean'].includes(typeof given);
  const score = isNumeric ? Number(given) : Number.NaN;
  if (!Number.isFinite(score))
    return {
      type: 'wrong',
      message: `it returned the score ${shown(given)}, which is no number`,
      returned: shown(value),
    };
  const explanation = 'explanation' in value ? value.explanation : undefined;
  const extra = extraOf(value);
  return {
    type: 'score',
    score,
    ...(explanation !== undefined && explanation !== null && { explanation: String(explanation) }),
    ...(extra !== undefined && { extra }),
  };
}

/** What else the object says, as far as JSON can hold it. */
function extraOf(value: object): Json | undefined {
  const text = asJson(value);
  if (text === undefined) return undefined;
  const plain = JSON.parse(text) as Json;
  if (!isObject(plain)) return undefined;
  const entries = Object.entries(plain).filter(([key, member]) => !RESERVED.has(key) && member !== null);
  if (entries.length === 0) return undefined;
  return text.length > LARGEST_EXTRA ? `left out: more than ${LARGEST_EXTRA} characters` : Object.fromEntries(entries);
}

const RESERVED: ReadonlySet<string> = new Set(['score', 'explanation']);

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object without a score' : `a ${typeof value}`;
}

function shown(value: unknown): string {
  const text = typeof value === 'object' ? (asJson(value) ?? 'an object that is no data') : String(value);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
