import type { Json } from '../../model/json.ts';
import type { Message } from '../../model/message.ts';
import { quote } from '../../results/quote.ts';
import type { Config } from '../define-metric.ts';
import { labelResponse, type ResponseContent, type ResponseLabel, readResponse } from '../response-check.ts';
import { isPlaceholder, placeholderPatterns } from './placeholder.ts';
import type { Target } from './target.ts';

/** The label of one side of a delegation, or null where evidence is missing. */
export interface SideVerdict {
  readonly label: string | null;
  readonly reason?: string;
  readonly because: string;
  readonly length: number | null;
}

/** What the agent said, by its own run. */
export function judgeProduced(target: Target, config: Config): SideVerdict {
  const { agent, name } = target;
  if (!agent)
    return {
      label: null,
      reason: 'internals_not_observed',
      because: `${name}'s own run was not recorded`,
      length: null,
    };
  const { span } = agent;
  const failed =
    span.status === 'ERROR' || (config.error_signals === 'any' && (span.errors.length > 0 || target.receivedError));
  if (failed) {
    const why = span.statusMessage ?? span.errors[0]?.message ?? span.errors[0]?.type;
    return { label: 'error', because: `${name} ended with an error${why ? `: ${quote(why)}` : ''}`, length: null };
  }
  if (agent.output === undefined && !agent.contentCaptured) {
    return { label: null, reason: 'content_not_captured', because: `${name}'s output was not recorded`, length: null };
  }
  return judgeText(agent.output ?? [], agent.outputSpan?.toolCalls ?? span.toolCalls, config, `${name} answered`);
}

/** What the issuer received. */
export function judgeReceived(target: Target, config: Config): SideVerdict {
  const { name, delegation, received } = target;
  if (target.receivedError || delegation?.status === 'error') {
    return { label: 'error', because: `the delegation to ${name} failed`, length: null };
  }
  if (received) return judgeText(received, undefined, config, `the issuer of ${name} received`);
  if (delegation?.status === 'missing') {
    return {
      label: 'missing',
      because: `${name} was issued and neither a run nor a result was recorded`,
      length: null,
    };
  }
  if (delegation?.status === 'cancelled')
    return { label: 'error', because: `the delegation to ${name} was cancelled`, length: null };
  return {
    label: null,
    reason: 'delivery_not_recorded',
    because: `what the issuer of ${name} received was not recorded`,
    length: null,
  };
}

function judgeText(
  messages: readonly Message[],
  toolCalls: Parameters<typeof readResponse>[1],
  config: Config,
  subject: string,
): SideVerdict {
  const min = typeof config.min_response_length === 'number' ? config.min_response_length : 10;
  const content = readResponse(messages, toolCalls);
  if (content.text !== '' && isPlaceholder(content.text, placeholderPatterns(config.placeholder_patterns))) {
    return {
      label: 'empty',
      because: `${subject} only the placeholder ${quote(content.text)}`,
      length: content.length,
    };
  }
  const label = labelResponse(content, false, min);
  const because = sentence(subject, label, content, min);
  return { label, because, length: content.length };
}

function sentence(subject: string, label: ResponseLabel, content: ResponseContent, min: number): string {
  if (label === 'empty') return `${subject} nothing${content.onlyReasoning ? ' but reasoning' : ''}`;
  if (label === 'short') return `${subject} ${quote(content.text)}: ${content.length} characters, fewer than ${min}`;
  return `${subject} ${content.text === '' ? 'output that is not text' : `${content.length} characters`}`;
}

/** Both sides as one label: what was produced decides, unless it did not arrive. */
export function judgeBoth(produced: SideVerdict, received: SideVerdict): SideVerdict {
  if (received.label === 'missing' && produced.label === null) return received;
  // An opaque agent is judged by what arrived; a handoff delivers to the user, not to its issuer.
  if (produced.label === null) return received.label === null ? produced : received;
  if (produced.label !== 'valid') return produced;
  if (received.label === 'empty')
    return { ...received, label: 'undelivered', because: `${received.because}, though its answer was valid` };
  if (received.label === 'error') return { ...received, label: 'undelivered' };
  return produced;
}

/** The figures of both sides for the details of an outcome. */
export function sideDetails(produced: SideVerdict, received: SideVerdict): Record<string, Json> {
  return {
    produced: produced.label,
    delivered: received.label,
    text_length: produced.length,
    delivered_length: received.length,
  };
}
