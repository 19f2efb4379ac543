import { describe, expect, it } from 'vitest';
import type { Config, Partition } from '../../src/metrics/define-metric.ts';
import { metricNamed } from '../../src/metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../../src/metrics/resolve-config.ts';
import type { Json } from '../../src/model/json.ts';
import type { Outcome } from '../../src/results/outcome.ts';
import { scorePartition } from '../../src/run/score.ts';
import { agents } from '../../src/views/agents.ts';
import { type GoldenCase, goldenCases, sessionOf } from './golden-trace.ts';

const METRIC = metricNamed('agent.subagent_validity');
type WireSpan = Readonly<Record<string, Json>>;

/** A span that gets the label; null: one that cannot be evaluated. */
function spanLabelled(label: Json, id: string): WireSpan {
  const base = { span_id: id, kind: 'AGENT', status: label === 'error' ? 'ERROR' : 'OK' };
  if (label === null) return { ...base, content_captured: false };
  const text =
    { valid: 'a long enough answer', short: 'no', empty: '', error: 'a long enough answer' }[String(label)] ?? '';
  return {
    ...base,
    output_messages: text === '' ? [] : [{ role: 'assistant', parts: [{ type: 'text', content: text }] }],
  };
}

function partitionOf({ input }: GoldenCase): Partition {
  const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
  const labelled = (labels: Json | undefined, prefix: string): WireSpan[] =>
    list(labels).map((label, index) => spanLabelled(label, `${prefix}${index}`));
  if (input.partition === 'span') {
    const session = sessionOf([[input.span as WireSpan]]);
    const trace = session.traces[0];
    const span = trace?.spans[0];
    if (!trace || !span) throw new Error('the case has no span');
    const agent = agents(trace).find((each) => each.span === span);
    return { type: 'span', span, trace, ...(agent && { agent }) };
  }
  if (input.partition === 'session') {
    return {
      type: 'session',
      session: sessionOf(list(input.traces).map((labels, index) => labelled(labels, `${index}-`))),
    };
  }
  const spans = input.tree ? treeSpans(input.tree as Readonly<Record<string, string>>) : labelled(input.labels, 's');
  const [trace] = sessionOf([spans]).traces;
  if (!trace) throw new Error('the case has no trace');
  return { type: 'trace', trace };
}

/** `{root: 'AGENT valid', child: …}`: each nested in the one before. */
function treeSpans(tree: Readonly<Record<string, string>>): WireSpan[] {
  const ids = Object.keys(tree);
  return ids.map((id, index) => {
    const parent = ids[index - 1];
    return { ...spanLabelled(tree[id]?.split(' ')[1] ?? '', id), ...(parent !== undefined && { parent_id: parent }) };
  });
}

function score(golden: GoldenCase): Outcome {
  const config = (golden.input.config ?? {}) as Config;
  const resolved = resolveConfig(METRIC, { ...NO_CONFIG_INPUT, config });
  const partition = partitionOf(golden);
  const [outcome] = scorePartition(
    { metric: METRIC, scope: partition.type, resolved, declared: {} },
    partition,
    new Map(),
    () => 0,
  );
  if (!outcome) throw new Error('the metric gave no answer');
  return outcome;
}

/** Fields of the outcome itself; every other expected key stands in its details. */
const FIELDS = ['score', 'status', 'reason', 'label', 'bounds'];

function found(outcome: Outcome, key: string): unknown {
  const holder: Readonly<Record<string, unknown>> = FIELDS.includes(key) ? { ...outcome } : outcome.details;
  return holder[key] ?? null;
}

const CASES = goldenCases('agent.subagent_validity');

describe('agent.subagent_validity', () => {
  it('has all its worked cases here', () => expect(CASES).toHaveLength(47));

  it.each(CASES.filter(({ expected }) => 'accepted' in expected))(
    'takes or refuses the configuration $name',
    ({ input, expected }) => {
      const resolve = () => resolveConfig(METRIC, { ...NO_CONFIG_INPUT, config: input.config as Config });
      if (expected.accepted) expect(resolve).not.toThrow();
      else expect(resolve).toThrow();
    },
  );

  it.each(CASES.filter(({ expected }) => !('accepted' in expected)))('answers $name: $why', (golden) => {
    const outcome = score(golden);
    const status = typeof golden.expected.score === 'number' ? { status: 'scored' } : {};
    for (const [key, value] of Object.entries({ ...status, ...golden.expected })) {
      if (Array.isArray(value) && key === 'diagnostics')
        expect(found(outcome, key)).toEqual(expect.arrayContaining([...value]));
      else expect({ [key]: found(outcome, key) }).toEqual({ [key]: value });
    }
  });
});
