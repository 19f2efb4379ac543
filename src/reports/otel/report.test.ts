import { it } from 'vitest';
import { expectSample } from '../../testing/expect-sample.ts';
import { makeRun } from '../../testing/make-run.ts';
import { itKeepsTheReportContract, writeReport } from '../../testing/report-contract.ts';
import { report } from './report.ts';

itKeepsTheReportContract(report);

it.each([['run.expected.otlp.json', {}]] as const)('writes samples/%s for the sample run', async (file, options) => {
  const text = (await writeReport(report, makeRun(), options)).join('');
  expectSample(new URL(`samples/${file}`, import.meta.url), text);
});
