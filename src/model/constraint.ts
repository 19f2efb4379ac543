import type { Json } from './json.ts';

/** How a constraint is checked. Wire names; what each kind holds besides is read by the metric that checks it. */
export const CHECK_KINDS = [
  'expr',
  'regex',
  'contains',
  'not_contains',
  'json_schema',
  'required_tool',
  'forbidden_tool',
  'max_tool_calls',
  'max_cost',
  'max_duration',
  'python',
  'judge',
  'recorded',
] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** One item of the list that a run must satisfy, declared before the run. */
export interface Constraint {
  readonly id: string;
  readonly description?: string;
  readonly check: { readonly kind: CheckKind; readonly [key: string]: Json };
  /** ISO 8601 time at which it was declared; absent: before every run. */
  readonly declaredAt?: string;
  /** A fact that every handoff has to keep. */
  readonly protected?: boolean;
}
