import { expect, it } from 'vitest';
import type { AgentEntry } from '../../results/run-result.ts';
import { hostileRun } from '../../testing/hostile-run.ts';
import { HOSTILE_STRINGS } from '../../testing/hostile-strings.ts';
import { makeAgent, makeRun } from '../../testing/make-run.ts';
import { writeReport } from '../../testing/report-contract.ts';
import { columnsOf } from '../columns.ts';
import { report } from './report.ts';

const text = async (...given: Parameters<typeof writeReport> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await writeReport(report, ...given)).join('');

it('keeps every line within the width, whatever stands in it', async () => {
  for (const width of [60, 120])
    for (const made of [makeRun(), ...[...HOSTILE_STRINGS.values()].map(hostileRun)])
      expect((await text(made, { width })).split('\n').filter((line) => columnsOf(line) > width)).toEqual([]);
});

it('puts agents in the same order however the run lists them', async () => {
  const made = makeRun();
  const turned = { ...made, run: { ...made.run, agents: [...made.run.agents].reverse() } };
  expect(await text(turned)).toBe(await text(made));
});

it('counts the agents beyond the limit and says how to see them', async () => {
  const agents = Array.from({ length: 25 }, (_, at) =>
    makeAgent({ agent: `agent-${at}`, labels: { valid: 1 }, missing: 0 }),
  );
  const shown = await text(makeRun({ agents }), { limit: 20 });
  expect(shown).toContain('… and 5 more agents, none with a run that is not valid; --limit 25 shows all');
});

it('writes colours only when they are wanted', async () => {
  expect(await text(makeRun(), { color: false })).not.toContain('\u001b');
  expect(await text(makeRun(), { color: true })).toContain('\u001b[31m');
});

it('keeps a delegation that never returned on the list, though no run of it was observed', async () => {
  const { worst: _, ...lost } = makeAgent({
    agent: 'lost',
    runs: 0,
    labels: {},
    missing: 2,
    tokens: { known: null, complete: false },
  });
  const none = { valid: 0, judged: 0, left_out: { unresolved: 0, not_applicable: 0 } };
  const rate = { ...none, interval: null, interval_reason: 'nothing_scored' };
  const shown = await text(makeRun({ agents: [lost], agent_rates: { all: rate, delegated: rate } }));
  expect(shown).toMatch(/✗ lost +sub 1 +0 +\? +2 missing +unknown/);
  expect(shown).toContain('2 delegations issued and never returned; no run was observed');
  expect(shown).toContain('All agents unknown (no run could be judged)');
});

it('counts the agents that a filter shows, of which it shows at most as many as the limit', async () => {
  const agents = Array.from({ length: 25 }, (_, at) => makeAgent({ agent: `agent-${at}` }));
  const filter = { asked: 'agent=agent-1*', shows: ({ agent }: AgentEntry) => agent.startsWith('agent-1') };
  const shown = await text(makeRun({ agents }), { filter, limit: 5 });
  expect(shown).toContain('\n11 of 25 agents shown (filter agent=agent-1*)\n');
  expect(shown).toContain('… and 6 more agents, 6 of them with runs that are not valid; --limit 11 shows all');
  expect(shown.match(/^✗ agent-/gm)).toHaveLength(5);
});
