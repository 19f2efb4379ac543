import { field, isObject, type Json, listField, textField } from '../../../model/json.ts';
import { type Message, type Part, type Role, toRole } from '../../../model/message.ts';
import { looseJson } from '../json-text.ts';
import { toParts, toToolCall } from './parts.ts';

/**
 * Messages from what an exporter recorded as such: a list, one message, or the JSON text of either. Plain text is one
 * message of `role`; an empty list or text is no message. Undefined when nothing was recorded.
 */
export function toMessages(recorded: Json | undefined, role: Role): Message[] | undefined {
  if (recorded === undefined || recorded === null) return undefined;
  const value = looseJson(recorded);
  if (typeof value === 'string') return value === '' ? [] : [{ role, parts: toParts(value) }];
  if (Array.isArray(value)) return value.flatMap((item: Json) => toMessage(item, role) ?? []);
  const listed = field(value, 'messages');
  if (Array.isArray(listed)) return toMessages(listed, role);
  const message = toMessage(value, role);
  return message ? [message] : [];
}

/** One message of any provider. A text is a message of `role`; an item of the OpenAI Responses API becomes one too. */
export function toMessage(recorded: Json, role: Role): Message | undefined {
  if (recorded === null) return undefined;
  if (!isObject(recorded)) {
    const parts = toParts(recorded);
    return parts.length ? { role, parts } : undefined;
  }
  const item = unwrapped(recorded);
  const stated = textField(item, 'role') ?? langChainRole(textField(item, 'type'));
  const finishReason = textField(item, 'finish_reason') ?? textField(item, 'finishReason');
  const name = textField(item, 'name');
  const own = stated === undefined ? itemRole(textField(item, 'type'), role) : toRole(stated);
  const parts = stated === undefined && !hasContent(item) ? toParts(item) : messageParts(item, own);
  return {
    role: own,
    ...(name !== undefined && stated !== undefined && { name }),
    parts,
    ...(finishReason !== undefined && finishReason !== '' && { finishReason }),
  };
}

/** OpenInference and LangChain put the fields of a message one level deeper. */
function unwrapped(recorded: Json): Json {
  if (textField(recorded, 'role') !== undefined) return recorded;
  const serialised = field(recorded, 'kwargs');
  if (isObject(serialised)) return withType(recorded, serialised);
  for (const key of ['message', 'data']) {
    const inner = field(recorded, key);
    if (isObject(inner)) return textField(inner, 'type') === undefined ? { ...typeOf(recorded), ...inner } : inner;
  }
  return recorded;
}

function typeOf(recorded: Json): { type?: string } {
  const type = langChainRole(textField(recorded, 'type'));
  return type === undefined ? {} : { type };
}

/** LangChain's serialised form names the class of a message in `id`. */
function withType(recorded: Json, serialised: Json): Json {
  if (!isObject(serialised) || textField(serialised, 'type') !== undefined) return serialised;
  const last = listField(recorded, 'id').at(-1);
  const kind = typeof last === 'string' ? last : '';
  const type = CLASSES.find(([start]) => kind.startsWith(start))?.[1];
  return type === undefined ? serialised : { ...serialised, type };
}

const CLASSES = [
  ['Human', 'human'],
  ['AI', 'ai'],
  ['Tool', 'tool'],
  ['System', 'system'],
] as const;

/** True for an object that is a message or an item of a conversation, in the form of any provider. */
export function looksLikeMessage(item: Json): boolean {
  if (!isObject(item)) return false;
  if (textField(item, 'role') !== undefined || isObject(field(item, 'kwargs'))) return true;
  return ITEM_TYPES.has(textField(item, 'type') ?? '');
}

const ITEM_TYPES: ReadonlySet<string> = new Set([
  'human',
  'ai',
  'system',
  'tool',
  'message',
  'function_call',
  'function_call_output',
  'reasoning',
]);

function langChainRole(type: string | undefined): string | undefined {
  return type === 'human' || type === 'ai' || type === 'system' || type === 'tool' ? type : undefined;
}

/** The role of an item that states none: results of tools are the tool's, all else is the side that is read. */
function itemRole(type: string | undefined, role: Role): Role {
  if (type === 'function_call_output' || type === 'tool_result' || type === 'custom_tool_call_output') return 'tool';
  return type === 'function_call' || type === 'reasoning' ? 'assistant' : role;
}

function hasContent(item: Json): boolean {
  const keys = ['parts', 'contents', 'tool_calls', 'toolCalls'];
  return keys.some((key) => field(item, key) !== undefined) || (textField(item, 'type') ?? 'message') === 'message';
}

function messageParts(item: Json, role: Role): Part[] {
  const content =
    field(item, 'parts') ?? field(item, 'contents') ?? field(item, 'content') ?? field(item, 'text') ?? undefined;
  const callId = textField(item, 'tool_call_id') ?? textField(item, 'tool_call.id') ?? textField(item, 'id');
  const answers = role === 'tool' && !hasToolResponse(content);
  const parts = answers ? [toolAnswer(item, callId, content)] : toParts(structured(content));
  const calls = [...listField(item, 'tool_calls'), ...listField(item, 'toolCalls')].map(toToolCall);
  const legacy = textField(item, 'function_call_name');
  if (legacy !== undefined)
    calls.push(toToolCall({ name: legacy, arguments: field(item, 'function_call_arguments_json') ?? null }));
  const reasoning = textField(item, 'reasoning_content');
  return [...(reasoning ? [{ type: 'reasoning' as const, content: reasoning }] : []), ...parts, ...calls];
}

function toolAnswer(item: Json, callId: string | undefined, content: Json | undefined): Part {
  const name = textField(item, 'name');
  return {
    type: 'tool_call_response',
    ...(callId !== undefined && callId.trim() !== '' && { id: callId.trim() }),
    ...(name !== undefined && { name }),
    ...(content !== undefined && { response: content }),
  };
}

function hasToolResponse(content: Json | undefined): boolean {
  const value = structured(content);
  if (!Array.isArray(value)) return false;
  return toParts(value).some((part) => part.type === 'tool_call_response');
}

/** Some exporters write the list of parts as JSON text. Other JSON in a text is what the model wrote. */
function structured(content: Json | undefined): Json | undefined {
  if (typeof content !== 'string') return content;
  const value = looseJson(content);
  return Array.isArray(value) && value.length > 0 && value.every(isPart) ? value : content;
}

const BEDROCK = ['text', 'toolUse', 'toolResult', 'reasoningContent', 'image', 'document'];

function isPart(item: Json): boolean {
  if (!isObject(item)) return false;
  const type = textField(item, 'type');
  if (type !== undefined)
    return /^(text|tool_use|tool_result|tool_call|tool_call_response|image|image_url|thinking|input_text|output_text)$/.test(
      type,
    );
  return Object.keys(item).length > 0 && Object.keys(item).every((key) => BEDROCK.includes(key));
}
