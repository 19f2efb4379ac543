import { z } from 'zod';

export const scope = z.enum(['span', 'trace', 'session']);
const bound = z.number().nullable();
export const bounds = z.tuple([bound, bound]);
export const tally = z.record(z.string(), z.int());
const range = { method: z.string(), level: z.number(), low: z.number(), high: z.number() };

export const interval = z.strictObject({
  ...range,
  estimate: z.number().optional(),
  standard_error: z.number().optional(),
  clusters: z.strictObject({ unit: z.string(), count: z.int() }).optional(),
});
const meanInterval = { interval: interval.nullable(), interval_reason: z.string().nullable() };

const exact = z.strictObject({
  ...range,
  n: z.int(),
  one_sided: z.strictObject({ side: z.enum(['lower', 'upper']), bound: z.number() }).optional(),
});

const spread = z.strictObject({ n: z.int(), mean: bound, median: bound, p95: bound });

/** The schema of the steps of runs. */
export const steps = z.strictObject({ all: spread, terminated: spread, censored: z.int() });

const figures = {
  n: z.int(),
  scored: z.int(),
  not_applicable: z.int(),
  unresolved: z.int(),
  error: z.int(),
  vacuous: z.int(),
  mean: bound,
  successes: z.int().nullable(),
  ...meanInterval,
  bounds: bounds.nullable(),
  labels: tally,
  steps: steps.optional(),
};

const grouped = z.strictObject({
  scope,
  groups: z.array(z.strictObject({ key: z.string(), ...figures })),
  left_out: z.int(),
});

const table = z.strictObject({
  rows: z.array(z.strictObject({ key: z.string(), counts: z.record(z.string(), z.number()) })),
  left_out: z.int(),
});

/** The schema of the summary of a metric. */
export const summary = z.strictObject({
  metric: z.string(),
  scope,
  ...figures,
  exact: exact.nullable(),
  min: bound,
  max: bound,
  median: bound,
  p95: bound,
  reasons: tally,
  groups: z.record(z.string(), grouped),
  tables: z.record(z.string(), table),
});

/** The schema of a rate of valid agents. */
export const agentRate = z.strictObject({
  valid: z.int(),
  judged: z.int(),
  left_out: z.strictObject({ unresolved: z.int(), not_applicable: z.int() }),
  ...meanInterval,
});

/** The schema of the rates of valid agents. */
export const agentRates = z.strictObject({ all: agentRate, delegated: agentRate });

const pass = z.strictObject({
  k: z.int(),
  value: bound,
  tasks: z.int(),
  excluded: z.int(),
  ...meanInterval,
  bounds: z.tuple([z.number(), z.number()]).nullable(),
});

/** The schema of repeated trials. */
export const trials = z.strictObject({
  success: z.string(),
  tasks: z.int(),
  trials: z.int(),
  scored: z.int(),
  successes: z.int(),
  unresolved: z.int(),
  not_applicable: z.int(),
  without_case: z.int(),
  reasons: tally,
  trials_per_task: z.array(z.strictObject({ trials: z.int(), tasks: z.int() })),
  pass_at_k: z.array(pass),
  pass_hat_k: z.array(pass),
});
