import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Comparison, MetricComparison } from '../results/comparison.ts';
import { comparisonSchema } from '../results/comparison-schema.ts';
import { agentRecord, lines, makeFolder } from '../testing/make-folder.ts';
import { shuffled } from '../testing/shuffled.ts';

const VALIDITY = 'agent.subagent_validity';

/** One run of a root agent a case; `answers` by case, an empty one is not valid. */
function recording(answers: Readonly<Record<string, string>>, session: string): string {
  return lines(
    Object.entries(answers).flatMap(([id, text]) => [
      agentRecord(`${session}-${id}`, `s-${id}`, 'lead', text),
      { type: 'case', id, trace_id: `${session}-${id}` },
    ]),
  );
}

const FULL = 'an answer that is long enough';

async function compared(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
  ...flags: string[]
): Promise<{ code: number; comparison: Comparison; metric: MetricComparison }> {
  const folder = makeFolder({ 'a.jsonl': recording(a, 'a'), 'b.jsonl': recording(b, 'b') });
  await folder.muster('a.jsonl', '--out', 'a', '--metrics', VALIDITY);
  await folder.muster('b.jsonl', '--out', 'b', '--metrics', VALIDITY, ...flags);
  const { code, out } = await folder.muster('compare', 'a', 'b', '--json');
  const comparison = JSON.parse(out) as Comparison;
  const metric = comparison.metrics.find(({ metric: name, scope }) => name === VALIDITY && scope === 'trace');
  if (!metric) throw new Error('the metric was not compared');
  return { code, comparison, metric };
}

function cases(count: number, text: (index: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, text(index)]));
}

describe('muster compare', () => {
  it('pairs by case, also the passes that outcomes.jsonl leaves out, and fits its schema', async () => {
    const { code, comparison, metric } = await compared(
      cases(8, () => FULL),
      cases(8, (index) => (index < 2 ? '' : FULL)),
    );
    expect(code).toBe(0);
    expect(comparisonSchema.parse(comparison)).toEqual(comparison);
    expect(comparison.paired).toMatchObject({ by_case: 8, only_in_a: 0, only_in_b: 0 });
    expect(metric).toMatchObject({ units: 8, pairs: 8, unit: 'task', pairing: 'task+trial', difference: -0.25 });
    expect(metric.interval?.method).toBe('tango');
    expect(metric.second_interval?.method).toBe('newcombe_paired');
    expect(metric.test).toMatchObject({ method: 'mcnemar_exact', p: 0.5 });
    expect(metric.changes.counts).toMatchObject({ newly_fails: 2, newly_passes: 0 });
    expect(metric.changes.listed[0]?.answers.b.at).toMatchObject({ file: 'b.jsonl' });
  });

  it('gives no interval for fewer than six tasks, and says what they can show', async () => {
    const { metric } = await compared({ c: '' }, { c: FULL });
    expect(metric).toMatchObject({
      difference: 1,
      interval: null,
      interval_reason: 'insufficient_independent_tasks',
      test: null,
      smallest_p: 1,
    });
  });

  it('never calls a change an improvement, nor names a winner', async () => {
    const folder = makeFolder({ 'a.jsonl': recording({ c: '' }, 'a'), 'b.jsonl': recording({ c: FULL }, 'b') });
    for (const name of ['a', 'b']) await folder.muster(`${name}.jsonl`, '--out', name, '--metrics', VALIDITY);
    for (const format of ['terminal', 'markdown']) {
      const { out } = await folder.muster('compare', 'a', 'b', '--format', format);
      expect(out).toContain('newly passes');
      expect(out).toMatch(/insufficient\\?_independent\\?_tasks/);
      expect(out).not.toMatch(/improve|better|winner|regress|significant/i);
    }
  });

  it('does not compare scores of another configuration, and names the setting', async () => {
    const { metric } = await compared({ c: FULL }, { c: FULL }, '--set', `${VALIDITY}.min_response_length=3`);
    expect(metric).toMatchObject({
      difference: null,
      interval_reason: 'not_comparable',
      not_comparable: [{ reason: 'config_differs', a: 'min_response_length=10', b: 'min_response_length=3' }],
    });
  });

  it('counts cases of one run alone, which are in no difference', async () => {
    const { metric, comparison } = await compared({ c: FULL, x: FULL }, { c: FULL, y: '', z: '' });
    expect(comparison.paired).toMatchObject({ by_case: 1, only_in_a: 1, only_in_b: 2 });
    expect(metric).toMatchObject({ pairs: 1, only_in_a: 1, only_in_b: 2, difference: 0 });
  });

  it('exits with 3 where nothing can be paired', async () => {
    const { code } = await compared({ c: FULL }, { d: FULL });
    expect(code).toBe(3);
  });

  it('is the same whatever the order of the traces', async () => {
    const a = cases(9, (index) => (index % 3 ? FULL : ''));
    const b = cases(9, (index) => (index % 2 ? FULL : ''));
    const mixed = Object.fromEntries(shuffled(Object.entries(b), 3));
    const withoutPlaces = ({ metric }: { metric: MetricComparison }): string =>
      JSON.stringify(metric).replace(/"at":\{[^}]*\}/g, '');
    expect(withoutPlaces(await compared(a, mixed))).toBe(withoutPlaces(await compared(a, b)));
  });

  it('refuses a run that lost its scores, with what to do', async () => {
    const folder = makeFolder({ 'a.jsonl': recording({ c: FULL }, 'a') });
    await folder.muster('a.jsonl', '--out', 'a', '--metrics', VALIDITY);
    rmSync(join(folder.path, 'a/scores.jsonl'));
    const { code, err } = await folder.muster('compare', 'a', 'a');
    expect(code).toBe(2);
    expect(err).toContain('grade again');
  });
});
