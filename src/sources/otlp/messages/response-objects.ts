import { field, isObject, type Json, listField, textField } from '../../../model/json.ts';
import type { Message } from '../../../model/message.ts';
import { looseJson } from '../json-text.ts';
import { looksLikeMessage, toMessage, toMessages } from './messages.ts';
import { toParts } from './parts.ts';

/** What a value of `output.value` and its like says: messages, and the id of the response where it has one. */
interface ResponseFound {
  readonly messages: readonly Message[];
  readonly responseId?: string;
}

/**
 * Reads the responses of known APIs (OpenAI Responses and chat completions, Gemini, LangChain results, Bedrock) and
 * states that end in a list of messages. Undefined when the value is none of them: then it is plain output.
 */
export function fromResponse(recorded: Json): ResponseFound | undefined {
  const value = looseJson(recorded);
  if (!isObject(value)) return undefined;
  const id = textField(value, 'id');
  const withId = (messages: readonly Message[]): ResponseFound => ({
    messages,
    ...(id !== undefined && { responseId: id }),
  });
  const output = field(value, 'output');
  if (Array.isArray(output) && output.some((item) => isObject(item) && textField(item, 'type') !== undefined))
    return withId(responseItems(output));
  if (isObject(output) && isObject(field(output, 'message')))
    return { messages: toMessages([field(output, 'message') ?? null], 'assistant') ?? [] };
  const choices = field(value, 'choices');
  if (Array.isArray(choices)) return withId(choices.flatMap((choice: Json) => fromChoice(choice)));
  const generations = field(value, 'generations');
  if (Array.isArray(generations)) return { messages: fromGenerations(generations) };
  const messages = field(value, 'messages');
  if (Array.isArray(messages) && messages.every(looksLikeMessage)) return { messages: answerOf(messages) };
  return fromGemini(value);
}

/** The items of a Responses object belong to one answer. */
function responseItems(items: readonly Json[]): Message[] {
  const parts = items.flatMap((item) =>
    textField(item, 'type') === 'message' ? toParts(field(item, 'content')) : toParts(item),
  );
  return [{ role: 'assistant', parts }];
}

function fromChoice(choice: Json): Message[] {
  const finish = textField(choice, 'finish_reason');
  const message = toMessage(field(choice, 'message') ?? field(choice, 'text') ?? null, 'assistant');
  if (!message) return [];
  return [{ ...message, ...(finish !== undefined && { finishReason: finish }) }];
}

function fromGenerations(generations: readonly Json[]): Message[] {
  return generations.flat().flatMap((generation: Json) => {
    const recorded = field(generation, 'message');
    const inner = isObject(recorded) ? toMessage(recorded, 'assistant') : undefined;
    const text = textField(generation, 'text');
    const parts = inner?.parts ?? [];
    const isTold = !text || parts.some((part) => part.type === 'text');
    if (!inner && text === undefined) return [];
    return [{ role: 'assistant' as const, parts: isTold ? parts : [...toParts(text), ...parts] }];
  });
}

/** A state holds the whole conversation; the answer is what the model said last. */
function answerOf(messages: readonly Json[]): Message[] {
  const read = messages.flatMap((item) => toMessage(item, 'assistant') ?? []);
  const last = read.findLast((message) => message.role === 'assistant');
  return last ? [last] : [];
}

function fromGemini(value: Json): ResponseFound | undefined {
  const candidate = listField(value, 'candidates')[0];
  const content = field(candidate, 'content') ?? field(value, 'content');
  if (!isObject(content) || !Array.isArray(field(content, 'parts'))) return undefined;
  const message = toMessage(content, 'assistant');
  const finish = textField(candidate, 'finishReason') ?? textField(value, 'finish_reason');
  return { messages: message ? [{ ...message, ...(finish !== undefined && { finishReason: finish }) }] : [] };
}
