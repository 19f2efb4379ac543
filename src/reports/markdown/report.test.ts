import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeRun } from '../../testing/make-run.ts';
import { itKeepsTheReportContract, writeReport } from '../../testing/report-contract.ts';
import { report } from './report.ts';

itKeepsTheReportContract(report);

it.each([['run.expected.md', {}]] as const)('writes samples/%s for the sample run', async (file, options) => {
  const expected = readFileSync(new URL(`samples/${file}`, import.meta.url), 'utf8');
  expect((await writeReport(report, makeRun(), options)).join('')).toBe(expected);
});
