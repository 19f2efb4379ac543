import { expect, it } from 'vitest';
import { problem } from '../problems/problem.ts';
import { hostileRun } from '../testing/hostile-run.ts';
import { HOSTILE_STRINGS } from '../testing/hostile-strings.ts';
import { hideContent } from './redact.ts';
import { outcomeLine, problemLine } from './result-lines.ts';

it('writes one line an outcome that reads back as it was', async () => {
  const keep = await hideContent({ content: 'full', redact: [] });
  for (const text of HOSTILE_STRINGS.values())
    for (const outcome of hostileRun(text).outcomes) {
      const line = outcomeLine(outcome, keep);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(JSON.parse(line)).toEqual(outcome);
    }
});

it('withholds what a problem quotes when no content is wanted', async () => {
  const none = await hideContent({ content: 'none', redact: [] });
  const odd = problem(
    'SOURCE_BAD_VALUE',
    { what: 'usage', value: 'Paris', expected: 'a number' },
    { file: 'a', line: 2 },
  );
  const line = problemLine(odd, none, 'none');
  expect(line).not.toContain('Paris');
  expect(JSON.parse(line)).toMatchObject({ code: 'SOURCE_BAD_VALUE', at: { file: 'a', line: 2 } });
});
