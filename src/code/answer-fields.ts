import { isObject, type Json } from '../model/json.ts';

/** What a scorer may say; the rest of an outcome is not its own. */
const FIELDS = ['status', 'score', 'label', 'reason', 'message', 'bounds', 'because', 'evidence', 'details'] as const;
const TEXTS = ['label', 'reason', 'message', 'because', 'metric'] as const;
/** Characters of an answer as JSON. */
const LONGEST = 16 * 1024 * 1024;

/**
 * The answer of a scorer as data, without fields that are not a scorer's: ids, partitions and versions cannot be
 * claimed. Throws where it cannot be written as JSON, or is larger than any outcome.
 */
export function answerFields(answer: unknown, isFamily: boolean): unknown {
  const { length } = JSON.stringify(answer) ?? '';
  if (length > LONGEST)
    throw new RangeError(`the answer is ${length} characters long, and at most ${LONGEST} are kept`);
  return Array.isArray(answer) ? answer.map((each) => known(each, isFamily)) : known(answer, isFamily);
}

function known(answer: unknown, isFamily: boolean): unknown {
  if (!isObject(answer)) return answer;
  for (const key of TEXTS)
    if (Object.hasOwn(answer, key) && typeof answer[key] !== 'string') throw new TypeError(`its ${key} is no text`);
  const { evidence } = answer;
  if (Array.isArray(evidence) && !evidence.every(isPlace))
    throw new TypeError('its evidence holds what is no place, such as {span_id}');
  const keys: readonly string[] = isFamily ? [...FIELDS, 'metric'] : FIELDS;
  return Object.fromEntries(
    keys.flatMap((key): [string, Json | undefined][] => (Object.hasOwn(answer, key) ? [[key, answer[key]]] : [])),
  );
}

function isPlace(place: unknown): boolean {
  if (!isObject(place)) return false;
  const { span_id: span, message = 0, part = 0, at = {} } = place;
  const isText = span === undefined || typeof span === 'string';
  return isText && typeof message === 'number' && typeof part === 'number' && isObject(at);
}
