/** The files of a new metric: it passes `muster metric check` as it is. */
export function metricTemplate(name: string): Readonly<Record<string, string>> {
  return {
    'manifest.yaml': manifest(name),
    'metric.ts': SCORER,
    'metric.test.ts': TEST,
    'cases/worked.json': `${JSON.stringify(CASES, null, 2)}\n`,
  };
}

function manifest(name: string): string {
  return `# What the metric scores, what it needs and how it is configured. Nothing here is executed.
# Every field: https://www.npmjs.com/package/muster-eval, or \`npx muster-eval schema manifest\`
manifest_version: '1'
kind: trace_metric
name: ${name}
version: 1.0.0 # raise it when any score could change
display_name: ${displayName(name)}
description: Whether the final answer of a run stays within a length.
metric_type: pointwise
scorer_contract: per_row
direction: higher_is_better # lower_is_better, or neutral
entrypoint: ./metric.ts#score
target_kind: AGENT
required_kinds: [AGENT] # without one of them: not_applicable
required_columns: [] # such as output_messages or usage; without it: unresolved
accepts:
  - name: canonical_partition_v1
partition_types: [trace] # span, trace, session
dependencies: []
unsupported_trace_shapes: []
execution:
  processing_kind: process
  max_concurrency: 1
  timeout_seconds: 30 # for one partition
  emits_metric_family: false
  function_name: null
config_schema:
  title: Config
  type: object
  additionalProperties: false
  properties:
    max_characters:
      type: integer
      minimum: 1
      default: 400
      description: the longest answer that passes
metric_metadata:
  summary: Is the final answer short enough?
  methodology:
    - The final answer is that of the root agent, or of the last agent of a handoff.
    - Its length is the number of Unicode characters.
  score_semantics: 1 within the limit, else 0. Higher is better.
  worked_example: An answer of 12 characters against a limit of 10 scores 0.
  when_it_misleads:
    - A short answer can be wrong, and a long one right.
`;
}

function displayName(name: string): string {
  const words = name.slice(name.indexOf('.') + 1).replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const SCORER = `import { finalAnswer, type Partition, type ScoreContext, type Scoring, textOf } from 'muster-eval/metric';

/** Scores one partition. It keeps no state between calls, and unknown is never 0: say what is missing. */
export function score(partition: Partition, { config }: ScoreContext): Scoring {
  if (partition.type !== 'trace') return notApplicable('scope_unsupported', 'this is a figure of a whole trace');
  const answer = finalAnswer(partition.trace);
  if (!answer) return notApplicable('no_final_answer', 'no agent speaks for the run');
  const evidence = [{ span_id: answer.span.spanId, at: answer.span.at }];
  if (answer.output === undefined) {
    const because = 'the final answer was not recorded';
    return { status: 'unresolved', score: null, reason: 'content_not_captured', bounds: [0, 1], because, evidence, details: {} };
  }
  const length = [...textOf(answer.output)].length;
  const limit = Number(config.max_characters);
  return {
    status: 'scored',
    score: length <= limit ? 1 : 0,
    because: \`the answer has \${length} characters, and \${limit} are allowed\`,
    evidence,
    details: { length, limit },
  };
}

function notApplicable(reason: string, because: string): Scoring {
  return { status: 'not_applicable', score: null, reason, because, evidence: [], details: {} };
}
`;

const TEST = `import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { itKeepsTheMetricContract, metricInFolder } from 'muster-eval/testing';
import { score } from './metric.ts';

// npm install --save-dev muster-eval vitest && npx vitest run
const folder = fileURLToPath(new URL('.', import.meta.url));
itKeepsTheMetricContract(metricInFolder(folder, score), join(folder, 'cases'));
`;

function root(text?: string): object {
  return {
    span_id: 'root',
    kind: 'AGENT',
    status: 'OK',
    start_ns: '1000',
    end_ns: '9000',
    agent: { name: 'root' },
    ...(text !== undefined && { output_messages: [{ role: 'assistant', parts: [{ type: 'text', content: text }] }] }),
  };
}

const CASES = [
  {
    name: 'the worked example',
    scope: 'trace',
    config: { max_characters: 10 },
    records: [root('twelve chars')],
    expected: { status: 'scored', score: 0, details: { length: 12, limit: 10 } },
  },
  {
    name: 'an answer within the default limit',
    scope: 'trace',
    records: [root('twelve chars')],
    expected: { status: 'scored', score: 1, details: { length: 12, limit: 400 } },
  },
  {
    name: 'an answer that was not recorded',
    scope: 'trace',
    records: [{ ...root(), content_captured: false }],
    expected: { status: 'unresolved', reason: 'content_not_captured' },
  },
  {
    name: 'a trace without an agent',
    scope: 'trace',
    records: [{ span_id: 'call', kind: 'LLM' }],
    expected: { status: 'not_applicable', reason: 'no_target_spans' },
  },
];
