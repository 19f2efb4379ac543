import { describe, expect, it } from 'vitest';
import { metricNamed } from '../../src/metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../../src/metrics/resolve-config.ts';
import { field, type Json, numberField } from '../../src/model/json.ts';
import type { Trace } from '../../src/model/trace.ts';
import type { Outcome } from '../../src/results/outcome.ts';
import { scorePartition } from '../../src/run/score.ts';
import { inputOf } from '../../src/views/token-count.ts';
import { usageLedger } from '../../src/views/usage-ledger.ts';
import { goldenCases, sessionOf } from './golden-trace.ts';

const [GOLDEN] = goldenCases('tree.attribution');

function traceOf(): Trace {
  const spans = (GOLDEN?.input.spans ?? []) as readonly Json[];
  const wire = spans.map((span) => {
    const usage = field(span, 'usage');
    return {
      span_id: field(span, 'span_id') ?? null,
      parent_id: field(span, 'parent_id') ?? null,
      kind: field(span, 'kind') ?? null,
      start_ns: String((numberField(span, 'start') ?? 0) * 1_000_000),
      end_ns: String((numberField(span, 'end') ?? 0) * 1_000_000),
      ...(usage && {
        usage: {
          input_uncached: field(usage, 'input') ?? null,
          output: field(usage, 'output') ?? null,
          scope: 'exclusive',
        },
      }),
    };
  });
  const [trace] = sessionOf([wire]).traces;
  if (!trace) throw new Error('no trace');
  return trace;
}

function outcome(name: string): Outcome {
  const metric = metricNamed(name);
  const job = { metric, scope: 'trace' as const, resolved: resolveConfig(metric, NO_CONFIG_INPUT), declared: {} };
  const [answer] = scorePartition(job, { type: 'trace', trace: traceOf() }, new Map(), () => 0);
  if (!answer) throw new Error('no answer');
  return answer;
}

describe('attribution over a tree of agents', () => {
  it('gives each agent its own and its inclusive tokens', () => {
    const ledger = usageLedger(traceOf());
    const pairs = (pick: 'own' | 'inclusive') =>
      Object.fromEntries(
        ledger.agents.map((entry) => [entry.agent.span.spanId, [inputOf(entry[pick]), entry[pick].output]]),
      );
    expect(pairs('own')).toEqual(GOLDEN?.expected.exclusive);
    expect(pairs('inclusive')).toEqual(GOLDEN?.expected.inclusive);
    expect([inputOf(ledger.total), ledger.total.output]).toEqual(GOLDEN?.expected.total);
    expect(ledger.complete).toBe(true);
  });

  it('measures depth, delegations, fan-out, tokens and time', () => {
    expect(outcome('tree.delegation_depth')).toMatchObject({
      status: 'scored',
      score: GOLDEN?.expected.delegation_depth,
    });
    const fanOut = outcome('tree.fan_out');
    expect(fanOut).toMatchObject({
      score: GOLDEN?.expected.max_fan_out,
      details: { delegations: GOLDEN?.expected.delegations },
    });
    expect(outcome('usage.tokens')).toMatchObject({ status: 'scored', score: 955 });
    expect(outcome('latency.root')).toMatchObject({
      score: GOLDEN?.expected.root_elapsed,
      details: {
        sum_agent_durations: GOLDEN?.expected.sum_agent_durations,
        sum_leaf_durations: GOLDEN?.expected.sum_leaf_durations,
      },
    });
    expect(outcome('latency.critical_path').details.critical_path_ms).toEqual(GOLDEN?.expected.critical_path_ms);
    expect(outcome('tree.orphan_spans')).toMatchObject({ status: 'scored', score: 0 });
  });
});
