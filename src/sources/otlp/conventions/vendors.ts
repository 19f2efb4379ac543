import { field, isObject, type Json, listField, textField } from '../../../model/json.ts';
import type { Message } from '../../../model/message.ts';
import type { Attributes } from '../../../model/span.ts';
import { valueOfKeys } from '../attribute-values.ts';
import type { Content, ContentReader } from '../content.ts';
import { looseJson } from '../json-text.ts';
import { toMessages } from '../messages/messages.ts';
import { toParts } from '../messages/parts.ts';
import { fromResponse } from '../messages/response-objects.ts';
import { NO_ATTRIBUTES, type RawEvent } from '../raw-span.ts';
import { toToolDefinitions } from '../tool-definitions.ts';
import { eventContent } from './events.ts';

/** Content in fields of single frameworks: the Agent Development Kit and Pydantic AI. */
export const vendorContent: ContentReader = (span, kind) =>
  adkContent(span.attributes, kind) ?? pydanticContent(span.attributes);

function adkContent(attributes: Attributes, kind: string): Content | undefined {
  if (kind === 'TOOL') return undefined;
  const request = looseJson(attributes.get('gcp.vertex.agent.llm_request') ?? null);
  const response = looseJson(attributes.get('gcp.vertex.agent.llm_response') ?? null);
  if (!isObject(request) && !isObject(response)) return undefined;
  const config = field(request, 'config');
  const instruction = field(config, 'system_instruction') ?? field(config, 'systemInstruction');
  const contents = field(request, 'contents');
  const output = isObject(response) ? fromResponse(response)?.messages : undefined;
  const definitions = toToolDefinitions(listField(config, 'tools'));
  // The kit writes an empty object in place of content that it was told not to record.
  const withheld = kind === 'LLM' && isObject(response) && Object.keys(response).length === 0;
  return {
    ...(contents !== undefined && { input: toMessages(contents, 'user') ?? [] }),
    ...(output && { output }),
    ...(instruction !== undefined && { system: toParts(instruction) }),
    ...(definitions.length && { toolDefinitions: definitions }),
    ...(withheld && { withheld }),
    source: 'vendor',
  };
}

function pydanticContent(attributes: Attributes): Content | undefined {
  const recorded = valueOfKeys(attributes, 'pydantic_ai.all_messages', 'all_messages_events');
  const history = toMessages(recorded, 'user');
  const result = valueOfKeys(attributes, 'final_result');
  const output = result === undefined ? lastAnswer(history) : resultMessages(result);
  if (!history && !output) return listedEvents(attributes);
  const input = history && promptOf(history);
  return { ...(input && { input }), ...(output && { output }), source: 'vendor' };
}

/** Older versions list the message events of a call in one attribute. */
function listedEvents(attributes: Attributes): Content | undefined {
  const listed = looseJson(attributes.get('events') ?? null);
  if (!Array.isArray(listed)) return undefined;
  const events = listed.flatMap((item: Json): RawEvent[] => {
    const name = textField(item, 'event.name');
    return name === undefined ? [] : [{ name, attributes: NO_ATTRIBUTES, body: item }];
  });
  const content = eventContent(events);
  return content && { ...content, source: 'vendor' };
}

function resultMessages(result: Json): readonly Message[] {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return text === '' ? [] : [{ role: 'assistant', parts: toParts(text) }];
}

function lastAnswer(history: readonly Message[] | undefined): readonly Message[] | undefined {
  if (!history) return undefined;
  const last = history.findLast((message) => message.role === 'assistant');
  return last ? [last] : [];
}

/** What the agent was given: everything before its first own message. */
function promptOf(history: readonly Message[]): readonly Message[] {
  const first = history.findIndex((message) => message.role === 'assistant');
  return first === -1 ? history : history.slice(0, first);
}
