import type { Json } from './json.ts';

/** One piece of a message. `generic` keeps what no other type describes. */
export type Part =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'refusal'; readonly content: string }
  | { readonly type: 'reasoning'; readonly content: string }
  | ToolCallPart
  | ToolResponsePart
  | { readonly type: 'blob'; readonly mimeType?: string; readonly content: string }
  | { readonly type: 'file'; readonly fileId?: string; readonly mimeType?: string }
  | { readonly type: 'uri'; readonly uri: string; readonly mimeType?: string }
  | { readonly type: 'server_tool_call'; readonly id?: string; readonly name?: string; readonly arguments?: Json }
  | { readonly type: 'server_tool_call_response'; readonly id?: string; readonly response?: Json }
  | { readonly type: 'compaction'; readonly content?: string }
  | { readonly type: 'generic'; readonly kind: string; readonly value: Json };

/** A tool call that a model asked for. `arguments` is the parsed value; `argumentsRaw` the text where it does not parse. */
export interface ToolCallPart {
  readonly type: 'tool_call';
  readonly id?: string;
  readonly name: string;
  readonly arguments?: Json;
  readonly argumentsRaw?: string;
}

/** The result of a tool call, as the model was given it. */
export interface ToolResponsePart {
  readonly type: 'tool_call_response';
  readonly id?: string;
  readonly name?: string;
  readonly response?: Json;
  readonly isError?: boolean;
}

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'other';

export interface Message {
  /** Absent where the record names none: then it is read as the assistant's on output, the user's on input. */
  readonly role?: Role;
  readonly name?: string;
  readonly parts: readonly Part[];
  readonly finishReason?: string;
}

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  agent: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/** Our role for a reported one; `other` for an unknown name. */
export function toRole(reported: string): Role {
  const key = reported.trim().toLowerCase();
  return Object.hasOwn(ROLES, key) ? (ROLES[key] ?? 'other') : 'other';
}

/** A message of one text part. */
export function textMessage(role: Role, content: string): Message {
  return { role, parts: [{ type: 'text', content }] };
}

/** The text of text and refusal parts, joined without a separator. Reasoning and media are left out. */
export function textOf(messages: readonly Message[]): string {
  let text = '';
  for (const message of messages) {
    for (const part of message.parts) if (part.type === 'text' || part.type === 'refusal') text += part.content;
  }
  return text;
}
