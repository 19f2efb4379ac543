import type { Manifest } from '../metrics/manifest.ts';
import type { Json } from '../model/json.ts';
import { sha256Short } from './hash-text.ts';
import type { JudgeEntry } from './judge-entry.ts';
import type { JudgeSettings } from './judge-settings.ts';
import { RETRY_POLICY } from './retry.ts';
import type { CallParameters } from './transport.ts';

/** What every question of a metric has in common. */
export interface JudgedBy {
  readonly model: string;
  readonly parameters: CallParameters;
}

/** Version of how templates are rendered and answers read; rises when any score could change. */
export const JUDGE_METRIC_VERSION = '1.0.0';

/**
 * The manifest of an entry of `custom_metrics`. Template, instruction, model and parameters are fixed values of its
 * configuration, so that its hash tells judgements apart which cannot be compared.
 */
export function judgeManifest(entry: JudgeEntry, { model, parameters }: JudgedBy, settings: JudgeSettings): Manifest {
  const fixed = (value: Json): Json => ({ const: value, default: value });
  return {
    manifest_version: '1',
    kind: 'judge_metric',
    name: entry.name,
    version: JUDGE_METRIC_VERSION,
    display_name: entry.name,
    description: 'A judge model reads the run through a prompt template of yours and gives it a score.',
    metric_type: 'pointwise',
    scorer_contract: 'per_row',
    direction: 'higher_is_better',
    entrypoint: 'builtin:judge.template',
    target_kind: 'AGENT',
    required_kinds: [],
    required_columns: [],
    accepts: [{ name: 'canonical_partition_v1' }],
    partition_types: ['trace', 'session'],
    dependencies: [],
    unsupported_trace_shapes: [],
    execution: {
      emits_metric_family: false,
      function_name: null,
      max_concurrency: settings.concurrency,
      processing_kind: 'llm',
      // Of one attempt to ask: how long a question waits for its turn says nothing about the judge.
      timeout_seconds: RETRY_POLICY.timeoutMs / 1000,
    },
    config_schema: {
      title: 'JudgeConfig',
      type: 'object',
      additionalProperties: false,
      properties: {
        metric_name: { type: 'string', default: entry.name, 'x-aip-param-role': 'scoring_metadata' },
        samples: { type: 'integer', minimum: 1, maximum: 32, default: entry.samples },
        scale: { enum: ['numeric', 'boolean', 'categorical'], default: 'numeric' },
        min: { type: 'number' },
        max: { type: 'number' },
        labels: { type: 'object', minProperties: 2, additionalProperties: { type: 'number' } },
        judge_model: fixed(model),
        parameters: fixed({ ...parameters, ...(parameters.stop && { stop: [...parameters.stop] }) } as Json),
        template: fixed(entry.template.hash),
        instruction: fixed(entry.instruction === undefined ? null : sha256Short(entry.instruction)),
      },
    },
    metric_metadata: {
      summary: 'A score that a judge model gives, over several samples.',
      methodology: [
        'The placeholders of the template are filled with the fields of the case and the recording. A field that is missing is an error of that case.',
        'Recorded text stands between delimiters, is escaped and capped, and secrets in it are hidden.',
        'The judge is asked `samples` times. An answer that holds no score on the scale is an invalid sample, never 0.',
        'On a numeric scale the score is the mean of the valid samples; on another one it is the value of most of them.',
      ],
      score_semantics:
        'The score on the scale of the template. Fewer valid samples than half are an error, a tie is unresolved.',
      worked_example: '',
    },
  };
}
