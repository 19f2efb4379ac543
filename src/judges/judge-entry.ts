import { field, isObject, type Json, textField } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import type { At } from '../problems/problem.ts';
import { readGenerationConfig } from './generation-config.ts';
import { compileTemplate, type Template } from './template.ts';
import type { CallParameters } from './transport.ts';

/** An entry of `custom_metrics` that asks a judge. */
export interface JudgeEntry {
  /** In lower case, as agents-cli writes it into its results. */
  readonly name: string;
  readonly template: Template;
  readonly model?: string;
  /** How often the judge is asked. */
  readonly samples: number;
  readonly instruction?: string;
  readonly parameters: CallParameters;
  readonly returnRawOutput: boolean;
  readonly at?: At;
}

/** The evaluation service of agents-cli asks so often where nothing is said. */
const SAMPLES = 4;
const MOST_SAMPLES = 32;

/** File and line of a key of the entry, or of one below it. */
export type EntryPlace = (...path: readonly string[]) => At | undefined;

/** True for an entry of which a judge is asked: functions go before a template. */
export function asksJudge(entry: unknown): boolean {
  const functions = ['custom_function', 'custom_function_file', 'remote_custom_function'];
  return field(entry, 'prompt_template') !== undefined && functions.every((key) => field(entry, key) === undefined);
}

/**
 * Reads an entry with a `prompt_template`. Keys that agents-cli itself ignores are left to lint. Throws Failure
 * CONFIG_BAD_VALUE, CONFIG_UNKNOWN_KEY (generation config) or JUDGE_UNSUPPORTED.
 */
export function readJudgeEntry(entry: unknown, placeOf: EntryPlace = () => undefined): JudgeEntry {
  if (!isObject(entry)) throw badValue('custom_metrics', entry as Json, 'a mapping', placeOf());
  const name = textField(entry, 'name')?.trim().toLowerCase();
  if (!name) throw badValue('name', field(entry, 'name') ?? null, 'the name of the metric', placeOf('name'));
  refuseUnsupported(entry, name, placeOf);
  const given = reader(entry, name, placeOf);
  const source = given('prompt_template', 'a text that is not empty', isText);
  if (typeof source !== 'string')
    throw badValue(`${name}.prompt_template`, null, 'a text that is not empty', placeOf('prompt_template'));
  const model = given('judge_model', 'the name of a model', isText);
  const samples = given('judge_model_sampling_count', `a whole number from 1 to ${MOST_SAMPLES}`, isSampleCount);
  const instruction = given('judge_model_system_instruction', 'a text', (value) => typeof value === 'string');
  const config = given('judge_model_generation_config', 'a mapping', isObject);
  const raw = given('return_raw_output', 'true or false', (value) => typeof value === 'boolean');
  const at = placeOf();
  return {
    name,
    template: compileTemplate(source),
    ...(typeof model === 'string' && { model: model.trim() }),
    samples: typeof samples === 'number' ? samples : SAMPLES,
    ...(typeof instruction === 'string' && instruction.trim() !== '' && { instruction }),
    parameters:
      config === undefined
        ? {}
        : readGenerationConfig(config, `${name}.judge_model_generation_config`, (key) =>
            placeOf('judge_model_generation_config', key),
          ),
    returnRawOutput: raw === true,
    ...(at && { at }),
  };
}

function reader(entry: Json, name: string, placeOf: EntryPlace) {
  return (key: string, expected: string, fits: (value: Json) => boolean): Json | undefined => {
    const value = field(entry, key);
    if (value === undefined || value === null) return undefined;
    if (fits(value)) return value;
    throw badValue(`${name}.${key}`, value, expected, placeOf(key));
  };
}

function refuseUnsupported(entry: Json, name: string, placeOf: EntryPlace): void {
  if (field(entry, 'rubric_group_name') !== undefined)
    throw new Failure(
      'JUDGE_UNSUPPORTED',
      {
        key: `${name}.rubric_group_name`,
        reason: 'a metric with a template of its own grades no rubrics',
        todo: 'drop it, or use a managed rubric metric with metric_spec_parameters.rubric_group_key',
      },
      placeOf('rubric_group_name'),
    );
  if (field(entry, 'result_parsing_function') !== undefined)
    throw new Failure(
      'JUDGE_UNSUPPORTED',
      {
        key: `${name}.result_parsing_function`,
        reason: 'it is Python, and nothing runs it on the answers of a judge in this version',
        todo: 'let the judge answer with {"score": …, "explanation": …}, which is found among other text, and drop it',
      },
      placeOf('result_parsing_function'),
    );
}

function isText(value: Json): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isSampleCount(value: Json): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= MOST_SAMPLES;
}

function badValue(key: string, value: Json, expected: string, at: At | undefined): Failure {
  return new Failure('CONFIG_BAD_VALUE', { key, value: JSON.stringify(value), expected }, at);
}
