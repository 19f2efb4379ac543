import { type Code, hintOf, messageOf } from './codes.ts';
import { FAILURE_MARK } from './is-failure.ts';
import { type At, type Facts, formatAt } from './problem.ts';

/**
 * An impossible request: a missing file, an unknown flag, a broken config. It ends the command with exit code 2,
 * a message and a hint, and no stack.
 */
export class Failure extends Error {
  readonly code: Code;
  readonly hint: string;
  readonly at?: At;
  readonly [FAILURE_MARK] = true;

  constructor(code: Code, facts: Facts = {}, at?: At) {
    super(at ? `${formatAt(at)}: ${messageOf(code, facts)}` : messageOf(code, facts));
    this.name = 'Failure';
    this.code = code;
    this.hint = hintOf(code, facts);
    if (at) this.at = at;
  }
}
