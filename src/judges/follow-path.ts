import { field, type Json } from '../model/json.ts';
import { contentText } from './flatten-content.ts';
import type { PathStep } from './template.ts';

/** The value at a path; undefined where a step leads nowhere, or to null. */
export function followPath(value: Json, steps: readonly PathStep[]): Json | undefined {
  let at: Json | undefined = value;
  for (const step of steps) {
    if (typeof step === 'string') at = field(at, step);
    else at = Array.isArray(at) ? (at as readonly Json[])[step] : undefined;
    if (at === undefined || at === null) return undefined;
  }
  return at;
}

/** A value as a judge reads it: text, the text of a Content, else its JSON. */
export function valueText(value: Json): string {
  return contentText(value) ?? JSON.stringify(value);
}
