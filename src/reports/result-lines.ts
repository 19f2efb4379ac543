import type { Problem } from '../problems/problem.ts';
import type { Outcome } from '../results/outcome.ts';
import type { ScoreRecord } from '../results/score-record.ts';
import type { ContentMode } from './define-report.ts';
import { jsonText } from './escape-json.ts';
import { hideJson } from './hide-json.ts';
import { shownProblem } from './problem-text.ts';
import type { Hide } from './redact.ts';
import { compactJson } from './write-json.ts';

/** One line of `outcomes.jsonl` or `scores.jsonl`, with its line end. */
export function outcomeLine(outcome: Outcome | ScoreRecord, hide: Hide): string {
  return `${compactJson(hideJson(outcome, hide))}\n`;
}

/** One line of `problems.jsonl`, with its line end. */
export function problemLine(problem: Problem, hide: Hide, content: ContentMode): string {
  return `${compactJson(hideJson(shownProblem(problem, content), hide))}\n`;
}

/** Tells of a line of `outcomes.jsonl`, without parsing it, whether it can be about a metric. */
export function namesMetric(metric: string): (line: string) => boolean {
  const member = `"metric":${jsonText(metric)}`;
  return (line) => line.includes(member);
}
