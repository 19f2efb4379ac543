import type { Failure } from './failure.ts';

/** Marks a Failure of any copy of this package. */
export const FAILURE_MARK = Symbol.for('muster.Failure');

/** True for a Failure of any copy of this package. Apart from its class, so that start-up does not load every message. */
export function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && FAILURE_MARK in error;
}
