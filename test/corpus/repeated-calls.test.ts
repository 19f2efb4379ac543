import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSessions } from '../../src/cli/read-sessions.ts';
import { metric } from '../../src/metrics/tree.repeated_calls/metric.ts';

const BENCH = fileURLToPath(new URL('../../../shared/corpus/bench', import.meta.url));
const isHere = existsSync(BENCH);
if (!isHere) console.warn(`no recordings at ${BENCH}: repeated calls of tau-bench are not compared`);

describe.skipIf(!isHere)('the repeated calls of tau-bench, gpt-4o on airline', () => {
  it('are as many as was counted apart from Muster, which takes retries for repeats', async () => {
    const expected = JSON.parse(readFileSync(`${BENCH}/expected.json`, 'utf8'))['tau-bench/gpt-4o-airline.json'];
    const { sessions } = await readSessions({ paths: ['tau-bench/gpt-4o-airline.json'], cwd: BENCH });
    const scored = sessions
      .flatMap(({ traces }) => traces)
      .map((trace) =>
        metric.score(
          { type: 'trace', trace },
          { config: { poll_tools: [] }, configFor: () => ({}), dependencies: new Map(), declared: {} },
        ),
      );
    const details = scored.flatMap((each) => ('details' in each ? [each.details] : []));
    const sum = (key: string): number => details.reduce((total, each) => total + Number(each[key] ?? 0), 0);
    expect(sum('identical')).toBe(expected.identical_repeat_calls);
    expect(details.filter(({ identical }) => Number(identical ?? 0) > 0)).toHaveLength(
      expected.runs_with_identical_repeats,
    );
    expect([sum('repeats'), sum('retries'), sum('repeats_same_result')]).toEqual([15, 17, 14]);
  });
});
