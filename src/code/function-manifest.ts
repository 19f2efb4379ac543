import type { Manifest } from '../metrics/manifest.ts';
import { shortHash } from '../model/hash.ts';
import type { Json } from '../model/json.ts';
import type { FunctionLimits } from './function-limits.ts';

/** What tells the scores of one function from those of another. */
export interface FunctionIdentity {
  readonly name: string;
  readonly source: string;
  readonly language: 'python' | 'javascript';
  readonly execution: 'local' | 'remote';
}

/** Version of what a function is given and how its answer is read; rises when any score could change. */
const FUNCTION_METRIC_VERSION = '1.0.0';

/**
 * The manifest of an entry of `custom_metrics` with a function. The hash of its source is a fixed value of its
 * configuration, so that scores of another function cannot be taken for its own.
 */
export function functionManifest(
  { name, source, language, execution }: FunctionIdentity,
  limits: FunctionLimits,
): Manifest {
  const fixed = (value: Json): Json => ({ const: value, default: value });
  return {
    manifest_version: '1',
    kind: 'code_metric',
    name,
    version: FUNCTION_METRIC_VERSION,
    display_name: name,
    description: 'A function of yours reads the run and gives it a score.',
    metric_type: 'pointwise',
    scorer_contract: 'per_row',
    direction: 'higher_is_better',
    entrypoint: 'builtin:code.function',
    target_kind: 'AGENT',
    required_kinds: [],
    required_columns: [],
    accepts: [{ name: 'canonical_partition_v1' }],
    partition_types: ['trace', 'session'],
    dependencies: [],
    unsupported_trace_shapes: [],
    execution: {
      emits_metric_family: false,
      function_name: 'evaluate',
      max_concurrency: limits.processes,
      processing_kind: 'process',
      timeout_seconds: limits.timeoutSeconds,
    },
    config_schema: {
      title: 'FunctionConfig',
      type: 'object',
      additionalProperties: false,
      properties: {
        metric_name: { type: 'string', default: name, 'x-aip-param-role': 'scoring_metadata' },
        function: fixed(shortHash(source)),
        language: fixed(language),
        execution: fixed(execution),
      },
    },
    metric_metadata: {
      summary: 'The score that a function of yours gives.',
      methodology: [
        '`evaluate(instance)` is called once for each run. `instance` is the case with `prompt`, `response`, `reference`, `context`, `agent_data` and every further key that the case has; what is unknown is left out.',
        'It answers with a number, with a mapping that holds `score` and may hold `explanation`, or with an object that has these. Further keys stand in the details.',
        'Anything else, an exception, a crash, too long a time and too much memory are an error of that case, never 0.',
        '`local`: in a process of its own, with the environment of the project. `remote`: without files, network and environment.',
      ],
      score_semantics: 'Whatever the function means by it.',
      worked_example: '',
      when_it_misleads: [
        'A function that answers with a fixed score where it cannot judge hides its failures: let it raise an exception.',
        'In the scope of a trace the function sees one turn of a conversation; in that of a session, all of them.',
      ],
    },
  };
}
