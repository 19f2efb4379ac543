import type { Problem } from '../problems/problem.ts';
import type { Outcome } from '../results/outcome.ts';
import type { ContentMode } from './define-report.ts';
import { hideJson } from './hide-json.ts';
import { shownProblem } from './problem-text.ts';
import type { Hide } from './redact.ts';
import { writeJson } from './write-json.ts';

/** One line of `outcomes.jsonl`, with its line end. */
export function outcomeLine(outcome: Outcome, hide: Hide): string {
  return `${[...writeJson(hideJson(outcome, hide))].join('')}\n`;
}

/** One line of `problems.jsonl`, with its line end. */
export function problemLine(problem: Problem, hide: Hide, content: ContentMode): string {
  return `${[...writeJson(hideJson(shownProblem(problem, content), hide))].join('')}\n`;
}
