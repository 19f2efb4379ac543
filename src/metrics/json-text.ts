import { type Json, parseJson } from '../model/json.ts';

const DEPTH_LIMIT = 64;
const FENCE = /^```[a-z]*[^\S\n]*\n([\s\S]*?)\n?```$/i;

/** The JSON value of a text that a model wrote; undefined where it is none, or nested deeper than 64 levels. */
export function jsonOf(text: string): Json | undefined {
  const value = parseJson(text);
  return value === undefined || isDeep(value) ? undefined : value;
}

/** The inside of a text that is one block of Markdown code and nothing else; any other text as it is. */
export function withoutFence(text: string): string {
  return FENCE.exec(text)?.[1] ?? text;
}

function isDeep(value: Json): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? (Object.values(each) as Json[]) : []));
  }
  return false;
}
