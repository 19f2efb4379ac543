// The contracts as tests of Vitest, to run over units of your own, and makers of what they need.

export { HOSTILE_STRINGS } from '../testing/hostile-strings.ts';
export { type MadeRun, makeAgent, makeGate, makeOutcome, makeRun, makeSummary } from '../testing/make-run.ts';
export { itKeepsTheMetricContract, type MetricCase } from '../testing/metric-contract.ts';
export { metricInFolder } from '../testing/metric-in-folder.ts';
export { itKeepsTheReportContract, writeReport } from '../testing/report-contract.ts';
export { itKeepsTheSourceContract } from '../testing/source-contract.ts';
