import { field, isObject, type Json, listField, textField } from '../../../model/json.ts';
import type { Message } from '../../../model/message.ts';
import type { SpanKind } from '../../../model/span.ts';
import type { Content } from '../content.ts';
import { looseJson } from '../json-text.ts';
import { toMessage, toMessages } from '../messages/messages.ts';
import { fromResponse } from '../messages/response-objects.ts';
import type { RawEvent } from '../raw-span.ts';

/**
 * Content of a body `{input: {messages}, output: {messages}}`, as the AWS distribution of OpenTelemetry writes it. The
 * content of such a message is often a framework's own value as JSON text.
 */
export function bodyContent(body: Json | undefined): Omit<Content, 'source'> | undefined {
  const input = field(field(body, 'input'), 'messages');
  const output = field(field(body, 'output'), 'messages');
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input !== undefined && { input: inputMessages(input) }),
    ...(output !== undefined && { output: outputMessages(output) }),
  };
}

function inputMessages(recorded: Json): readonly Message[] {
  if (!Array.isArray(recorded)) return toMessages(recorded, 'user') ?? [];
  return recorded.flatMap((item: Json) => {
    const listed = field(innerValue(item), 'messages');
    if (Array.isArray(listed)) return toMessages(listed, 'user') ?? [];
    return toMessage(plainItem(item), 'user') ?? [];
  });
}

function outputMessages(recorded: Json): readonly Message[] {
  if (!Array.isArray(recorded)) return toMessages(recorded, 'assistant') ?? [];
  return recorded.flatMap((item: Json) => {
    const value = innerValue(item);
    const response = fromResponse(value);
    if (response) return response.messages;
    return toMessage(isToolMessage(value) ? value : plainItem(item), 'assistant') ?? [];
  });
}

function innerValue(item: Json): Json {
  return looseJson(innerContent(item) ?? null);
}

/** The content of a message; Strands wraps it once more, on output together with the reason why the model stopped. */
function innerContent(item: Json): Json | undefined {
  const content = field(item, 'content');
  return field(content, 'content') ?? field(content, 'message') ?? content;
}

function plainItem(item: Json): Json {
  const content = innerContent(item);
  const finish = field(field(item, 'content'), 'finish_reason');
  if (!isObject(item) || content === undefined) return item;
  return { ...item, content, ...(finish !== undefined && { finish_reason: finish }) };
}

function isToolMessage(value: Json): boolean {
  return isObject(value) && textField(value, 'type') === 'tool' && field(value, 'tool_call_id') !== undefined;
}

/** The kind that the shape of a recorded output proves, where the span itself names none. */
export function kindOfBodies(events: readonly RawEvent[]): SpanKind | undefined {
  for (const event of events) {
    for (const item of listField(field(event.body, 'output'), 'messages')) {
      const value = innerValue(item);
      if (Array.isArray(field(value, 'generations'))) return 'LLM';
      if (isToolMessage(value)) return 'TOOL';
    }
  }
  return undefined;
}
