import { isObject, type Json } from '../../model/json.ts';
import { notApplicable, unresolved } from '../answers.ts';
import { type Config, defineMetric, type Partition, type Scoring } from '../define-metric.ts';
import { isDecided } from '../evaluated-case.ts';
import { type FinalText, finalText, referencedText } from '../final-text.ts';
import { compileJsonSchema, isFaulty } from '../json-schema.ts';
import { jsonOf, withoutFence } from '../json-text.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** Is the final answer JSON that a schema allows? */
export const metric = defineMetric({
  manifest,
  docs,
  checkConfig: ({ schema }) => {
    const made = schema === undefined ? undefined : compileJsonSchema(schema);
    return made && isFaulty(made) ? { key: 'schema', expected: `a JSON Schema (${made.message})` } : undefined;
  },
  score: (partition, { config }) => {
    const found = schemaAndAnswer(partition, config);
    return isDecided(found) ? found : judge(found, config);
  },
});

interface Judged {
  readonly answer: FinalText;
  readonly schema: Json;
}

function schemaAndAnswer(partition: Partition, { schema, use_reference }: Config): Judged | Scoring {
  if (schema !== undefined) {
    const answer = finalText(partition);
    return isDecided(answer) ? answer : { answer, schema };
  }
  if (use_reference !== true) return notApplicable('not_configured', 'no `schema` is configured');
  const answer = referencedText(partition);
  if (isDecided(answer)) return answer;
  const { reference } = answer;
  return isObject(reference)
    ? { answer, schema: reference }
    : notApplicable('reference_not_schema', 'the reference is no JSON Schema');
}

function judge({ answer: { text, evidence }, schema }: Judged, { allow_code_fence }: Config): Scoring {
  const compiled = compileJsonSchema(schema);
  if (isFaulty(compiled)) return unresolved(compiled.fault, compiled.message, { evidence });
  const scored = (score: number, because: string, rest: { reason?: string; details?: Record<string, Json> } = {}) => ({
    status: 'scored' as const,
    score,
    because,
    evidence,
    details: {},
    ...rest,
  });
  const value = jsonOf(allow_code_fence === true ? withoutFence(text) : text);
  if (value === undefined) return scored(0, 'the answer is no JSON', { reason: 'answer_not_json' });
  const errors = compiled.validate(value);
  if (isFaulty(errors)) return unresolved(errors.fault, errors.message, { evidence });
  const [first] = errors;
  if (!first) return scored(1, 'the answer is JSON that the schema allows');
  const place = first.instancePath === '' ? 'the top' : first.instancePath;
  return scored(0, `the answer breaks \`${first.keyword}\` of the schema at ${place}`, {
    reason: 'schema_violated',
    details: {
      errors: errors.slice(0, 20).map(({ keyword, instancePath }) => ({ keyword, path: instancePath })),
      error_count: errors.length,
    },
  });
}
