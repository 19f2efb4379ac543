import { field, isObject, type Json } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { At } from '../problems/problem.ts';
import type { CallParameters } from './transport.ts';

interface Known {
  readonly expected: string;
  fits(value: Json): boolean;
  take(value: Json): CallParameters;
}

const amount = (take: (value: number) => CallParameters): Known => ({
  expected: 'a number',
  fits: (value) => typeof value === 'number' && Number.isFinite(value),
  take: (value) => take(Number(value)),
});
const count = (take: (value: number) => CallParameters): Known => ({
  expected: 'a whole number of 1 or more',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  take: (value) => take(Number(value)),
});

const KNOWN: Readonly<Record<string, Known>> = {
  temperature: amount((temperature) => ({ temperature })),
  top_p: amount((top_p) => ({ top_p })),
  top_k: count((top_k) => ({ top_k })),
  max_output_tokens: count((max_tokens) => ({ max_tokens })),
  seed: {
    expected: 'a whole number',
    fits: (value) => Number.isSafeInteger(value),
    take: (value) => ({ seed: Number(value) }),
  },
  stop_sequences: {
    expected: 'a list of texts',
    fits: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
    take: (value) => ({ stop: Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [] }),
  },
  presence_penalty: amount((presence_penalty) => ({ presence_penalty })),
  frequency_penalty: amount((frequency_penalty) => ({ frequency_penalty })),
  response_mime_type: {
    expected: "'application/json' or 'text/plain'",
    fits: (value) => value === 'application/json' || value === 'text/plain',
    take: (value) => (value === 'application/json' ? { response_format: 'json' } : {}),
  },
  candidate_count: {
    expected: '1: judge_model_sampling_count says how often the judge is asked',
    fits: (value) => value === 1,
    take: () => ({}),
  },
};

/**
 * `judge_model_generation_config`: the GenerationConfig of google.genai, as far as every provider has it. Keys may be
 * camelCase. Throws Failure CONFIG_UNKNOWN_KEY or CONFIG_BAD_VALUE: no setting is ignored.
 */
export function readGenerationConfig(
  value: Json,
  name: string,
  placeOf: (key: string) => At | undefined,
): CallParameters {
  if (!isObject(value))
    throw new Failure('CONFIG_BAD_VALUE', { key: name, value: JSON.stringify(value), expected: 'a mapping' });
  let parameters: CallParameters = {};
  for (const given of Object.keys(value)) {
    const member = field(value, given) ?? null;
    if (member === null) continue;
    const key = given.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const known = Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined;
    if (!known) {
      const names = Object.keys(KNOWN);
      const facts = { key: `${name}.${given}`, near: didYouMean(key, names), known: names.join(', ') };
      throw new Failure('CONFIG_UNKNOWN_KEY', facts, placeOf(given));
    }
    if (!known.fits(member)) {
      const facts = { key: `${name}.${given}`, value: JSON.stringify(member), expected: known.expected };
      throw new Failure('CONFIG_BAD_VALUE', facts, placeOf(given));
    }
    parameters = { ...parameters, ...known.take(member) };
  }
  return parameters;
}
