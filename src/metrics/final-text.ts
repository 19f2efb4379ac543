import type { Json } from '../model/json.ts';
import type { Trace } from '../model/trace.ts';
import type { Ref } from '../results/outcome.ts';
import { finalAnswer } from '../views/final-answer.ts';
import { notApplicable, unresolved } from './answers.ts';
import type { Partition, Scoring } from './define-metric.ts';
import { casedTraces, isDecided, tracesOf } from './evaluated-case.ts';
import { readResponse } from './response-check.ts';

/** The text with which a partition answered, and what it is held against. */
export interface FinalText {
  /** Trimmed; '' where the answer was recorded and is empty. */
  readonly text: string;
  readonly evidence: readonly Ref[];
  readonly reference?: Json;
}

/** Characters of the longest text that is compared: dividing it into words takes about a second. */
export const TEXT_LIMIT = 200_000;

/** The final answer of the last trace, without any case. */
export function finalText(partition: Partition): FinalText | Scoring {
  return answerOf(tracesOf(partition));
}

/** The final answer of a partition with the reference of its case. */
export function referencedText(partition: Partition): (FinalText & { readonly reference: Json }) | Scoring {
  const cased = casedTraces(partition);
  if (isDecided(cased)) return cased;
  const { reference, id } = cased.given;
  if (reference === undefined || reference === null)
    return notApplicable('no_reference', `case ${id} holds no reference`);
  const answer = answerOf(cased.traces);
  return isDecided(answer) ? answer : { ...answer, reference };
}

function answerOf(traces: readonly Trace[]): FinalText | Scoring {
  const last = traces.at(-1);
  const agent = last && finalAnswer(last);
  if (!agent) return notApplicable('no_target_spans', 'no agent was recorded');
  const span = agent.outputSpan ?? agent.span;
  const evidence = [{ span_id: span.spanId, at: span.at }];
  if (agent.output === undefined && !agent.contentCaptured)
    return unresolved('content_not_captured', `the answer of ${agent.name} was not recorded`, { evidence });
  const content = readResponse(agent.output ?? [], span.toolCalls);
  if (agent.output === undefined || (content.text === '' && content.hasOther))
    return unresolved('no_final_answer', `${agent.name} did not end with a text`, { evidence });
  if (content.text.length > TEXT_LIMIT)
    return unresolved('text_too_long', `the answer has more than ${TEXT_LIMIT} characters`, { evidence });
  return { text: content.text, evidence };
}
