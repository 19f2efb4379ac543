import { canonicalJson } from '../../model/canonical-json.ts';
import { field, isObject, type Json, type JsonObject, parseJson } from '../../model/json.ts';
import { quote } from '../../results/quote.ts';
import { agents } from '../../views/agents.ts';
import { type FinalText, finalText } from '../final-text.ts';
import { parseJsonPath, valuesAt } from '../json-path.ts';
import { compileJsonSchema, isFaulty } from '../json-schema.ts';
import { jsonOf, withoutFence } from '../json-text.ts';
import { linearPattern } from '../linear-pattern.ts';
import type { Run } from '../process-run.ts';
import { decided, type ItemResult, unknown } from './item.ts';

/** Checks of the text that the run answered with. */
export function checkText(run: Run, kind: 'regex' | 'contains' | 'not_contains', check: JsonObject): ItemResult {
  const answer = answerOf(run);
  if ('result' in answer) return answer;
  const { text, evidence } = answer;
  if (kind === 'regex') {
    const pattern = String(check.pattern);
    const holds = linearPattern(pattern).matcher(text).find();
    return decided(holds, `the answer ${holds ? 'matches' : 'does not match'} ${quote(pattern)}`, evidence);
  }
  const value = String(check.value);
  const fold = (given: string): string => (check.ignore_case === true ? given.toLowerCase() : given);
  const contains = fold(text).includes(fold(value));
  return decided(
    contains === (kind === 'contains'),
    `the answer ${contains ? 'holds' : 'does not hold'} ${quote(value)}`,
    evidence,
  );
}

/** Checks the answer, as JSON where it is that, by a schema. */
export function checkSchema(run: Run, check: JsonObject): ItemResult {
  const answer = answerOf(run);
  if ('result' in answer) return answer;
  const compiled = compileJsonSchema(check.schema ?? null);
  if (isFaulty(compiled)) return unknown(compiled.fault, compiled.message);
  const value = jsonOf(withoutFence(answer.text)) ?? answer.text;
  const errors = compiled.validate(value);
  if (isFaulty(errors)) return unknown(errors.fault, errors.message);
  const [first] = errors;
  const because = first
    ? `the answer breaks its schema: ${first.keyword} at ${quote(first.instancePath || 'the root')}`
    : 'the answer is valid';
  return decided(!first, because, answer.evidence);
}

/** Checks values at a path of the answer or of the state. All that are found have to lie within the bounds. */
export function checkExpression(run: Run, check: JsonObject): ItemResult {
  const steps = parseJsonPath(String(check.path)) ?? [];
  const source = check.on === 'state' ? stateOf(run) : outputOf(run);
  if ('result' in source) return source;
  const values = valuesAt(source.value, steps);
  const shown = quote(String(check.path));
  if (check.exists !== undefined && values.length > 0 !== check.exists)
    return decided(false, `${shown} is ${values.length ? 'there' : 'not there'}`, source.evidence);
  const bounds = BOUNDS.filter(([key]) => check[key] !== undefined);
  if (bounds.length === 0 && check.equals === undefined) return decided(true, `${shown} is as asked`, source.evidence);
  if (values.length === 0) return unknown('value_not_found', `nothing stands at ${shown}`, source.evidence);
  for (const value of values) {
    if (check.equals !== undefined && canonicalJson(value) !== canonicalJson(check.equals))
      return decided(
        false,
        `${shown} is ${quote(canonicalJson(value))}, and not ${quote(canonicalJson(check.equals))}`,
        source.evidence,
      );
    if (bounds.length > 0 && typeof value !== 'number')
      return unknown('value_not_a_number', `${shown} is ${quote(canonicalJson(value))}, no number`, source.evidence);
    const broken = bounds.find(([key, holds]) => !holds(value as number, check[key] as number));
    if (broken)
      return decided(
        false,
        `${shown} is ${String(value)}, and ${broken[0]} is ${String(check[broken[0]])}`,
        source.evidence,
      );
  }
  const [value] = values;
  return decided(true, `${shown} is ${quote(canonicalJson(value ?? null))}`, source.evidence);
}

const BOUNDS: readonly (readonly [string, (value: number, bound: number) => boolean])[] = [
  ['min', (value, bound) => value >= bound],
  ['max', (value, bound) => value <= bound],
  ['exclusive_min', (value, bound) => value > bound],
  ['exclusive_max', (value, bound) => value < bound],
];

type Found = { readonly value: Json; readonly evidence: FinalText['evidence'] };

function outputOf(run: Run): Found | ItemResult {
  const answer = answerOf(run);
  if ('result' in answer) return answer;
  const value = jsonOf(withoutFence(answer.text));
  if (value === undefined) return unknown('output_not_json', 'the answer is no JSON', answer.evidence);
  return { value, evidence: answer.evidence };
}

/** What a recorder notes of the state at the end: `muster.state` of the root, an object or its text. */
function stateOf(run: Run): Found | ItemResult {
  const roots = run.flatMap((trace) => agents(trace).filter(({ role }) => role === 'root'));
  for (const { span } of roots.toReversed()) {
    const noted = span.attributes.get('muster.state');
    const value = typeof noted === 'string' ? parseJson(noted) : noted;
    if (isObject(value)) return { value, evidence: [{ span_id: span.spanId, at: span.at }] };
  }
  return unknown('state_not_recorded', 'no state was recorded: the attribute muster.state of the root agent');
}

function answerOf(run: Run): FinalText | ItemResult {
  const found = finalText({ type: 'session', session: { sessionId: run[0].sessionId, traces: run } });
  if (!('status' in found)) return found;
  return unknown(found.status === 'unresolved' ? found.reason : 'no_final_answer', found.because, found.evidence);
}

/** What the case of a run, or its recording, says of a constraint by name. */
export function checkRecorded(run: Run, name: string): ItemResult {
  for (const trace of run) {
    const said = field(field(trace.case?.recorded, 'constraints'), name);
    if (typeof said === 'boolean')
      return decided(said, `its case records ${said ? 'that it holds' : 'that it does not hold'}`);
    for (const { span } of agents(trace)) {
      const noted = span.attributes.get(`muster.constraint.${name}`);
      if (typeof noted !== 'boolean') continue;
      return decided(noted, `the recording says that it ${noted ? 'holds' : 'does not hold'}`, [
        { span_id: span.spanId, at: span.at },
      ]);
    }
  }
  return unknown('not_recorded', 'neither its case nor the recording says whether it holds');
}
