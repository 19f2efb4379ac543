import { expect, it } from 'vitest';
import { hostileRun } from '../../testing/hostile-run.ts';
import { HOSTILE_STRINGS } from '../../testing/hostile-strings.ts';
import { makeAgent, makeGate, makeOutcome, makeRun, makeSummary } from '../../testing/make-run.ts';
import { ACTING_CHARACTERS, writeReport } from '../../testing/report-contract.ts';
import { columnsOf } from '../columns.ts';
import { report } from './report.ts';

const failures = async (made: Parameters<typeof writeReport>[1], width = 100): Promise<string> =>
  (await writeReport(report, made, { failuresOnly: true, width })).join('');

const GOOD = makeAgent({ agent: 'good', labels: { valid: 2 }, missing: 0 });
const OPEN = makeAgent({ agent: 'open', labels: { unresolved: 2 }, missing: 0 });
const BAD = makeAgent({ agent: 'bad', labels: { valid: 1, empty: 1 }, missing: 0 });
const HELD = makeGate({ state: 'held', offenders: [] });

const run = (given: Parameters<typeof makeRun>[0]) => ({
  ...makeRun({ agents: [GOOD, OPEN], gates: [HELD], ...given }),
  outcomes: [],
});

it('is nothing at all where every gate held, every agent that could be judged was valid and no metric failed', async () => {
  expect(await failures(run({}))).toBe('');
  expect(await failures(run({ gates: [] }))).toBe('');
  expect(await failures(run({ gates: [makeGate({ advisory: true })] }))).toBe('');
});

it('has agents with a run that is not valid, with their evidence, and no others', async () => {
  const text = await failures(run({ agents: [GOOD, BAD, OPEN], gates: [] }));
  expect(text).toMatch(/^ {2}agent .*\n✗ bad .*1 empty.*\n {4}traces\/trip\.jsonl:23 /);
  expect(text).not.toMatch(/good|open|Tokens|Metrics|Written/);
});

it('has gates that failed or are unsupported, with their offenders, and no others', async () => {
  const gates = [
    HELD,
    makeGate({ statistic: 'median' }),
    makeGate({ state: 'unsupported', value: null, reason: 'why' }),
  ];
  const text = await failures(run({ gates }));
  expect(text).toMatch(/^Gates {2}1 of 3 gates failed, 1 unsupported\n/);
  expect(text).toMatch(/✗ failed: \S+ median/);
  expect(text).toMatch(/\? unsupported: /);
  expect(text).toContain('traces/trip.jsonl:17  geocoder answered with nothing');
  expect(text).not.toContain('held:');
});

it('has metrics that failed', async () => {
  const outcome = makeOutcome({ status: 'error', score: null, reason: 'metric_failed', message: 'no luck' });
  expect(await failures({ ...run({}), outcomes: [outcome] })).toMatch(
    /^1 metric error: .*\n {2}traces\/trip\.jsonl:17 [\s\S]*no luck/,
  );
});

it('says that a run was interrupted, and that nothing was evaluated', async () => {
  expect(await failures(run({ partial: true }))).toBe('Interrupted: this run is partial.\n');
  const nothing = run({ gates: [], summaries: [makeSummary({ scored: 0, bounds: null, reasons: { no_case: 17 } })] });
  expect(await failures(nothing)).toMatch(/^Nothing was evaluated: 1 metric unknown: no_case/);
});

it('keeps to the width, and no string acts in it', async () => {
  for (const made of [...HOSTILE_STRINGS.values()].map(hostileRun)) {
    const text = await failures(made, 60);
    expect(text.match(ACTING_CHARACTERS)).toBeNull();
    expect(text.split('\n').filter((line) => columnsOf(line) > 60)).toEqual([]);
  }
});
