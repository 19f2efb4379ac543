import type { Message, Part, ToolCallPart } from '../model/message.ts';

export type ResponseLabel = 'valid' | 'empty' | 'short' | 'error';

/** What a response holds, as the checks see it. */
export interface ResponseContent {
  /** Text and refusal parts of the assistant's messages, joined without a separator and trimmed. */
  readonly text: string;
  /** Unicode code points of `text`. */
  readonly length: number;
  readonly hasOther: boolean;
  readonly onlyReasoning: boolean;
  /** Roles whose messages were not read, in order of appearance, each once. */
  readonly ignoredRoles: readonly string[];
}

/** Reads the response of an agent. Messages of users, tools and systems are not its response. */
export function readResponse(messages: readonly Message[], toolCalls: readonly ToolCallPart[] = []): ResponseContent {
  let text = '';
  let hasOther = toolCalls.length > 0;
  let reasoning = false;
  const ignored = new Set<string>();
  for (const message of messages) {
    if (message.role !== undefined && message.role !== 'assistant') {
      ignored.add(message.role);
      continue;
    }
    for (const part of message.parts) {
      if (part.type === 'text' || part.type === 'refusal') text += part.content;
      else if (part.type === 'reasoning') reasoning = true;
      else if (isOutput(part)) hasOther = true;
    }
  }
  const trimmed = text.trim();
  return {
    text: trimmed,
    length: codePoints(trimmed),
    hasOther,
    onlyReasoning: reasoning && trimmed === '' && !hasOther,
    ignoredRoles: [...ignored],
  };
}

function isOutput(part: Part): boolean {
  switch (part.type) {
    case 'blob':
      return part.content !== '';
    case 'uri':
      return part.uri !== '';
    case 'file':
      return part.fileId !== undefined && part.fileId !== '';
    case 'compaction':
    case 'tool_call_response':
      return false;
    default:
      return true;
  }
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The checks in their fixed order: error, empty, short; the first match wins. */
export function labelResponse(content: ResponseContent, failed: boolean, minLength: number): ResponseLabel {
  if (failed) return 'error';
  if (content.text === '') return content.hasOther ? 'valid' : 'empty';
  return content.length < minLength ? 'short' : 'valid';
}
