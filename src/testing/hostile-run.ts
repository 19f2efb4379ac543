import type { Problem } from '../problems/problem.ts';
import { type MadeRun, makeAgent, makeGate, makeGroup, makeOutcome, makeRun, makeSummary } from './make-run.ts';

/** A run that holds one string wherever a recording, a config or a metric of a stranger can place one. */
export function hostileRun(text: string): MadeRun {
  const at = { file: text, line: 3, pointer: text };
  const evidence = [{ span_id: text, at }];
  const keyed: Record<string, number> = Object.fromEntries([[text, 2]]);
  const offenders = [{ outcome: text, because: text, evidence }];
  const interval = { method: text, level: 0.95, low: 0, high: 1, clusters: { unit: text, count: 3 } };
  const group = makeGroup({ key: text, labels: keyed, interval });
  const pass = { k: 1, value: 0.5, tasks: 3, excluded: 1, interval, interval_reason: null, bounds: null };
  const rate = { valid: 1, judged: 2, left_out: { unresolved: 0, not_applicable: 0 } };
  const run = makeRun({
    tool: { name: 'muster', version: text },
    partial: true,
    inputs: [{ path: text, bytes: 1, sha256: text, source: text, because: text }],
    config: { path: text, hash: text, value: Object.fromEntries([[text, [text]]]) },
    metrics: [
      { name: text, version: text, direction: 'higher_is_better', manifest_hash: text, config_hash: text, config: {} },
    ],
    agents: [
      makeAgent({ agent: text, labels: keyed, worst: { label: text, because: text, at } }),
      makeAgent({ agent: text, labels: { valid: 1 }, missing: 0, worst: { label: 'empty', because: text } }),
    ],
    summaries: [
      makeSummary({
        metric: text,
        labels: keyed,
        reasons: keyed,
        interval,
        groups: Object.fromEntries([[text, { scope: 'span', groups: [group], left_out: 3 }]]),
        tables: Object.fromEntries([[text, { rows: [{ key: text, counts: keyed }], left_out: 3 }]]),
      }),
      makeSummary({ metric: text, mean: null, interval: null, reasons: keyed }),
    ],
    agent_rates: {
      all: { ...rate, interval, interval_reason: null },
      delegated: { ...rate, interval: null, interval_reason: text },
    },
    trials: {
      ...{ success: text, tasks: 3, trials: 4, scored: 3, successes: 1, unresolved: 1, not_applicable: 0 },
      without_case: 0,
      reasons: keyed,
      trials_per_task: [{ trials: 1, tasks: 4 }],
      pass_at_k: [pass],
      pass_hat_k: [{ ...pass, interval: null, interval_reason: text }],
    },
    gates: [
      makeGate({ metric: text, statistic: text, condition: text, where: { agent: text }, reason: text, offenders }),
      makeGate({ metric: text, state: 'unsupported', value: null, reason: text, offenders }),
    ],
    health: [{ kind: text, message: text, count: 1, traces: 1 }],
    problems: [{ code: text, count: 1 }],
    cost: { ...makeRun().run.cost, unpriced: [{ model: text, calls: 1 }], left_out: [{ reason: text, count: 1 }] },
    usage: { ...makeRun().run.usage, left_out: [{ reason: text, count: 1 }] },
  }).run;
  const rest = {
    id: text,
    metric: text,
    agent: text,
    case_id: text,
    because: text,
    evidence,
    details: Object.fromEntries([
      [text, text],
      ['response_id', text],
    ]),
    partition: { type: 'span', session_id: text, trace_id: text, span_id: text, agent: text },
    touched_by: [text],
    facets: { source: text, agent: text },
  } as const;
  const odd: Problem = { code: 'INPUT_BAD_JSON', message: text, hint: text, at };
  return {
    run,
    outcomes: [
      makeOutcome({ status: 'scored', score: 0, label: text, reason: text }, rest),
      makeOutcome({ status: 'scored', score: 1, label: text }, rest),
      makeOutcome({ status: 'not_applicable', score: null, reason: text }, rest),
      makeOutcome({ status: 'unresolved', score: null, reason: text, bounds: [null, null] }, rest),
      makeOutcome({ status: 'error', score: null, reason: text, message: text }, rest),
    ],
    problems: [odd],
  };
}
