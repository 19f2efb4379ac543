import { codeText, isCode } from '../problems/codes.ts';
import type { Problem } from '../problems/problem.ts';
import type { ContentMode } from './define-report.ts';

/**
 * A problem as a report may show it. Messages of problems hold values of the data without quotes, so without content
 * they are told from their code alone.
 */
export function shownProblem(problem: Problem, content: ContentMode): Problem {
  if (content !== 'none' || !isCode(problem.code)) return problem;
  const { message, hint } = codeText(problem.code);
  return { ...problem, message: withoutFacts(message), hint: withoutFacts(hint) };
}

function withoutFacts(template: string): string {
  return template.replace(/'?\{\w+\}'?/g, '(withheld)');
}
