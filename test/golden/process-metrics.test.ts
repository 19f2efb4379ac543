import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Config, Partition } from '../../src/metrics/define-metric.ts';
import { metricNamed } from '../../src/metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../../src/metrics/resolve-config.ts';
import { field, type Json, type JsonObject, listField, textField } from '../../src/model/json.ts';
import { type AgentRun, scoreAgentRuns } from '../../src/public/index.ts';
import type { Outcome } from '../../src/results/outcome.ts';
import { scorePartition } from '../../src/run/score.ts';
import { type GoldenCase, goldenCases, sessionOf } from './golden-trace.ts';

const MANIFESTS = parse(readFileSync(new URL('./process-manifests.yaml', import.meta.url), 'utf8')) as JsonObject[];
const AGENT: JsonObject = { span_id: 'r', kind: 'AGENT', status: 'OK', start_ns: '1', end_ns: '90000' };

/** A case as a real partition, with the configuration that its shortened input stands for. */
interface Built {
  readonly spans: readonly JsonObject[];
  readonly config?: Config;
  readonly recorded?: JsonObject;
}

function llm(id: string, part: JsonObject, rest: JsonObject = {}): JsonObject {
  const output_messages = [{ role: 'assistant', parts: [part] }];
  return {
    span_id: id,
    parent_id: 'r',
    kind: 'LLM',
    status: 'OK',
    start_ns: '2',
    end_ns: '3',
    output_messages,
    ...rest,
  };
}

const text = (content: string): JsonObject => ({ type: 'text', content });

function toolSpan(name: string, id: string, result: Json, errorType?: string): JsonObject {
  const failed = result === 'error' || errorType !== undefined;
  return {
    ...{
      span_id: `ran-${id}`,
      parent_id: 'r',
      kind: 'TOOL',
      status: failed ? 'ERROR' : 'OK',
      start_ns: '4',
      end_ns: '5',
    },
    tool: { name, call_id: id, result, result_is_error: failed },
    ...(errorType !== undefined && { errors: [{ type: errorType, source: 'status' }] }),
  };
}

/** Arguments as sources read them: a text that is JSON is its value, one that is not stays as it is. */
function callPart(name: string, given: Json, id = 'c'): JsonObject {
  const part = { type: 'tool_call', id, name };
  if (given === undefined || given === '') return part;
  if (typeof given !== 'string') return { ...part, arguments: given };
  try {
    return { ...part, arguments: JSON.parse(given) as Json };
  } catch {
    return { ...part, arguments_raw: given };
  }
}

function toolCallCase({ input }: GoldenCase): Built {
  if (Array.isArray(input.calls)) {
    const calls = input.calls.map((verdict, index) =>
      callPart(verdict === 1 ? 'good' : verdict === 0 ? 'missing' : 'unclear', {}, `c${index}`),
    );
    const tool_definitions = [{ name: 'good', parameters: {} }, { name: 'unclear' }];
    const asked = calls.map((part, index) => llm(`l${index}`, part, { tool_definitions }));
    return { spans: [AGENT, ...asked, llm('last', text('done'))] };
  }
  const { tools = null, call = {}, result } = input;
  const name = textField(call, 'name') ?? '';
  const kind = textField(result, 'error_kind');
  return {
    spans: [
      AGENT,
      llm('l', callPart(name, field(call, 'arguments') ?? ''), tools === null ? {} : { tool_definitions: tools }),
      ...(result === undefined ? [] : [toolSpan(name, 'c', 'refused', kind)]),
    ],
  };
}

function constraintCase({ input }: GoldenCase): Built {
  const items = listField(input, 'items');
  const word = (item: Json) =>
    item === 1 ? { kind: 'contains', value: 'done' } : { kind: 'contains', value: 'absent' };
  const constraints = items.map((item, index) => ({
    id: `item-${index}`,
    check: item === null ? { kind: 'judge', rubric: 'is it good?' } : word(item),
  }));
  return {
    spans: [AGENT, llm('l', text('all is done'))],
    config: constraints.length ? { constraints } : {},
  };
}

function terminationCase({ input }: GoldenCase): Built {
  const { steps, step_cap: cap, stop } = input;
  const config: Config = typeof cap === 'number' ? { step_cap: cap } : {};
  // The root is missing: only an agent that someone else issued, whose end was not exported.
  if (typeof steps !== 'number')
    return { spans: [{ span_id: 'r', parent_id: 'gone', kind: 'AGENT', start_ns: '1' }], config };
  const calls = Array.from({ length: steps }, (_, index) => {
    const isLast = index === steps - 1;
    const reason = isLast ? stop : 'tool_use';
    return llm(`l${String(index).padStart(3, '0')}`, isLast ? text('a step') : callPart('search', {}, `c${index}`), {
      start_ns: String(10 + 2 * index),
      end_ns: String(11 + 2 * index),
      ...(typeof reason === 'string' && { finish_reasons: [reason] }),
    });
  });
  return { spans: [AGENT, ...calls], config };
}

function escalationCase({ input }: GoldenCase): Built {
  const { call, result, event } = input;
  const tools = listField(input, 'tools').map((name) => ({ name }));
  const root = event === undefined ? AGENT : { ...AGENT, events: [{ name: event }] };
  const definitions = tools.length ? { tool_definitions: tools } : {};
  const part = typeof call === 'string' ? callPart(call, {}) : text('all is done');
  return {
    spans: [
      root,
      llm('l', part, definitions),
      ...(typeof call === 'string' && result !== undefined ? [toolSpan(call, 'c', result)] : []),
    ],
  };
}

const BUILDERS: Readonly<Record<string, (golden: GoldenCase) => Built>> = {
  'process.tool_call_correctness': toolCallCase,
  'process.constraint_satisfaction': constraintCase,
  'process.loop_termination': terminationCase,
  'process.human_escalation': escalationCase,
};

function score(golden: GoldenCase): Outcome {
  const metric = metricNamed(golden.metric);
  const built = BUILDERS[golden.metric]?.(golden);
  if (!built) throw new Error(`nothing builds cases of ${golden.metric}`);
  const [trace] = sessionOf([built.spans]).traces;
  if (!trace) throw new Error('the case has no trace');
  const partition: Partition = { type: 'trace', trace };
  const resolved = resolveConfig(metric, { ...NO_CONFIG_INPUT, config: built.config ?? {} });
  const job = { metric, scope: 'trace' as const, resolved, declared: {} };
  const [outcome] = scorePartition(job, partition, new Map(), () => 0);
  if (!outcome) throw new Error('the metric gave no answer');
  return outcome;
}

const FIELDS = ['score', 'status', 'reason', 'label', 'bounds'];
const OF_CALLS = ['valid_tool', 'valid_params', 'reason'];

function found(golden: GoldenCase, outcome: Outcome, key: string): unknown {
  if (golden.metric === 'process.tool_call_correctness' && OF_CALLS.includes(key) && 'call' in golden.input)
    return field(listField(outcome.details, 'calls')[0], key === 'reason' ? 'miss' : key) ?? null;
  const holder: Readonly<Record<string, unknown>> = FIELDS.includes(key) ? { ...outcome } : outcome.details;
  return holder[key] ?? null;
}

describe.each(
  Object.entries({
    'process.tool_call_correctness': 21,
    'process.constraint_satisfaction': 5,
    'process.loop_termination': 14,
    'process.human_escalation': 7,
  }),
)('%s', (metric, count) => {
  const cases = goldenCases(metric);

  it('has all its worked cases here', () => expect(cases).toHaveLength(count));

  it.each(cases)('answers $name', (golden) => {
    const outcome = score(golden);
    const status = typeof golden.expected.score === 'number' ? { status: 'scored' } : {};
    for (const [key, value] of Object.entries({ ...status, ...golden.expected }))
      expect({ [key]: found(golden, outcome, key) }).toEqual({ [key]: value });
  });
});

describe('scoreAgentRuns', () => {
  const cases = goldenCases('score_agent_runs');

  it('has all its worked cases here', () => expect(cases).toHaveLength(3));

  it.each(cases)('answers $name', ({ input, expected }) => {
    expect(scoreAgentRuns(input.runs as unknown as readonly AgentRun[])).toEqual(expected);
  });
});

describe('the manifests of the process metrics', () => {
  it.each(MANIFESTS.map((manifest) => [String(manifest.name), manifest] as const))(
    '%s is the published one field by field, and more only where it is said here',
    (name, published) => {
      expect(metricNamed(name).manifest).toEqual(published);
    },
  );
});
