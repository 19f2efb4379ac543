import { describe, expect, it } from 'vitest';
import { makeGroup, makeRun, makeSummary } from '../testing/make-run.ts';
import { writeReport } from '../testing/report-contract.ts';
import { report as markdown } from './markdown/report.ts';
import { groupsBy, groupWords, passWords, sortedTables, toldSummaries, trialWords } from './summary-parts.ts';
import { report as terminal } from './terminal/report.ts';

const none = { scored: 0, mean: null, successes: null, interval: null, interval_reason: 'nothing_scored' } as const;
const steps = {
  all: { n: 200, mean: 12.27, median: 11, p95: 28 },
  terminated: { n: 195, mean: 11.8, median: 11, p95: 25 },
  censored: 5,
};

describe('summaries that say nothing', () => {
  const out = (metric: string, reason: string) =>
    makeSummary({ metric, ...none, n: 4, not_applicable: 4, unresolved: 0, bounds: null, reasons: { [reason]: 4 } });
  const open = (metric: string, bounds: [number | null, number | null]) =>
    makeSummary({ metric, ...none, n: 4, not_applicable: 0, unresolved: 4, bounds, reasons: { not_recorded: 4 } });

  it('collapse to one line that says how many and why', () => {
    const { run } = makeRun({
      summaries: [
        out('a.one', 'no_case'),
        out('a.two', 'no_case'),
        makeSummary(),
        out('a.three', 'no_tool'),
        open('b.one', [0, 1]),
      ],
    });
    const { shown, silent } = toldSummaries(run);
    expect(shown).toHaveLength(1);
    expect(silent).toEqual([
      '1 metric unknown: not_recorded (b.one)',
      '3 metrics not applicable: no_case (a.one, a.two); no_tool (a.three)',
    ]);
  });

  it('are not those with an error, or with bounds that narrow something down', () => {
    const failed = { ...open('c.one', [0, null]), unresolved: 3, error: 1 };
    expect(toldSummaries(makeRun({ summaries: [failed, open('c.two', [93_300, null])] }).run)).toMatchObject({
      shown: [{ metric: 'c.one' }, { metric: 'c.two' }],
      silent: [],
    });
  });

  it('are not named where the metric says something at another scope', () => {
    const summaries = [makeSummary({ scope: 'session' }), { ...out('x', 'y'), metric: makeSummary().metric }];
    expect(toldSummaries(makeRun({ summaries }).run)).toMatchObject({ shown: [{ scope: 'session' }], silent: [] });
  });

  it('include sessions where each is one trace, and no others', () => {
    const both = (mean: number) => [makeSummary({ scope: 'trace' }), makeSummary({ scope: 'session', mean })];
    const shown = (mean: number) => toldSummaries(makeRun({ summaries: both(mean) }).run).shown.length;
    expect([shown(11 / 14), shown(0.5)]).toEqual([1, 2]);
  });
});

describe('the parts of a summary', () => {
  const groups = {
    tool: { scope: 'span', groups: [makeGroup({ key: 'a' }), makeGroup({ key: 'b' })], left_out: 7 },
  } as const;
  const tables = { by_miss: { rows: [{ key: 'schema', counts: { calls: 3, runs: 1 } }], left_out: 2 } };
  const made = makeRun({ summaries: [makeSummary({ groups, tables, steps })] });

  it('are the groups that were asked for, with a count of those left out', () => {
    expect(groupsBy(makeSummary({ groups }), 'tool', 1)).toMatchObject({ groups: [{ key: 'a' }], leftOut: 8 });
    expect(groupsBy(makeSummary({ groups }), 'constructor', 1)).toEqual({ groups: [], leftOut: 0 });
    expect(groupWords(makeGroup({ steps }), 'agent')).toBe(
      '0.25 over 4 of 4, no interval: all of one session; ' +
        'steps: mean 12.27, median 11, p95 28 over 200 runs; ' +
        'of the 195 that terminated mean 11.8, median 11, p95 25; 5 cut off at the cap',
    );
    expect(groupWords(makeGroup(), 'task')).toBe('0.25 over 4 of 4, no interval: all of one session');
    expect(groupWords(makeGroup({ interval_reason: 'one_task' }), 'task')).toBe('0.25 over 4 of 4');
    expect(sortedTables(makeSummary({ tables: { ...tables, empty: { rows: [], left_out: 0 } } }))).toHaveLength(1);
  });

  it('stand in the terminal: steps and tables always, groups where asked for', async () => {
    const shown = async (by?: string) =>
      (await writeReport(terminal, made, { width: 200, ...(by && { by }) })).join('');
    expect(await shown()).toContain('    steps: mean 12.27, median 11, p95 28 over 200 runs');
    expect(await shown()).toContain('    by_miss: schema 3 calls, 1 runs; … and 2 more');
    expect(await shown()).not.toContain('by tool');
    expect(await shown('tool')).toMatch(/ {4}by tool:\n {6}a {2}0\.25 over 4 of 4.*\n {6}b .*\n {6}… and 7 more\n/);
  });

  it('stand in Markdown, folded', async () => {
    const text = (await writeReport(markdown, made, { by: 'tool' })).join('');
    expect(text).toContain('(span) by tool</summary>');
    expect(text).toMatch(
      /by\\_miss<\/summary>\n\n\| by\\_miss \| Counts \|\n\| --- \| --- \|\n\| schema \| 3 calls, 1 runs \|\n\n… and 2 more/,
    );
    expect(text).toContain('5 cut off at the cap');
  });
});

describe('repeated trials', () => {
  const interval = {
    method: 'task_clustered_t',
    level: 0.95,
    low: 0.315,
    high: 0.525,
    estimate: 0.42,
    standard_error: 0.052216,
  };
  const pass = { k: 1, value: 0.42, tasks: 50, excluded: 0, bounds: null, interval_reason: null };
  const one = { ...pass, interval: { ...interval, clusters: { unit: 'task', count: 50 } } };
  const two = { ...pass, k: 2, value: 0.5, tasks: 1, excluded: 49, interval: null, interval_reason: 'one_task' };
  const trials = {
    ...{ success: 'recorded.success', tasks: 50, trials: 205, scored: 200, successes: 84, unresolved: 4 },
    ...{ not_applicable: 1, without_case: 3, reasons: { trace_missing: 4, z: 1 } },
    trials_per_task: [
      { trials: 4, tasks: 49 },
      { trials: 9, tasks: 1 },
    ],
    pass_hat_k: [one, { ...two, bounds: [0.4, 0.6] as const }],
    pass_at_k: [one, { ...two, value: null, interval_reason: 'nothing_scored' }],
  };

  it('are told with what they leave out', () => {
    expect(trialWords(trials)).toBe(
      '84 of 200 trials of 50 tasks succeeded (recorded.success), 4 to 9 trials each, 4 open, 1 not applicable, ' +
        '3 traces without a case: 4 × trace_missing, 1 × z',
    );
    expect(passWords(one)).toBe('0.42, task-clustered t over 50 tasks 95 % 0.315–0.525, standard error 0.0522');
    expect(passWords({ ...two, bounds: [0.4, 0.6] })).toBe(
      '0.5, no interval: all of one task, 49 tasks with fewer trials left out, open trials leave it between 0.4 and 0.6',
    );
    expect(passWords({ ...two, value: null })).toBe('unknown, 49 tasks with fewer trials left out');
  });

  it('have a line each k in the terminal and a row in Markdown', async () => {
    const made = makeRun({ trials });
    const text = (await writeReport(terminal, made, { width: 200 })).join('');
    expect(text.match(/^ {2}pass[\^@]\d/gm)).toEqual(['  pass^1', '  pass^2', '  pass@2']);
    const table = (await writeReport(markdown, made)).join('');
    expect(table).toMatch(/^Trials: 84 of 200 trials/m);
    expect(table.match(/^\| [12] \| 0\.(?:42|5), /gm)).toHaveLength(2);
  });
});
