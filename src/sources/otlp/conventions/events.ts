import { field, isObject, type Json, textField } from '../../../model/json.ts';
import type { Message, Role } from '../../../model/message.ts';
import type { Attributes } from '../../../model/span.ts';
import { valueOfKeys } from '../attribute-values.ts';
import type { Content } from '../content.ts';
import { looseJson } from '../json-text.ts';
import { toMessage, toMessages } from '../messages/messages.ts';
import type { RawEvent } from '../raw-span.ts';
import { bodyContent } from './event-bodies.ts';
import { genAiAttributes } from './gen-ai.ts';

const MESSAGE_EVENTS: Readonly<Record<string, Role>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};

/** Content that stands in the events of a span, or in log records about it, in order of time. */
export function eventContent(events: readonly RawEvent[]): Content | undefined {
  const ordered = events.some((event) => event.timeNs !== undefined) ? [...events].sort(byTime) : events;
  const found = ordered.flatMap((event) => oneEvent(event) ?? []);
  if (found.length === 0) return undefined;
  const input = joined(found.map((content) => content.input));
  const output = joined(found.map((content) => content.output));
  const system = found.find((content) => content.system)?.system;
  const toolDefinitions = found.find((content) => content.toolDefinitions)?.toolDefinitions;
  const finishReasons = found.flatMap((content) => content.finishReasons ?? []);
  return {
    ...(input && { input }),
    ...(output && { output }),
    ...(system && { system }),
    ...(toolDefinitions && { toolDefinitions }),
    ...(finishReasons.length && { finishReasons }),
    source: 'event',
  };
}

function byTime(a: RawEvent, b: RawEvent): number {
  const [first, second] = [a.timeNs ?? 0n, b.timeNs ?? 0n];
  return first < second ? -1 : first > second ? 1 : 0;
}

function joined(lists: readonly (readonly Message[] | undefined)[]): readonly Message[] | undefined {
  const recorded = lists.filter((list) => list !== undefined);
  return recorded.length ? recorded.flat() : undefined;
}

function oneEvent(event: RawEvent): Omit<Content, 'source'> | undefined {
  const role = Object.hasOwn(MESSAGE_EVENTS, event.name) ? MESSAGE_EVENTS[event.name] : undefined;
  if (role) return { input: messageOf(event, role) };
  if (event.name === 'gen_ai.choice') return choiceOf(event);
  if (event.name === 'gen_ai.content.prompt')
    return { input: toMessages(valueOfKeys(event.attributes, 'gen_ai.prompt'), 'user') ?? [] };
  if (event.name === 'gen_ai.content.completion')
    return { output: toMessages(valueOfKeys(event.attributes, 'gen_ai.completion'), 'assistant') ?? [] };
  return genAiAttributes(withBody(event)) ?? bodyContent(event.body);
}

/** The attributes of an event; log records may carry in their body what span events carry there. */
export function withBody(event: RawEvent): Attributes {
  if (!isObject(event.body)) return event.attributes;
  return new Map([...Object.entries(event.body), ...event.attributes]);
}

/** The fields of a message event: its attributes, its body, or the JSON text in `gen_ai.event.content`. */
function fieldsOf(event: RawEvent): Json {
  const fields = new Map<string, Json>();
  for (const source of [event.body, looseJson(event.attributes.get('gen_ai.event.content') ?? null)])
    if (isObject(source)) for (const [key, value] of Object.entries(source)) fields.set(key, value);
  for (const [key, value] of event.attributes) if (!fields.has(key)) fields.set(key, value);
  const tools = fields.get('tool_calls');
  if (tools !== undefined) fields.set('tool_calls', looseJson(tools));
  return Object.fromEntries(fields);
}

function messageOf(event: RawEvent, role: Role): readonly Message[] {
  if (typeof event.body === 'string') return toMessages(event.body, role) ?? [];
  const fields = fieldsOf(event);
  const message = toMessage(textField(fields, 'role') === undefined ? withRole(fields, role) : fields, role);
  return message ? [message] : [];
}

function withRole(fields: Json, role: Role): Json {
  return isObject(fields) ? { ...fields, role } : fields;
}

function choiceOf(event: RawEvent): Omit<Content, 'source'> {
  const fields = fieldsOf(event);
  const recorded = looseJson(field(fields, 'message') ?? field(fields, 'content') ?? null);
  const finish = textField(fields, 'finish_reason');
  const flat = field(fields, 'tool_calls');
  const body = isObject(recorded) ? recorded : { content: recorded, ...(flat !== undefined && { tool_calls: flat }) };
  const read =
    recorded === null && flat === undefined ? undefined : toMessage(withRole(body, 'assistant'), 'assistant');
  const message = read && finish !== undefined ? { ...read, finishReason: finish } : read;
  return { output: message ? [message] : [], ...(finish !== undefined && { finishReasons: [finish] }) };
}
