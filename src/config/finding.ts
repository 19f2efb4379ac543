import type { Code } from '../problems/codes.ts';
import type { Failure } from '../problems/failure.ts';
import { type At, type Facts, formatAt, type Problem, problem } from '../problems/problem.ts';

/** What lint says of a file: an error makes it unusable for one of both tools, a warning is for the author to weigh. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly problem: Problem;
}

/** A finding that must be repaired. */
export function faulty(code: Code, facts: Facts, at?: At): Finding {
  return { severity: 'error', problem: problem(code, facts, at) };
}

/** A finding to weigh. */
export function doubtful(code: Code, facts: Facts, at?: At): Finding {
  return { severity: 'warning', problem: problem(code, facts, at) };
}

/** A refusal as a finding, its place apart from its message. */
export function refused({ code, message, hint, at }: Failure): Finding {
  if (!at) return { severity: 'error', problem: { code, message, hint } };
  return { severity: 'error', problem: { code, message: message.slice(`${formatAt(at)}: `.length), hint, at } };
}
