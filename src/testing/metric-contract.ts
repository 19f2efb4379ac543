import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config, Metric, Partition } from '../metrics/define-metric.ts';
import { checkManifest } from '../metrics/load-manifest.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../metrics/resolve-config.ts';
import { Assembly } from '../model/assemble.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { makeSpan } from '../model/span.ts';
import type { Session } from '../model/trace.ts';
import { fromWire } from '../model/wire/from-wire.ts';
import type { Outcome } from '../results/outcome.ts';
import { scorePartition } from '../run/score.ts';
import { agents } from '../views/agents.ts';
import { shuffled } from './shuffled.ts';

/** One worked case of a metric: a file of `cases/` holds a list of them. */
export interface MetricCase {
  readonly name: string;
  readonly why?: string;
  /** Canonical records of one session; `type`, `trace_id` and `session_id` have defaults. */
  readonly records: readonly JsonObject[];
  readonly scope: 'span' | 'trace' | 'session';
  /** For the scope `span`: the span that is scored. */
  readonly span?: string;
  readonly config?: Config;
  /** Fields of the outcome, and under `details` those of its details, that must be found. */
  readonly expected: JsonObject;
}

const ORIGIN = { name: 'spans', runUnit: 'trace' as const };

function sessionOf(records: readonly JsonObject[], more: 'nothing' | 'an irrelevant span' = 'nothing'): Session {
  const assembly = new Assembly(() => {});
  for (const record of records) {
    const full: Json = { type: 'span', trace_id: 't', session_id: 's', name: '', ...record };
    const read = fromWire(full, { file: 'case', line: 1 }, () => {});
    if (read) assembly.add(read, ORIGIN);
  }
  if (more === 'an irrelevant span') {
    const root = records.find((record) => record.parent_id === undefined && record.span_id !== undefined);
    const parent = typeof root?.span_id === 'string' ? { parentId: root.span_id } : {};
    const span = makeSpan({
      traceId: 't',
      spanId: 'zz-irrelevant',
      name: 'GET /health',
      kind: 'UNKNOWN',
      at: { file: 'case' },
      ...parent,
    });
    assembly.add({ type: 'span', span }, ORIGIN);
  }
  const [session] = assembly.finish().sessions;
  if (!session) throw new Error('the case has no records');
  return session;
}

function score(metric: Metric, given: MetricCase, session: Session): Outcome {
  const resolved = resolveConfig(metric, { ...NO_CONFIG_INPUT, config: given.config ?? {} });
  const partition = partitionOf(given, session);
  const [outcome] = scorePartition({ metric, scope: given.scope, resolved }, partition, new Map(), () => 0);
  if (!outcome) throw new Error('the metric gave no answer');
  return outcome;
}

function partitionOf({ scope, span: spanId }: MetricCase, session: Session): Partition {
  if (scope === 'session') return { type: 'session', session };
  const [trace] = session.traces;
  if (!trace) throw new Error('the case has no trace');
  if (scope === 'trace') return { type: 'trace', trace };
  const span = trace.spans.find((each) => each.spanId === spanId);
  if (!span) throw new Error(`the case has no span ${spanId}`);
  const agent = agents(trace).find((each) => each.span === span);
  return { type: 'span', span, trace, ...(agent && { agent }) };
}

function loadCases(folder: string): MetricCase[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as MetricCase[]);
}

/** What must hold for every metric, over the cases of its folder. For vitest. */
export function itKeepsTheMetricContract(metric: Metric, casesFolder: string): void {
  const cases = loadCases(casesFolder);
  const { manifest } = metric;
  describe(`the metric ${manifest.name}`, () => {
    it('has a valid manifest and at least one case', () => {
      expect(checkManifest(manifest)).toBe(manifest);
      expect(cases.length).toBeGreaterThan(0);
      expect(metric.docs.whenItMisleads.length).toBeGreaterThan(0);
    });

    it.each(cases)('answers: $name', (given) => {
      const outcome = score(metric, given, sessionOf(given.records));
      expect(outcome).toMatchObject(given.expected);
      expect(outcome.because).toMatch(/\S/);
      if (outcome.status === 'scored') expect(Number.isFinite(outcome.score)).toBe(true);
      else expect(outcome.score).toBeNull();
    });

    it.each(cases)('does not depend on the order of the records: $name', (given) => {
      const first = score(metric, given, sessionOf(given.records));
      for (const seed of [1, 2, 3])
        expect(score(metric, given, sessionOf(shuffled(given.records, seed)))).toEqual(first);
    });

    it.each(cases.filter(({ scope }) => scope !== 'session' && manifest.required_kinds.length > 0))(
      'is not moved by a span that has nothing to do with it: $name',
      (given) => {
        const { status, score: figure } = score(metric, given, sessionOf(given.records));
        const moved = score(metric, given, sessionOf(given.records, 'an irrelevant span'));
        expect({ status: moved.status, score: moved.score }).toEqual({ status, score: figure });
      },
    );
  });
}
