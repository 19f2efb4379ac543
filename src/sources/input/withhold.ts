import type { Message, Part } from '../../model/message.ts';
import type { Span } from '../../model/span.ts';

/**
 * True for a span that says something else once records around it are missing: an agent whose answer stands elsewhere, or
 * a model call that said nothing, which may not have been the last one.
 */
export function dependsOnOthers({ kind, outputMessages, outputSource, toolCalls }: Span): boolean {
  if (kind === 'AGENT') return outputMessages === undefined || outputSource === 'child_llm';
  return kind === 'LLM' && outputMessages !== undefined && !toolCalls?.length && !outputMessages.some(saysSomething);
}

/** The span of a recording that breaks off: what depends on the lost part counts as not captured. */
export function withheld(span: Span): Span {
  if (!dependsOnOthers(span)) return span;
  const { outputMessages: _, outputSource: __, ...rest } = span;
  return { ...rest, contentCaptured: false };
}

/**
 * The last model call of an agent whose recording breaks off: what it said may not be the agent's answer, and stands as
 * an event of the call. The tools that it asked for are known.
 */
export function notTheLastWord(span: Span): Span {
  const { outputMessages, outputSource: _, ...rest } = span;
  if (!outputMessages) return span;
  const parts = outputMessages.flatMap((message) => message.parts);
  const content = parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])).join('');
  const asked = parts.filter((part) => part.type === 'tool_call');
  return {
    ...rest,
    contentCaptured: false,
    ...(asked.length > 0 && { toolCalls: span.toolCalls ?? asked }),
    ...(content !== '' && {
      events: [...span.events, { name: 'said_before_the_cut', attributes: new Map([['content', content]]) }],
    }),
  };
}

function saysSomething({ parts }: Message): boolean {
  return parts.some((part: Part) => (part.type === 'text' ? part.content.trim() !== '' : part.type !== 'reasoning'));
}
