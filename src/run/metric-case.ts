import { z } from 'zod';
import { readPrices } from '../config/read-prices.ts';
import type { Config, Declared, Metric, Partition } from '../metrics/define-metric.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../metrics/resolve-config.ts';
import { Assembly } from '../model/assemble.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { hashValue } from '../model/hash.ts';
import { joinCases } from '../model/join-cases.ts';
import { field, isObject, type Json, type JsonObject } from '../model/json.ts';
import type { Session } from '../model/trace.ts';
import { fromWire } from '../model/wire/from-wire.ts';
import { userPrices } from '../prices/user-prices.ts';
import type { Problem } from '../problems/problem.ts';
import type { Outcome, Scope } from '../results/outcome.ts';
import { agents } from '../views/agents.ts';
import { scoreElsewhere, scorePartition } from './score.ts';

/** One worked case of a metric: a file of `cases/` holds a list of them. */
export interface MetricCase {
  readonly name: string;
  readonly why?: string;
  /** Canonical records of one session; `trace_id` is `t` unless given; a span also has its type, name and session by default. */
  readonly records: readonly JsonObject[];
  readonly scope: Scope;
  /** For the scope `span`: the span that is scored. */
  readonly span?: string;
  readonly config?: Config;
  /** Prices by model, as `muster.prices` holds them. */
  readonly prices?: JsonObject;
  /** Fields of the outcome, and under `details` those of its details, that must be found. */
  readonly expected: JsonObject;
}

const record = z.record(z.string(), z.json());

/** The schema of a file of cases. */
export const metricCasesSchema = z
  .array(
    z.strictObject({
      name: z.string().min(1),
      why: z.string().optional(),
      records: z.array(record).min(1),
      scope: z.enum(['span', 'trace', 'session']),
      span: z.string().optional(),
      config: record.optional(),
      prices: record.optional(),
      expected: record.refine((expected) => Object.keys(expected).length > 0, 'it expects nothing'),
    }),
  )
  .min(1);

const SPAN_DEFAULTS = { type: 'span', trace_id: 't', session_id: 's', name: '' } as const;

/** The session that records of a case form, its traces with their cases. What cannot be read is reported. */
export function sessionOf(records: readonly JsonObject[], report: (problem: Problem) => void): Session | undefined {
  const assembly = new Assembly(report);
  for (const [index, given] of records.entries()) {
    const defaults = 'type' in given && given.type !== 'span' ? { trace_id: 't' } : SPAN_DEFAULTS;
    const read = fromWire({ ...defaults, ...given }, { file: 'case', pointer: `/records/${index}` }, report);
    if (read) assembly.add(read, { name: 'spans', runUnit: 'trace' });
  }
  const { sessions, cases } = assembly.finish();
  return joinCases(sessions, cases, [], report).sessions[0];
}

/** The answer of a metric to a case over its session; undefined when the session lacks what the case asks for. */
export async function scoreCase(metric: Metric, given: MetricCase, session: Session): Promise<Outcome | undefined> {
  const partition = partitionOf(given, session);
  if (!partition) return undefined;
  const resolved = resolveConfig(metric, { ...NO_CONFIG_INPUT, config: given.config ?? {} });
  const job = { metric, scope: given.scope, resolved, declared: declaredIn(given) };
  const { elsewhere } = metric;
  const outcomes = elsewhere
    ? await scoreElsewhere(job, elsewhere, { session, partition }, new Map())
    : scorePartition(job, partition, new Map(), () => 0);
  return outcomes[0];
}

function declaredIn({ prices }: MetricCase): Declared {
  if (!prices) return {};
  const file = { value: prices, placeOf: () => ({ file: 'case', pointer: '/prices' }) };
  return { prices: userPrices(readPrices(file, [], prices), hashValue(prices)) };
}

function partitionOf({ scope, span: spanId }: MetricCase, session: Session): Partition | undefined {
  if (scope === 'session') return { type: 'session', session };
  const [trace] = session.traces;
  if (!trace) return undefined;
  if (scope === 'trace') return { type: 'trace', trace };
  const span = trace.spans.find((each) => each.spanId === spanId);
  const agent = agents(trace).find((each) => each.span === span);
  return span && { type: 'span', span, trace, ...(agent && { agent }) };
}

/** What is expected and not found, each as one sentence. Keys that nothing is expected of are free. */
export function unmetExpectations(expected: JsonObject, outcome: Outcome): string[] {
  return unmet(expected, JSON.parse(JSON.stringify(outcome)) as Json, '');
}

function unmet(expected: Json, found: Json | undefined, path: string): string[] {
  if (isObject(expected) && isObject(found)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      unmet(value, field(found, key), path === '' ? key : `${path}.${key}`),
    );
  }
  const [wanted, got] = [canonicalJson(expected), canonicalJson(found ?? null)];
  return wanted === got ? [] : [`${path} is ${got}, and ${wanted} is expected`];
}
