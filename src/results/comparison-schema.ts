import { z } from 'zod';
import { agentRate, interval, scope, steps } from './figure-schemas.ts';

const both = <T extends z.ZodType>(side: T) => z.strictObject({ a: side, b: side });
const figure = z.number().nullable();
const tokens = z.strictObject({ known: figure, complete: z.boolean(), own: figure.optional() });
const cost = z.strictObject({ known: figure, complete: z.boolean(), at_most: z.number().optional() });
const status = z.enum(['scored', 'not_applicable', 'unresolved', 'error']);

const run = z.strictObject({
  path: z.string(),
  form: z.enum(['run', 'agents_cli']),
  version: z.string().nullable(),
  config_hash: z.string().nullable(),
  traces: z.int().nullable(),
  cases: z.int().nullable(),
  partial: z.boolean(),
});

const arm = z.strictObject({
  n: z.int(),
  scored: z.int(),
  not_applicable: z.int(),
  unresolved: z.int(),
  error: z.int(),
  mean: figure,
});

const answer = z.strictObject({
  outcome: z.string(),
  status,
  score: figure,
  label: z.string().optional(),
  reason: z.string().optional(),
  because: z.string().optional(),
  at: z.strictObject({ file: z.string(), line: z.int().optional(), pointer: z.string().optional() }).optional(),
});

const changed = {
  of: z.strictObject({
    case_id: z.string().optional(),
    trial: z.string().optional(),
    session_id: z.string().optional(),
    trace_id: z.string().optional(),
    agent: z.string().optional(),
  }),
  answers: both(answer),
};

const kind = z.enum(['newly_fails', 'newly_error', 'newly_unresolved', 'newly_passes']);

const metric = z.strictObject({
  metric: z.string(),
  scope,
  direction: z.string(),
  arms: both(arm),
  not_comparable: z.array(z.strictObject({ reason: z.string(), a: z.string(), b: z.string() })),
  unit: z.enum(['task', 'session']),
  pairing: z.enum(['task+trial', 'task']),
  units: z.int(),
  pairs: z.int(),
  only_in_a: z.int(),
  only_in_b: z.int(),
  open: z.int(),
  outside: z.int(),
  changed: z.strictObject({ higher: z.int(), lower: z.int(), same: z.int() }),
  difference: figure,
  interval: interval.nullable(),
  interval_reason: z.string().nullable(),
  second_interval: interval.nullable(),
  bounds: z.tuple([z.number(), z.number()]).nullable(),
  test: z
    .strictObject({
      method: z.enum(['mcnemar_exact', 'sign_flip']),
      p: z.number(),
      p_mid: figure,
      p_holm: z.number(),
      permutations: z.int().nullable(),
      exact: z.boolean(),
      seed: z.int().nullable(),
    })
    .nullable(),
  smallest_p: figure,
  steps: both(steps).nullable(),
  changes: z.strictObject({
    counts: z.record(kind, z.int()),
    listed: z.array(z.strictObject({ kind, ...changed })),
  }),
});

const side = z.strictObject({
  runs: z.int(),
  valid: z.int(),
  judged: z.int(),
  unresolved: z.int(),
  tokens,
});

/** The schema of a comparison of two runs, as `muster compare --json` prints it. */
export const comparisonSchema = z.strictObject({
  schema_version: z.literal('1'),
  tool: z.strictObject({ name: z.literal('muster'), version: z.string() }),
  runs: both(run),
  paired: z.strictObject({
    by_case: z.int(),
    by_trace: z.int(),
    by_session: z.int(),
    only_in_a: z.int(),
    only_in_b: z.int(),
  }),
  metrics: z.array(metric),
  multiplicity: z.strictObject({ method: z.literal('holm'), family: z.int() }),
  escalations: z.strictObject({
    known_in_both: z.int(),
    newly: z.array(z.strictObject(changed)),
    no_longer: z.array(z.strictObject(changed)),
  }),
  agents: z.array(z.strictObject({ agent: z.string(), delegated: z.boolean(), sides: both(side.nullable()) })),
  agent_rates: z.strictObject({ all: both(agentRate.nullable()), delegated: both(agentRate.nullable()) }),
  tokens: both(tokens.nullable()),
  cost: both(cost.nullable()),
});
