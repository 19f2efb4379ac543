import type { ConfigValue } from './loaded-config.ts';

/** What an entry of `custom_metrics` is. */
export type EntryKind = 'judge' | 'code' | 'managed';

/** One key of an entry. */
export interface EntryField {
  /** The kinds that read it. */
  readonly kinds: readonly EntryKind[];
  readonly expected: string;
  fits(value: ConfigValue): boolean;
}

/** How often the evaluation service asks a judge where nothing is said. */
export const DEFAULT_SAMPLES = 4;

const isText = (value: ConfigValue): boolean => typeof value === 'string' && value.trim() !== '';
const isMap = (value: ConfigValue): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isFlag = (value: ConfigValue): boolean => typeof value === 'boolean';
const isSampleCount = (value: ConfigValue): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 32;

const text = (expected: string, ...kinds: readonly EntryKind[]): EntryField => ({ kinds, expected, fits: isText });

/** Every key that agents-cli reads of an entry, besides its name. */
export const ENTRY_FIELDS: ReadonlyMap<string, EntryField> = new Map<string, EntryField>([
  ['prompt_template', text('a text that is not empty', 'judge')],
  ['judge_model', text('the name of a model', 'judge')],
  ['judge_model_sampling_count', { kinds: ['judge'], expected: 'a whole number from 1 to 32', fits: isSampleCount }],
  ['judge_model_system_instruction', text('a text', 'judge')],
  ['judge_model_generation_config', { kinds: ['judge'], expected: 'a mapping', fits: isMap }],
  ['return_raw_output', { kinds: ['judge'], expected: 'true or false', fits: isFlag }],
  ['result_parsing_function', text('Python source with parse_results', 'judge')],
  ['custom_function', text('Python source with evaluate', 'code')],
  ['custom_function_file', text('the path of a file, relative to this one', 'code')],
  ['remote_custom_function', text('Python source with evaluate', 'code')],
  [
    'execution',
    { kinds: ['code'], expected: 'local or remote', fits: (value) => value === 'local' || value === 'remote' },
  ],
  ['metric_spec_parameters', { kinds: ['managed'], expected: 'a mapping', fits: isMap }],
]);

/** Keys that the library behind agents-cli has and that no run here can honour. */
export const UNSUPPORTED_FIELDS: ReadonlyMap<string, { readonly reason: string; readonly todo: string }> = new Map([
  [
    'rubric_group_name',
    {
      reason: 'a metric with a body of its own grades no rubrics',
      todo: 'use a managed metric such as final_response_quality with metric_spec_parameters.rubric_group_key; to judge with your own prompt_template, drop it',
    },
  ],
  [
    'metric_resource_name',
    {
      reason: 'a registered metric lives in a cloud project',
      todo: 'write its prompt_template or its function here',
    },
  ],
  [
    'parse_and_reduce_fn',
    { reason: 'a file cannot hold a function object', todo: 'use result_parsing_function with Python source' },
  ],
  [
    'aggregate_summary_fn',
    {
      reason: 'a file cannot hold a function object',
      todo: 'drop it; a gate chooses its statistic under muster.gates',
    },
  ],
]);
