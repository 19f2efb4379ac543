import type { Json } from '../json.ts';
import { type Message, type Part, type ToolCallPart, toRole } from '../message.ts';
import { PART_KEYS } from './keys.ts';
import type { FieldReader } from './read-fields.ts';

/** Members that may be undefined. */
type Loose<T> = T extends unknown ? { readonly [K in keyof T]: T[K] | undefined } : never;

/** Leaves out what is undefined. */
export function known<T extends object>(members: Loose<T>): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** Reads a message; parts that are no objects are reported and left out. */
export function messageFromWire(reader: FieldReader): Message {
  const role = reader.text('role');
  return known<Message>({
    role: role === undefined ? undefined : toRole(role),
    name: reader.text('name'),
    parts: (reader.each('parts') ?? []).map(partFromWire),
    finishReason: reader.text('finish_reason'),
  });
}

/** Reads a tool call. */
export function callFromWire(reader: FieldReader): ToolCallPart {
  return known<ToolCallPart>({
    type: 'tool_call',
    id: reader.text('id'),
    name: reader.text('name') ?? '',
    arguments: reader.raw('arguments'),
    argumentsRaw: reader.text('arguments_raw'),
  });
}

/** Reads a part; a type that is not known becomes `generic`. */
export function partFromWire(reader: FieldReader): Part {
  const type = reader.text('type') ?? '';
  const keys = PART_KEYS.get(type);
  if (keys) reader.reportUnknown(keys);
  const content = (): string => reader.text('content') ?? '';
  switch (type) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return { type, content: content() };
    case 'tool_call':
      return callFromWire(reader);
    case 'tool_call_response':
      return known<Part>({
        type,
        id: reader.text('id'),
        name: reader.text('name'),
        response: reader.raw('response'),
        isError: reader.flag('is_error'),
      });
    case 'blob':
      return known<Part>({ type, mimeType: reader.text('mime_type'), content: content() });
    case 'file':
      return known<Part>({ type, fileId: reader.text('file_id'), mimeType: reader.text('mime_type') });
    case 'uri':
      return known<Part>({ type, uri: reader.text('uri') ?? '', mimeType: reader.text('mime_type') });
    case 'server_tool_call':
      return known<Part>({
        type,
        id: reader.text('id'),
        name: reader.text('name'),
        arguments: reader.raw('arguments'),
      });
    case 'server_tool_call_response':
      return known<Part>({ type, id: reader.text('id'), response: reader.raw('response') });
    case 'compaction':
      return known<Part>({ type, content: reader.text('content') });
    case 'generic':
      return { type: 'generic', kind: reader.text('kind') ?? 'generic', value: reader.raw('value') ?? null };
    default:
      return { type: 'generic', kind: type, value: reader.whole() as Json };
  }
}
