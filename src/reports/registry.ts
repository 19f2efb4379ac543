import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { Report } from './define-report.ts';
import { report as github } from './github/report.ts';
import { report as json } from './json/report.ts';
import { report as junit } from './junit/report.ts';
import { report as markdown } from './markdown/report.ts';
import { report as otel } from './otel/report.ts';
import { report as terminal } from './terminal/report.ts';

/** Every report, one a line. */
export const REPORTS: readonly Report[] = [terminal, json, junit, markdown, github, otel];

/** The report that `--format` names. Throws a Failure with the nearest names when there is none. */
export function findReport(name: string): Report {
  const found = REPORTS.find((report) => report.name === name);
  if (found) return found;
  const names = REPORTS.map((report) => report.name);
  throw new Failure('REPORT_UNKNOWN', { name, near: didYouMean(name, names), known: names.join(', ') });
}
