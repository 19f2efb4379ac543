import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_CONFIG } from '../config/loaded-config.ts';
import type { Metric, Partition, Scoring } from '../metrics/define-metric.ts';
import { METRICS, metricNamed } from '../metrics/registry.ts';
import type { EvaluationCase } from '../model/case.ts';
import type { Session } from '../model/trace.ts';
import type { SummaryTable } from '../results/metric-summary.ts';
import type { Outcome } from '../results/outcome.ts';
import type { RunResult } from '../results/run-result.ts';
import { makeFolder } from '../testing/make-folder.ts';
import { agent, llm, recordsOf, traceOf } from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { grade } from './grade.ts';
import { outcomeFilter } from './outcome-filter.ts';
import { type PlanRequest, planRun } from './plan.ts';

const GROUNDS = { because: 'so it is', evidence: [], details: {} };
const scored = (score: number, more: Partial<Scoring> = {}): Scoring =>
  ({ ...GROUNDS, status: 'scored', score, ...more }) as Scoring;

function metric(name: string, score: Metric['score'], more: Partial<Metric> = {}, manifest = {}): Metric {
  const base = metricNamed('agent.subagent_validity').manifest;
  return {
    manifest: { ...base, name, required_kinds: [], partition_types: ['trace'], ...manifest },
    docs: { whenItMisleads: [], decisions: [] },
    score,
    ...more,
  };
}

async function graded(
  sessions: readonly Session[],
  metrics: readonly Metric[],
  request: Partial<PlanRequest> = {},
): Promise<RunResult & { written: Outcome[] }> {
  const asked = { metrics: metrics.map(({ manifest }) => manifest.name), set: [], failBelow: [], ...request };
  const plan = planRun(asked, NO_CONFIG, [
    ...metrics,
    ...METRICS.filter((each) => metrics.every(({ manifest }) => manifest.name !== each.manifest.name)),
  ]);
  const folder = makeFolder({});
  const { run, place } = await grade({
    ...{ plan, config: NO_CONFIG, inputs: [], problems: [], interrupted: false, sessions },
    ...{ missingCases: [], givenCases: [], cwd: folder.path, version: '1', out: 'out', keep: 'all' },
    filter: outcomeFilter([]),
    readBaseline: () => {
      throw new Error('no baseline');
    },
    text: {
      outcome: (outcome) => `${JSON.stringify(outcome)}\n`,
      problem: (found) => `${JSON.stringify(found)}\n`,
      run: (result, write) => write(JSON.stringify(result)),
    },
    clock: () => 0,
  });
  const text = readFileSync(join(folder.path, place, 'outcomes.jsonl'), 'utf8');
  return { ...run, written: text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Outcome] : [])) };
}

/** A session of one trace with one agent and the case that it is held against. */
function session(id: string, evaluated?: Partial<EvaluationCase>, agents: readonly string[] = ['lead']): Session {
  const [root = 'lead', ...others] = agents;
  const made = traceOf(
    recordsOf([agent(root, { says: 'all of it is done', children: [llm(), ...others.map((name) => agent(name))] })]),
  );
  const one = { ...made, traceId: id, sessionId: id, ...(evaluated && { case: { id: `case ${id}`, ...evaluated } }) };
  return { sessionId: id, traces: [one] };
}

/** `tasks` tasks, task t with trials 0 to 3. */
const trials = (tasks: number): Session[] =>
  Array.from({ length: tasks * 4 }, (_, index) =>
    session(`s${index}`, { task: { id: `t${index >> 2}` }, trial: index % 4, tags: [index % 2 ? 'odd' : 'even'] }),
  );

const number = (partition: Partition): number =>
  partition.type === 'session' ? -1 : Number(partition.trace.traceId.slice(1));

describe('summaries', () => {
  const rate = metric('my.rate', (partition) => scored(number(partition) % 4 > (number(partition) >> 2) % 5 ? 0 : 1));

  it('are always grouped by task, tag and terminal state, each group with figures of its own', async () => {
    const { summaries } = await graded(trials(3), [rate]);
    const groups = summaries[0]?.groups ?? {};
    expect(Object.keys(groups)).toEqual(['task', 'tag', 'terminal']);
    expect(groups.task?.groups.map(({ key, n, mean, successes }) => [key, n, mean, successes])).toEqual([
      ['t0', 4, 0.25, 1],
      ['t1', 4, 0.5, 2],
      ['t2', 4, 0.75, 3],
    ]);
    expect(groups.task?.groups[0]).toMatchObject({ interval: null, interval_reason: 'one_task' });
    expect(groups.tag?.groups[0]).toMatchObject({ key: 'even', interval: { clusters: { unit: 'task', count: 3 } } });
    expect(groups.terminal).toMatchObject({ scope: 'trace', left_out: 0 });
  });

  it('list the largest groups, of equal ones the worst, and count the others', async () => {
    const given = Array.from({ length: 51 }, (_, index) => session(`s${index}`, { task: { id: `t${index}` } }));
    const twice = session('s60', { task: { id: 't0' } });
    const late = metric('my.late', (partition) => scored(number(partition) < 49 ? 1 : 0));
    const { summaries } = await graded([...given, twice], [late]);
    const { groups = [], left_out: leftOut } = summaries[0]?.groups.task ?? {};
    expect([groups.length, leftOut]).toEqual([50, 1]);
    expect(groups.slice(0, 2).map(({ key, n }) => [key, n])).toEqual([
      ['t0', 2],
      ['t1', 1],
    ]);
    expect(groups.filter(({ mean }) => mean === 0).map(({ key }) => key)).toEqual(['t49', 't50']);
    expect(groups.some(({ key }) => key === 't9')).toBe(false);
  });

  it('tell agents apart by their spans, which are not written and are in no other figure', async () => {
    const bySpan = metric(
      'my.span',
      (partition) => scored(partition.type === 'span' && partition.agent?.name === 'helper' ? 0 : 1),
      {},
      { partition_types: ['span', 'trace'] },
    );
    const given = [session('s0', undefined, ['lead', 'helper', 'helper']), session('s1')];
    const { summaries, written } = await graded(given, [bySpan]);
    expect(written.map(({ partition }) => partition.type)).toEqual(['trace', 'trace']);
    expect(summaries.map(({ scope, n, mean }) => [scope, n, mean])).toEqual([['trace', 2, 1]]);
    expect(summaries[0]?.groups.agent).toMatchObject({
      scope: 'span',
      groups: [
        { key: 'helper', n: 2, mean: 0, interval: null, interval_reason: 'one_session' },
        { key: 'lead', n: 2, mean: 1, interval: { method: 'wilson' } },
      ],
    });
    expect(summaries[0]?.groups.depth?.groups.map(({ key }) => key)).toEqual(['0', '1']);
  });

  it('are grouped by whether a person took over, where that is known', async () => {
    const escalation = metric('process.human_escalation', (partition) =>
      number(partition) === 3
        ? { ...GROUNDS, status: 'unresolved', score: null, reason: 'escalation_not_observable', bounds: [0, 1] }
        : scored(number(partition) === 0 ? 1 : 0),
    );
    const { summaries, written } = await graded(trials(1), [rate, escalation]);
    const of = summaries.find((each) => each.metric === 'my.rate')?.groups.escalated?.groups;
    expect(of?.map(({ key, n }) => [key, n])).toEqual([
      ['false', 2],
      ['true', 1],
    ]);
    expect(written.filter((each) => each.facets.escalated).map((each) => each.metric)).toEqual([
      'my.rate',
      'process.human_escalation',
    ]);
  });

  it('set the steps of runs beside the rate of those that terminated, in every group', async () => {
    const termination = metric('process.loop_termination', (partition) => {
      const steps = number(partition) + 1;
      return scored(steps < 4 ? 1 : 0, { details: { steps, step_cap: 4 } });
    });
    const { summaries, gates } = await graded(trials(1), [termination], {
      failBelow: ['process.loop_termination=0.9'],
    });
    expect(summaries[0]?.steps).toEqual({
      all: { n: 4, mean: 2.5, median: 2.5, p95: 3.8499999999999996 },
      terminated: { n: 3, mean: 2, median: 2, p95: 2.9 },
      censored: 1,
    });
    expect(summaries[0]?.groups.tag?.groups.map(({ steps }) => steps?.all.mean)).toEqual([2, 3]);
    expect(gates[0]?.steps).toEqual(summaries[0]?.steps);
  });

  it('sum up the tables of a metric, with the greatest rows and a count of the others', async () => {
    const tabled = metric('my.tabled', () => scored(1), {
      tables: ({ partition }) => [
        ...Array.from({ length: 52 }, (_, index) => ({
          table: 'by_call',
          key: `call ${index}`,
          column: partition.trace_id === 's0' ? 'failed' : 'ended',
          count: index === 3 ? 2 : 1,
        })),
        { table: 'by_call', key: '__proto__', column: 'constructor', count: 5 },
      ],
    });
    const { summaries } = await graded([session('s0'), session('s1')], [tabled]);
    const { rows = [], left_out: leftOut } = summaries[0]?.tables.by_call ?? {};
    expect([rows.length, leftOut]).toEqual([50, 3]);
    const expected: SummaryTable['rows'] = [
      { key: '__proto__', counts: { constructor: 10 } },
      { key: 'call 3', counts: { ended: 2, failed: 2 } },
      { key: 'call 0', counts: { ended: 1, failed: 1 } },
    ];
    expect(rows.slice(0, 3)).toEqual(expected);
  });

  it.each([
    ['throws', () => [].map(() => Number.NaN) && JSON.parse('{')],
    ['gives a count that is none', () => [{ table: 't', key: 'k', column: 'c', count: Number.NaN }]],
  ])('have an error where the table of a metric %s', async (_, tables) => {
    const { summaries } = await graded(trials(1), [metric('my.bad', () => scored(1), { tables })]);
    expect(summaries).toMatchObject([{ error: 4, scored: 0, tables: {} }]);
  });

  it('are the same to the last digit in any order of the sessions', async () => {
    const uneven = metric('my.uneven', (partition) => scored(number(partition) / 7));
    const given = trials(4);
    const { summaries } = await graded(given, [rate, uneven]);
    for (const seed of [1, 2])
      expect((await graded(shuffled(given, seed), [rate, uneven])).summaries).toEqual(summaries);
  });
});

describe('the rates of valid agents', () => {
  it('go by sessions, over all agents and over the delegated ones', async () => {
    const given = [session('s0', undefined, ['lead', 'helper']), session('s1', undefined, ['lead', 'helper'])];
    const { agent_rates: rates } = await graded(given, [metricNamed('agent.subagent_validity')]);
    expect(rates.all).toMatchObject({ valid: 2, judged: 4, interval: { clusters: { unit: 'session', count: 2 } } });
    expect(rates.delegated).toMatchObject({ valid: 0, judged: 2, interval: { method: 'wilson', low: 0 } });
  });
});

describe('a metric that calls a model or code elsewhere', () => {
  it('is not asked about spans only to tell agents apart', async () => {
    const asked: string[] = [];
    const paid = metric(
      'my.paid',
      (partition) => {
        asked.push(partition.type);
        return scored(1);
      },
      {},
      {
        partition_types: ['span', 'trace'],
        execution: { ...metricNamed('agent.subagent_validity').manifest.execution, processing_kind: 'llm' },
      },
    );
    const { summaries } = await graded([session('s0', undefined, ['lead', 'helper'])], [paid]);
    expect(asked).toEqual(['trace']);
    expect(summaries[0]?.groups).not.toHaveProperty('agent');
  });
});
