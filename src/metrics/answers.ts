import type { Json } from '../model/json.ts';
import type { Bounds, Ref } from '../results/outcome.ts';
import type { Scoring } from './define-metric.ts';

type Details = Readonly<Record<string, Json>>;

/** There is nothing to score here. */
export function notApplicable(reason: string, because: string, details: Details = {}): Scoring {
  return { status: 'not_applicable', score: null, reason, because, evidence: [], details };
}

/** There is something to score, and evidence is missing: the score lies between bounds. */
export function unresolved(
  reason: string,
  because: string,
  given: { readonly bounds?: Bounds; readonly evidence?: readonly Ref[]; readonly details?: Details } = {},
): Scoring {
  const { bounds = [0, 1], evidence = [], details = {} } = given;
  return { status: 'unresolved', score: null, reason, bounds, because, evidence: evidence.slice(0, 20), details };
}

/** The answer of a metric of whole traces about any other partition. */
export function onlyTraces(): Scoring {
  return notApplicable('scope_unsupported', 'this is a figure of a whole trace');
}
