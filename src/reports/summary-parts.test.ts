import { expect, it } from 'vitest';
import { makeRun, makeSummary } from '../testing/make-run.ts';
import { toldSummaries } from './summary-parts.ts';

it('names the family of many metrics that have nothing to score', () => {
  const nothing = { scored: 0, unresolved: 0, error: 0, mean: null, bounds: null, reasons: { no_case: 2 } };
  const names = ['text.bleu', 'text.exact', 'text.regex', 'usage.cost', 'renamed'];
  const summaries = names.map((metric) => makeSummary({ metric, ...nothing, not_applicable: 2, n: 2 }));
  const { shown, silent } = toldSummaries(makeRun({ summaries }).run);
  expect(shown).toEqual([]);
  expect(silent).toEqual(['5 metrics not applicable: no_case (renamed, text.* 3, usage.cost)']);
});
