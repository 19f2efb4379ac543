import { canonicalJson } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import { notApplicable } from '../answers.ts';
import { defineMetric, type Partition, type Scoring } from '../define-metric.ts';
import { isDecided } from '../evaluated-case.ts';
import { referencedText } from '../final-text.ts';
import { jsonOf } from '../json-text.ts';
import { referenceTexts } from '../reference-texts.ts';
import { scoreAgainstReference } from '../text-comparison.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** Is the final answer the reference? */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, context) =>
    scoreJson(partition) ??
    scoreAgainstReference(partition, context, (answer, reference) => {
      const equal = answer === reference;
      return { score: equal ? 1 : 0, because: equal ? 'is the reference' : 'is not the reference', details: {} };
    }),
});

/** A reference that is a value, and no text, is compared with the value of the answer; undefined for a text. */
function scoreJson(partition: Partition): Scoring | undefined {
  const answer = referencedText(partition);
  if (isDecided(answer)) return answer;
  const { reference, text, evidence } = answer;
  if (referenceTexts(reference)) return undefined;
  const value = jsonOf(text);
  if (value === undefined)
    return notApplicable('answer_not_json', 'the reference is a value, and the answer is no JSON');
  const equal = isEqual(value, reference);
  const because = equal ? 'the answer is the value of the reference' : 'the answer is another value than the reference';
  return { status: 'scored', score: equal ? 1 : 0, because, evidence, details: { compared_as: 'json' } };
}

function isEqual(value: Json, reference: Json): boolean {
  return canonicalJson(value) === canonicalJson(reference);
}
