import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../metrics/define-metric.ts';
import { checkManifest } from '../metrics/load-manifest.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../metrics/resolve-config.ts';
import { isObject, type Json, type JsonObject } from '../model/json.ts';
import type { Outcome } from '../results/outcome.ts';
import { type MetricCase, metricCasesSchema, scoreCase, sessionOf, unmetExpectations } from '../run/metric-case.ts';
import { shuffled } from './shuffled.ts';

export type { MetricCase };

function readCases(folder: string): MetricCase[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().flatMap((name) => {
    const list = JSON.parse(readFileSync(join(folder, name), 'utf8')) as MetricCase[];
    metricCasesSchema.parse(list);
    return list;
  });
}

async function score(metric: Metric, given: MetricCase, records = given.records): Promise<Outcome> {
  const problems: string[] = [];
  const session = sessionOf(records, ({ message }) => problems.push(message));
  expect(problems, 'the records of a case are read without a problem').toEqual([]);
  const outcome = session && (await scoreCase(metric, given, session));
  if (!outcome) throw new Error('the records hold no session, or no span with the id of the case');
  return outcome;
}

/** An outcome without the places that its records were read from. */
function withoutPlaces(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'at');
  return Object.fromEntries(members.map(([key, member]) => [key, withoutPlaces(member)]));
}

/** An outcome as it is written, so that an infinite or missing figure shows. */
function written(outcome: Outcome): Json {
  return withoutPlaces(JSON.parse(JSON.stringify(outcome, (_, value) => figure(value))) as Json);
}

function figure(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${value} is no figure`);
  return value;
}

/** A span that no metric of agents, calls or tokens is about, below the first root of a case. */
function irrelevantSpan(records: readonly JsonObject[]): JsonObject {
  const root = records.find((each) => each.span_id !== undefined && each.parent_id === undefined);
  const ids = { trace_id: root?.trace_id ?? 't', session_id: root?.session_id ?? 's' };
  return { ...ids, span_id: 'zz-irrelevant', parent_id: root?.span_id ?? '', name: 'GET /health', kind: 'UNKNOWN' };
}

/** What an outcome says, without the findings about its evidence. */
function verdictOf(outcome: Outcome): Json {
  const { touched_by: _, ...verdict } = outcome;
  return written(verdict as Outcome);
}

function manifestTests({ manifest, docs }: Metric, cases: readonly MetricCase[]): void {
  it('has a manifest that is valid and a page that says when it misleads', () => {
    expect(checkManifest(manifest)).toBe(manifest);
    expect(docs.whenItMisleads.length).toBeGreaterThan(0);
  });

  it('has a case for each scope, and its worked example is one of them', () => {
    expect([...new Set(cases.map(({ scope }) => scope))]).toEqual(
      expect.arrayContaining([...manifest.partition_types]),
    );
    expect(cases.filter(({ name }) => name.includes('worked example'))).not.toEqual([]);
  });
}

function configTests(metric: Metric): void {
  it('refuses a key that its configuration does not have', () => {
    expect(() => resolveConfig(metric, { ...NO_CONFIG_INPUT, config: { no_such_key: 1 } })).toThrow(/no_such_key/);
  });

  it('keeps the hash of its configuration where only its name changes', () => {
    const { properties } = metric.manifest.config_schema;
    if (!isObject(properties) || !('metric_name' in properties)) return;
    const renamed = resolveConfig(metric, { ...NO_CONFIG_INPUT, config: { metric_name: 'renamed' } });
    expect(renamed.emittedName).toBe('renamed');
    expect(renamed.configHash).toBe(resolveConfig(metric, NO_CONFIG_INPUT).configHash);
  });
}

function caseTests(metric: Metric, cases: readonly MetricCase[]): void {
  it.each(cases)('answers: $name', async (given) => {
    const outcome = await score(metric, given);
    expect(unmetExpectations(given.expected, outcome)).toEqual([]);
    expect(outcome.because).toMatch(/\S/);
    if (outcome.status !== 'scored') expect(outcome.score).toBeNull();
    expect(() => written(outcome)).not.toThrow();
  });

  it.each(cases)('does not depend on the order of the records: $name', async (given) => {
    const first = written(await score(metric, given));
    for (const seed of [1, 2, 3]) {
      expect(written(await score(metric, given, shuffled(given.records, seed)))).toEqual(first);
    }
  });

  it('keeps nothing from one partition to the next', async () => {
    const answersOf = async (list: readonly MetricCase[]): Promise<Json[]> => {
      const answers: Json[] = [];
      for (const given of list) answers.push(written(await score(metric, given)));
      return answers;
    };
    const first = await answersOf(cases);
    expect(await answersOf([...cases].reverse())).toEqual(first.reverse());
  });

  // A metric without required kinds, such as one of the tree itself, is about every span.
  it.each(metric.manifest.required_kinds.length ? cases : [])(
    'is not moved by a span that has nothing to do with it: $name',
    async (given) => {
      const records = [...given.records, irrelevantSpan(given.records)];
      expect(verdictOf(await score(metric, given, records))).toEqual(verdictOf(await score(metric, given)));
    },
  );
}

/**
 * The contract of every metric, as tests of Vitest over a folder of cases. Each file is a JSON list of `MetricCase`;
 * the worked example of the manifest is a case whose name says so, and each scope of the manifest has a case.
 */
export function itKeepsTheMetricContract(metric: Metric, casesFolder: string): void {
  const cases = readCases(casesFolder);
  describe(`the metric ${metric.manifest.name}`, () => {
    manifestTests(metric, cases);
    configTests(metric);
    caseTests(metric, cases);
  });
}
