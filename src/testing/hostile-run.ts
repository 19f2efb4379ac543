import type { Problem } from '../problems/problem.ts';
import { type MadeRun, makeAgent, makeGate, makeOutcome, makeRun, makeSummary } from './make-run.ts';

/** A run that holds one string wherever a recording, a config or a metric of a stranger can place one. */
export function hostileRun(text: string): MadeRun {
  const at = { file: text, line: 3, pointer: text };
  const evidence = [{ span_id: text, at }];
  const keyed: Record<string, number> = Object.fromEntries([[text, 2]]);
  const offenders = [{ outcome: text, because: text, evidence }];
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
        interval: { method: text, level: 0.95, low: 0, high: 1 },
        groups: Object.fromEntries([[text, [{ key: text, n: 1, scored: 1, unresolved: 0, mean: 1 }]]]),
      }),
      makeSummary({ metric: text, mean: null, interval: null, reasons: keyed }),
    ],
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
