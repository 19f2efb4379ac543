import { field, isObject, type Json, textField } from '../../../model/json.ts';
import type { Part } from '../../../model/message.ts';
import { isMedia, toMediaPart } from './media-parts.ts';
import { toArguments } from './tool-arguments.ts';

/** A Python object printed into a text field: it stands for a call or an item, not for prose. */
const PYTHON_REPR = /^(?:Response|Function|Tool)\w+\(\w+=/;

/** The parts of a message's content: a text, a list of parts of any provider, or one part. */
export function toParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null) return [];
  if (Array.isArray(content)) return content.flatMap((item: Json) => toParts(item));
  if (typeof content === 'string') return [textPart(content)];
  if (typeof content !== 'object') return [textPart(String(content))];
  const part = toPart(content);
  return part ? [part] : [];
}

/** A text part; a printed Python object becomes a generic part. */
function textPart(text: string): Part {
  const start = text.trimStart();
  if (!PYTHON_REPR.test(start)) return { type: 'text', content: text };
  return { type: 'generic', kind: start.slice(0, start.indexOf('(')), value: text };
}

function toPart(recorded: Json): Part | undefined {
  const item = field(recorded, 'message_content') ?? recorded;
  if (typeof item === 'string') return textPart(item);
  const call = field(item, 'tool_call');
  if (isObject(call) && textField(item, 'type') === undefined) return toToolCall(call);
  const type = textField(item, 'type') ?? bareType(item);
  return type === undefined ? untypedPart(item) : typedPart(type, item);
}

/** Bedrock and Gemini name the type by the key that holds the part. */
const BARE_KEYS = [
  'toolUse',
  'toolResult',
  'reasoningContent',
  'functionCall',
  'function_call',
  'functionResponse',
  'function_response',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
  'image',
  'document',
  'video',
] as const;

function bareType(item: Json): string | undefined {
  return BARE_KEYS.find((key) => isObject(field(item, key)));
}

function untypedPart(item: Json): Part | undefined {
  const text = textField(item, 'text') ?? textField(item, 'content');
  if (text !== undefined) {
    return field(item, 'thought') === true ? { type: 'reasoning', content: text } : textPart(text);
  }
  return isObject(item) && Object.keys(item).length === 0
    ? undefined
    : { type: 'generic', kind: 'unknown', value: item };
}

function typedPart(type: string, item: Json): Part {
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return textPart(textField(item, 'content') ?? textField(item, 'text') ?? '');
    case 'refusal':
      return { type: 'refusal', content: textField(item, 'content') ?? textField(item, 'refusal') ?? '' };
    case 'reasoning':
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoningContent':
      return { type: 'reasoning', content: reasoningText(item) };
    case 'tool_call':
    case 'tool-call':
    case 'tool_use':
    case 'function_call':
    case 'function':
    case 'custom_tool_call':
    case 'toolUse':
    case 'functionCall':
      return toToolCall(item);
    case 'tool_call_response':
    case 'tool-result':
    case 'tool_result':
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'toolResult':
    case 'function_response':
    case 'functionResponse':
      return toToolResponse(item);
    case 'server_tool_call':
    case 'server_tool_use':
      return serverCall(item);
    case 'server_tool_call_response':
    case 'web_search_tool_result':
      return serverResponse(item);
    case 'compaction': {
      const content = textField(item, 'content');
      return { type: 'compaction', ...(content !== undefined && { content }) };
    }
    default:
      return (isMedia(type) ? toMediaPart(type, item) : undefined) ?? { type: 'generic', kind: type, value: item };
  }
}

function reasoningText(item: Json): string {
  const inner = field(item, 'reasoningContent') ?? item;
  const bedrock = field(inner, 'reasoningText');
  const direct =
    textField(bedrock, 'text') ??
    textField(inner, 'content') ??
    textField(inner, 'text') ??
    textField(inner, 'thinking') ??
    textField(inner, 'reasoning');
  if (direct !== undefined) return direct;
  const summary = field(inner, 'summary');
  return Array.isArray(summary) ? summary.map((entry: Json) => textField(entry, 'text') ?? '').join('\n') : '';
}

/** The object that holds a part's fields, where the provider names the part by a key of its own. */
function innerOf(item: Json, ...keys: readonly string[]): Json {
  for (const key of keys) {
    const inner = field(item, key);
    if (isObject(inner)) return inner;
  }
  return item;
}

/** A tool call of any provider: OTel, OpenAI (chat and responses), Anthropic, Bedrock, Gemini, LangChain, the AI SDK. */
export function toToolCall(recorded: Json): Part {
  const item = innerOf(recorded, 'tool_call', 'toolUse', 'functionCall', 'function_call');
  const inner = innerOf(item, 'function');
  const id = idOf(item, 'id', 'call_id', 'toolCallId', 'tool_call_id', 'toolUseId');
  const name = textField(inner, 'name') ?? textField(item, 'toolName') ?? '';
  const args = firstOf(inner, 'arguments', 'args', 'input') ?? firstOf(item, 'arguments', 'args', 'input');
  return { type: 'tool_call', ...(id !== undefined && { id }), name, ...toArguments(args) };
}

function toToolResponse(recorded: Json): Part {
  const item = innerOf(recorded, 'toolResult', 'functionResponse', 'function_response');
  // Responses and calls of one provider differ in which of these is the id of the call.
  const id = idOf(item, 'tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'call_id', 'id');
  const name = textField(item, 'name') ?? textField(item, 'toolName');
  const response = firstOf(item, 'response', 'result', 'content', 'output');
  const failed = field(item, 'is_error') ?? field(item, 'isError');
  const isError = typeof failed === 'boolean' ? failed : textField(item, 'status') === 'error' ? true : undefined;
  return {
    type: 'tool_call_response',
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(response !== undefined && { response }),
    ...(isError !== undefined && { isError }),
  };
}

function serverCall(item: Json): Part {
  const inner = innerOf(item, 'server_tool_call');
  const id = idOf(item, 'id', 'call_id');
  const name = textField(item, 'name') ?? textField(inner, 'type');
  const args = firstOf(item, 'arguments', 'input') ?? (inner === item ? undefined : inner);
  return {
    type: 'server_tool_call',
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(args !== undefined && { arguments: args }),
  };
}

function serverResponse(item: Json): Part {
  const id = idOf(item, 'id', 'tool_use_id', 'call_id');
  const response = firstOf(item, 'server_tool_call_response', 'response', 'content', 'result');
  return {
    type: 'server_tool_call_response',
    ...(id !== undefined && { id }),
    ...(response !== undefined && { response }),
  };
}

/** An id of a call; some exporters write it with a leading blank. */
function idOf(item: Json, ...keys: readonly string[]): string | undefined {
  const id = firstOf(item, ...keys);
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

function firstOf(item: Json, ...keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = field(item, key);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
