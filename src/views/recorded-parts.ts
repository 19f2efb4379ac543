import type { Json, JsonObject } from '../model/json.ts';
import type { Message, Part } from '../model/message.ts';
import type { ToolCall } from './tool-calls.ts';

/** A message as a Content of agents-cli. Media are named, and not copied. */
export function contentOf(role: 'user' | 'model', messages: readonly Message[]): JsonObject {
  return { role, parts: messages.flatMap(({ parts }) => parts.map(recordedPart)) };
}

/** A part as agents-cli records it. */
export function recordedPart(part: Part): JsonObject {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return { text: part.content };
    case 'reasoning':
      return { text: part.content, thought: true };
    case 'tool_call':
      return functionCall(part);
    case 'tool_call_response':
      return functionResponse({ ...part, name: part.name ?? 'tool' });
    case 'blob':
      return { inline_data: { ...(part.mimeType !== undefined && { mime_type: part.mimeType }) } };
    case 'uri':
      return { file_data: { file_uri: part.uri, ...(part.mimeType !== undefined && { mime_type: part.mimeType }) } };
    case 'file':
      return { file_data: { ...(part.fileId !== undefined && { file_uri: part.fileId }) } };
    case 'server_tool_call':
      return functionCall({ ...part, name: part.name ?? 'server_tool' });
    case 'server_tool_call_response':
      return functionResponse({ ...part, name: 'server_tool' });
    case 'compaction':
      return { text: part.content ?? '', compaction: true };
    case 'generic':
      return { kind: part.kind, value: part.value };
  }
}

/** A call as a `function_call`. */
export function functionCall({
  id,
  name,
  arguments: args,
  argumentsRaw,
}: Pick<ToolCall, 'name'> & { id?: string; arguments?: Json; argumentsRaw?: string }): JsonObject {
  const given = args ?? argumentsRaw;
  return {
    function_call: { ...(id !== undefined && { id }), name, ...(given !== undefined && { args: given }) },
  };
}

/** What a tool gave back, as a `function_response`. */
export function functionResponse({
  id,
  name,
  response,
  isError,
}: {
  readonly id?: string;
  readonly name: string;
  readonly response?: Json;
  readonly isError?: boolean;
}): JsonObject {
  return {
    function_response: {
      ...(id !== undefined && { id }),
      name,
      ...(response !== undefined && { response }),
      ...(isError && { is_error: true }),
    },
  };
}
