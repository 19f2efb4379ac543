import { field, type Json, textField } from '../model/json.ts';
import { type FoundObject, findObjects } from './find-objects.ts';
import { type OffScale, type ReadScore, readScore, type Scale } from './scale.ts';

/** Why a sample counts as invalid. It is never scored 0. */
export type InvalidReason = OffScale | 'unparseable' | 'ambiguous' | 'refusal';

/** What an answer says, or why it says nothing. */
export type ParsedAnswer = (
  | (ReadScore & { readonly valid: true; readonly explanation?: string })
  | { readonly valid: false; readonly reason: InvalidReason }
) & {
  /** `nonce_missing`, `nonce_wrong`, `quoted_answer_ignored`, `json_repaired`. */
  readonly diagnostics: readonly string[];
};

/** What is known of an answer besides its text. */
export interface AnswerContext {
  /** The key that the judge was asked to end with. */
  readonly nonce: string;
  readonly scale: Scale;
  /** Recorded texts that the judge was shown: what they hold is not the judge's word. */
  readonly quoted: readonly string[];
}

/** Characters of an answer that are read. */
const ANSWER_LIMIT = 1_000_000;

/**
 * Reads the answer of a judge: the whole text, a fenced block, the last balanced object with a `score`, all of them also
 * without trailing commas. An object with the right nonce wins. Where none has it, the last one outside of quoted
 * recordings counts. Objects that disagree are `ambiguous`. A number in prose is no score.
 */
export function parseAnswer(text: string, context: AnswerContext): ParsedAnswer {
  const objects = findObjects(text.slice(-ANSWER_LIMIT), 'score');
  const diagnostics: string[] = [];
  const chosen = signed(objects, context) ?? unsigned(text.slice(-ANSWER_LIMIT), objects, context, diagnostics);
  if (chosen === undefined || chosen === 'ambiguous')
    return { valid: false, reason: chosen ?? 'unparseable', diagnostics };
  if (chosen.isRepaired) diagnostics.push('json_repaired');
  const read = readScore(field(chosen.value, 'score') ?? null, context.scale);
  if (typeof read === 'string') return { valid: false, reason: read, diagnostics };
  const explanation = ['explanation', 'rationale', 'reasoning']
    .map((key) => textField(chosen.value, key))
    .find((each) => each !== undefined);
  return { valid: true, ...read, ...(explanation !== undefined && { explanation }), diagnostics };
}

type Chosen = FoundObject | 'ambiguous' | undefined;

/** The object that carries the nonce of this very answer. */
function signed(objects: readonly FoundObject[], { nonce }: AnswerContext): Chosen {
  return lastOf(objects.filter(({ value }) => textField(value, 'nonce') === nonce));
}

/** The last object that is the judge's own: neither quoted, nor of another nonce. */
function unsigned(text: string, objects: readonly FoundObject[], context: AnswerContext, notes: string[]): Chosen {
  const unclaimed = objects.filter(({ value }) => field(value, 'nonce') === undefined);
  if (unclaimed.length < objects.length) notes.push('nonce_wrong');
  const isQuoted = quotations(text, context.quoted);
  const own = unclaimed.filter((object) => !isQuoted(object));
  if (own.length < unclaimed.length) notes.push('quoted_answer_ignored');
  if (own.length > 0) notes.push('nonce_missing');
  return lastOf(own);
}

/** What parses as it stands goes before what was repaired. */
function lastOf(objects: readonly FoundObject[]): Chosen {
  const strict = objects.filter(({ isRepaired }) => !isRepaired);
  const considered = strict.length > 0 ? strict : objects;
  const scores = new Set(considered.map(({ value }) => scoreText(field(value, 'score'))));
  return scores.size > 1 ? 'ambiguous' : considered.at(-1);
}

/** Of a structure, which is no score, nothing is looked at: it can be nested without end. */
function scoreText(score: Json | undefined): string {
  return typeof score === 'object' ? 'a structure' : (JSON.stringify(score) ?? 'nothing');
}

/** Tells whether an object stands in recorded text: between our delimiters, or letter by letter in what was shown. */
function quotations(text: string, recorded: readonly string[]): (object: FoundObject) => boolean {
  const marks = [...text.matchAll(/<(\/?)recorded_text\b/gi)].map(({ 1: slash, index }) => ({ slash, index }));
  let known: string | undefined;
  return ({ start, end }) => {
    const last = marks.findLast(({ index }) => index < start);
    if (last?.slash === '' && marks.some(({ slash, index }) => slash === '/' && index >= end)) return true;
    known ??= recorded.map(bare).join('\n');
    return known.includes(bare(text.slice(start, end)));
  };
}

/** Without white space and escapes, which change as text is quoted. */
function bare(text: string): string {
  return text.replace(/\\[nrt]|[\s\\]+/g, '');
}
