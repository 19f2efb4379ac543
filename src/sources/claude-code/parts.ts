import { field, type JsonObject, textField } from '../../model/json.ts';
import type { Part } from '../../model/message.ts';
import { idField } from './id-field.ts';

/** A content block as a part of a message. */
export function toPart(block: JsonObject): Part {
  const type = textField(block, 'type') ?? 'unknown';
  const id = idField(block, 'id') ?? idField(block, 'tool_use_id');
  const name = textField(block, 'name');
  const input = field(block, 'input');
  const content = field(block, 'content');
  if (type === 'text') return { type: 'text', content: textField(block, 'text') ?? '' };
  if (type === 'thinking') return { type: 'reasoning', content: textField(block, 'thinking') ?? '' };
  if (type === 'redacted_thinking') return { type: 'reasoning', content: '' };
  if (type === 'tool_use')
    return {
      type: 'tool_call',
      ...(id !== undefined && { id }),
      name: name ?? 'unknown',
      ...(input !== undefined && { arguments: input }),
    };
  if (type === 'tool_result')
    return {
      type: 'tool_call_response',
      ...(id !== undefined && { id }),
      ...(content !== undefined && { response: content }),
      ...(block.is_error === true && { isError: true }),
    };
  if (type === 'server_tool_use' || type === 'mcp_tool_use')
    return {
      type: 'server_tool_call',
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      ...(input !== undefined && { arguments: input }),
    };
  if (type.endsWith('_tool_result'))
    return {
      type: 'server_tool_call_response',
      ...(id !== undefined && { id }),
      ...(content !== undefined && { response: content }),
    };
  if (type === 'image' || type === 'document') return media(block) ?? { type: 'generic', kind: type, value: block };
  return { type: 'generic', kind: type, value: block };
}

function media(block: JsonObject): Part | undefined {
  const source = field(block, 'source');
  const mimeType = textField(source, 'media_type');
  const data = textField(source, 'data');
  const uri = textField(source, 'url');
  const fileId = textField(source, 'file_id');
  if (data !== undefined) return { type: 'blob', ...(mimeType !== undefined && { mimeType }), content: data };
  if (uri !== undefined) return { type: 'uri', uri, ...(mimeType !== undefined && { mimeType }) };
  if (fileId !== undefined) return { type: 'file', fileId, ...(mimeType !== undefined && { mimeType }) };
  return undefined;
}
