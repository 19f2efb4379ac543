import { field, isObject, type Json, listField, numberField, textField } from '../model/json.ts';
import type { Finish, JudgeAnswer, JudgeUsage } from './transport.ts';

const FINISHES: ReadonlySet<string> = new Set(['stop', 'length', 'content_filter', 'other'] satisfies Finish[]);
const FIGURES = ['input', 'output', 'cache_read', 'cache_write', 'reasoning'] as const;

/** An answer as it is kept in the cache and in recordings. */
export function answerToWire({ text, usage, finish, refusal, model, ignored }: JudgeAnswer): Json {
  return {
    text,
    usage: { ...usage },
    finish,
    ...(refusal !== undefined && { refusal }),
    ...(model !== undefined && { model }),
    ...(ignored !== undefined && { ignored: [...ignored] }),
  };
}

/** Reads it back; undefined for anything else. */
export function answerFromWire(value: unknown): JudgeAnswer | undefined {
  const text = textField(value, 'text');
  const finish = textField(value, 'finish');
  const usage = field(value, 'usage');
  if (text === undefined || finish === undefined || !FINISHES.has(finish) || !isObject(usage)) return undefined;
  const refusal = textField(value, 'refusal');
  const model = textField(value, 'model');
  const ignored = listField(value, 'ignored').filter((each) => typeof each === 'string');
  return {
    text,
    usage: usageOf(usage),
    finish: finish as Finish,
    ...(refusal !== undefined && { refusal }),
    ...(model !== undefined && { model }),
    ...(ignored.length > 0 && { ignored }),
  };
}

function usageOf(value: Json): JudgeUsage {
  const figures = FIGURES.flatMap((key) => {
    const figure = numberField(value, key);
    return figure === undefined || figure < 0 ? [] : [[key, figure] as const];
  });
  return Object.fromEntries(figures);
}
