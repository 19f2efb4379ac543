import type { Scoring } from '../metrics/define-metric.ts';
import type { Json } from '../model/json.ts';
import { quote } from '../results/quote.ts';
import type { CallReply } from './line-messages.ts';

const LONGEST_EXPLANATION = 20_000;

type Evidence = Scoring['evidence'];
type Details = Readonly<Record<string, Json>>;

/** What the answer of a function means for the run that it was given. */
export function functionScoring(reply: CallReply, evidence: Evidence): Scoring {
  const printed: Details = reply.printed === undefined ? {} : { printed: reply.printed };
  if (reply.type !== 'score') {
    const { reason, message, details } = noScore(reply);
    const because = `the function gave no score: ${message}`;
    return { status: 'error', score: null, reason, message, because, evidence, details: { ...details, ...printed } };
  }
  const { score, explanation, extra } = reply;
  const why = explanation === undefined ? '' : `: ${quote(explanation)}`;
  return {
    status: 'scored',
    score,
    because: `the function gave ${Number(score.toFixed(6))}${why}`,
    evidence,
    details: {
      ...(explanation !== undefined && { explanation: explanation.slice(0, LONGEST_EXPLANATION) }),
      ...(extra !== undefined && { returned: extra }),
      ...printed,
    },
  };
}

interface NoScore {
  readonly reason: string;
  readonly message: string;
  readonly details: Details;
}

function noScore(reply: Exclude<CallReply, { readonly type: 'score' }>): NoScore {
  const { message } = reply;
  switch (reply.type) {
    case 'wrong': {
      const { returned } = reply;
      return { reason: 'function_bad_answer', message, details: returned === undefined ? {} : { returned } };
    }
    case 'threw':
    case 'unusable': {
      const { traceback } = reply;
      const told = reply.type === 'unusable' ? `it could not be loaded: ${message}` : message;
      return { reason: 'metric_failed', message: told, details: traceback === undefined ? {} : { traceback } };
    }
    case 'late':
      return { reason: 'metric_timeout', message, details: {} };
    case 'ended':
      return { reason: 'metric_failed', message, details: {} };
  }
}
