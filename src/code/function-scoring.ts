import type { ScoredElsewhere, Scoring } from '../metrics/define-metric.ts';
import type { Json } from '../model/json.ts';
import { quote } from '../results/quote.ts';
import type { CallReply } from './line-messages.ts';

const LONGEST_EXPLANATION = 20_000;

/** What the answer of a function means for the run that it was given. */
export function functionScoring(reply: CallReply): ScoredElsewhere {
  const printed = reply.printed === undefined ? {} : { printed: reply.printed };
  switch (reply.type) {
    case 'score': {
      const { score, explanation, extra } = reply;
      const why = explanation === undefined ? '' : `: ${quote(explanation)}`;
      return answer({
        status: 'scored',
        score,
        because: `the function gave ${Number(score.toFixed(6))}${why}`,
        evidence: [],
        details: {
          ...(explanation !== undefined && { explanation: explanation.slice(0, LONGEST_EXPLANATION) }),
          ...(extra !== undefined && { returned: extra }),
          ...printed,
        },
      });
    }
    case 'wrong':
      return failed('function_bad_answer', reply.message, { ...returned(reply.returned), ...printed });
    case 'threw':
    case 'unusable': {
      const { message, traceback } = reply;
      const told = reply.type === 'unusable' ? `it could not be loaded: ${message}` : message;
      return failed('metric_failed', told, { ...(traceback !== undefined && { traceback }), ...printed });
    }
    case 'late':
      return failed('metric_timeout', reply.message, printed);
    case 'ended':
      return failed('metric_failed', reply.message, printed);
  }
}

function returned(text: string | undefined): Readonly<Record<string, Json>> {
  return text === undefined ? {} : { returned: text };
}

function failed(reason: string, message: string, details: Scoring['details']): ScoredElsewhere {
  const because = `the function gave no score: ${message}`;
  return answer({ status: 'error', score: null, reason, message, because, evidence: [], details });
}

function answer(scoring: Scoring): ScoredElsewhere {
  return { answer: scoring };
}
