import { z } from 'zod';
import { agentRates, bounds, interval, scope, steps, summary, tally, trials } from './figure-schemas.ts';

const at = z.strictObject({ file: z.string(), line: z.int().optional(), pointer: z.string().optional() });
const ref = z.strictObject({
  span_id: z.string().optional(),
  message: z.int().optional(),
  part: z.int().optional(),
  at: at.optional(),
});
const details = z.record(z.string(), z.unknown());
const tokens = z.strictObject({
  known: z.number().nullable(),
  complete: z.boolean(),
  own: z.number().nullable().optional(),
});
const cost = z.strictObject({
  known: z.number().nullable(),
  complete: z.boolean(),
  at_most: z.number().optional(),
});
const where = z.record(z.string(), z.string());

const common = {
  id: z.string().regex(/^[0-9a-f]{16}$/),
  metric: z.string(),
  version: z.string(),
  config_hash: z.string(),
  partition: z.strictObject({
    type: scope,
    session_id: z.string().optional(),
    trace_id: z.string().optional(),
    span_id: z.string().optional(),
    agent: z.string().optional(),
  }),
  case_id: z.string().optional(),
  because: z.string(),
  evidence: z.array(ref),
  details,
  touched_by: z.array(z.string()),
  facets: z.strictObject({
    source: z.string(),
    agent: z.string().optional(),
    depth: z.int().optional(),
    delegated: z.boolean().optional(),
    tool: z.string().optional(),
    task: z.string().optional(),
    task_version: z.string().optional(),
    trial: z.string().optional(),
    tags: z.array(z.string()).optional(),
    terminal: z.string().optional(),
    escalated: z.boolean().optional(),
  }),
};

/** The schema of one line of `outcomes.jsonl`. */
export const outcomeSchema = z.discriminatedUnion('status', [
  z.strictObject({
    ...common,
    status: z.literal('scored'),
    score: z.number(),
    label: z.string().optional(),
    reason: z.string().optional(),
    bounds: bounds.optional(),
  }),
  z.strictObject({ ...common, status: z.literal('not_applicable'), score: z.null(), reason: z.string() }),
  z.strictObject({ ...common, status: z.literal('unresolved'), score: z.null(), reason: z.string(), bounds }),
  z.strictObject({ ...common, status: z.literal('error'), score: z.null(), reason: z.string(), message: z.string() }),
]);

const gate = z.strictObject({
  metric: z.string(),
  scope,
  statistic: z.string(),
  condition: z.string(),
  where,
  state: z.enum(['held', 'failed', 'unsupported']),
  advisory: z.boolean(),
  value: z.number().nullable(),
  interval: interval.nullable(),
  numerator: z.number().nullable(),
  denominator: z.number(),
  coverage: z.number().nullable(),
  errors: z.int(),
  steps: steps.optional(),
  reason: z.string(),
  offenders: z.array(z.strictObject({ outcome: z.string(), because: z.string(), evidence: z.array(ref) })),
});

/** The schema of `run.json`. */
export const runSchema = z.strictObject({
  schema_version: z.literal('1'),
  tool: z.strictObject({ name: z.literal('muster'), version: z.string() }),
  partial: z.boolean(),
  scope,
  inputs: z.array(
    z.strictObject({
      path: z.string(),
      bytes: z.int(),
      sha256: z.string().optional(),
      source: z.string().optional(),
      because: z.string(),
    }),
  ),
  config: z.strictObject({ path: z.string().optional(), hash: z.string(), value: details }),
  metrics: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      direction: z.string(),
      manifest_hash: z.string(),
      config_hash: z.string(),
      config: details,
    }),
  ),
  counts: z.strictObject({ sessions: z.int(), traces: z.int(), spans: z.int(), cases: z.int() }),
  agents: z.array(
    z.strictObject({
      agent: z.string(),
      delegated: z.boolean(),
      depth: z.int(),
      runs: z.int(),
      labels: tally,
      missing: z.int(),
      tokens,
      worst: z.strictObject({ label: z.string(), because: z.string(), at: at.optional() }).optional(),
    }),
  ),
  agent_rates: agentRates,
  summaries: z.array(summary),
  trials: trials.optional(),
  gates: z.array(gate),
  health: z.array(z.strictObject({ kind: z.string(), message: z.string(), count: z.int(), traces: z.int() })),
  problems: z.array(z.strictObject({ code: z.string(), count: z.int() })),
  usage: z.strictObject({
    input: tokens,
    output: tokens,
    delegated: tokens,
    total: tokens,
    left_out: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
  }),
  cost: z.strictObject({
    total: cost,
    delegated: cost,
    left_out: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
    unpriced: z.array(z.strictObject({ model: z.string(), calls: z.int() })),
    prices: z.strictObject({ id: z.string(), hash: z.string() }).nullable(),
  }),
});
