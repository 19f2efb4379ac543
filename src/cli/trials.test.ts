import { describe, expect, it } from 'vitest';
import type { Json } from '../model/json.ts';
import type { RunResult } from '../results/run-result.ts';
import { agentRecord, type Folder, lines, makeFolder } from '../testing/make-folder.ts';

const VALIDITY = 'agent.subagent_validity';

/** Two tasks of two trials, one of which has no trace; in one trace the agent says nothing. */
function tasks(): Folder {
  const evaluated = (id: string, task: string, trial: number, success: boolean): Json => ({
    ...{ id, task: { id: task }, trial, match: { session: `session-${id}` } },
    recorded: { success },
  });
  const cases = [
    evaluated('a0', 'a', 0, true),
    evaluated('a1', 'a', 1, true),
    evaluated('b0', 'b', 0, false),
    evaluated('b1', 'b', 1, true),
  ];
  const answers = [
    ['a0', 'The place is in the north.'],
    ['a1', ''],
    ['b0', 'The place is in the south.'],
  ] as const;
  return makeFolder({
    'run.jsonl': lines(answers.map(([trace, answer]) => agentRecord(trace, 's', 'lead', answer))),
    'cases.json': JSON.stringify(cases),
  });
}

async function graded(...args: string[]): Promise<{ out: string; trials: RunResult['trials'] }> {
  const folder = tasks();
  const { out, code } = await folder.muster('run.jsonl', '--cases', 'cases.json', '--out', 'out', ...args);
  expect(code).toBe(0);
  return { out, trials: (JSON.parse(folder.read('out/run.json')) as RunResult).trials };
}

const values = (figures: readonly { readonly value: number | null }[] = []) => figures.map(({ value }) => value);

describe('grade --trials', () => {
  it('goes by the recorded success, also of a trial without a trace', async () => {
    const { out, trials } = await graded('--trials');
    expect(trials).toMatchObject({ success: 'recorded.success', tasks: 2, trials: 4, successes: 3, unresolved: 0 });
    expect([values(trials?.pass_hat_k), values(trials?.pass_at_k)]).toEqual([
      [0.75, 0.5],
      [0.75, 1],
    ]);
    expect(out).toContain('Trials  3 of 4 trials of 2 tasks succeeded (recorded.success), 2 trials each');
    expect(out).toMatch(/^ {2}pass\^2 0\.5, Wilson over 2 tasks 95 %/m);
  });

  it('goes by a metric, and leaves a trial without a trace open', async () => {
    const { trials } = await graded('--trials', VALIDITY, '--metrics', 'tree.fan_out');
    expect(trials).toMatchObject({ success: VALIDITY, scored: 3, successes: 2, unresolved: 1 });
    expect(trials?.pass_hat_k).toMatchObject([
      { k: 1, value: 0.75, tasks: 2, bounds: [0.5, 0.75] },
      { k: 2, value: 0, tasks: 1, excluded: 1, bounds: [0, 0.5] },
    ]);
  });

  it('is no part of a run that did not ask for it', async () => {
    expect((await graded()).trials).toBeUndefined();
  });

  it.each([
    ['agent.subagent_validty', 'which is no metric. Did you mean agent.subagent_validity? Paths'],
    ['run.jsonl', 'Paths stand before the flag'],
    ['usage.tokens', 'whose scores of a trace do not say yes or no'],
  ])('refuses %s before any data is read', async (metric, reason) => {
    const { code, err } = await tasks().muster('nowhere', '--trials', metric);
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });
});
