import { DEFAULT_SAMPLES } from './entry-fields.ts';

const source = (description: string) => ({ type: 'string', minLength: 1, description });

/** JSON Schema of `custom_metrics`, which is a list of agents-cli. */
export const customMetricsSchema = {
  type: 'array',
  description: 'of agents-cli: functions and prompt templates; `muster lint` checks them',
  items: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: source('results have it in lower case; of two of a name the last counts'),
      prompt_template: source(
        'what a judge is asked, with {prompt}, {response}, {reference}, {context}, {agent_data} or any other key of a case; other braces stay',
      ),
      judge_model: source('the model that judges'),
      judge_model_sampling_count: { type: 'integer', minimum: 1, maximum: 32, default: DEFAULT_SAMPLES },
      judge_model_system_instruction: { type: 'string' },
      judge_model_generation_config: {
        type: 'object',
        description: 'temperature, top_p, top_k, max_output_tokens, seed',
      },
      return_raw_output: { type: 'boolean', default: false },
      result_parsing_function: source('Python source with parse_results(answers)'),
      custom_function: source('Python source with evaluate(instance); goes before a prompt_template'),
      custom_function_file: source('path of such a file, relative to this one; not together with custom_function'),
      remote_custom_function: source('Python source with evaluate(instance), run in a sandbox'),
      execution: { enum: ['local', 'remote'], default: 'local', description: 'where a function runs' },
      metric_spec_parameters: {
        type: 'object',
        description: 'of a managed metric that is named by `name`, such as rubric_group_key',
      },
    },
  },
} as const;
