import { field, isObject, type Json, textField } from '../../../model/json.ts';
import type { Message, Role } from '../../../model/message.ts';
import type { Content, ContentReader } from '../content.ts';
import { indexedList } from '../indexed-lists.ts';
import { parseText } from '../json-text.ts';
import { toMessages } from '../messages/messages.ts';
import { valueMessages } from '../messages/values.ts';

/** Content in the attributes of OpenLLMetry: numbered prompts and completions, and the values of its entities. */
export const openLlmetryContent: ContentReader = (span, _kind, report) => {
  const { attributes } = span;
  const prompts =
    indexedList(attributes, 'gen_ai.prompt', report, span.at) ??
    indexedList(attributes, 'llm.prompts', report, span.at);
  const completions =
    indexedList(attributes, 'gen_ai.completion', report, span.at) ??
    indexedList(attributes, 'llm.completions', report, span.at);
  const input = prompts
    ? toMessages(prompts, 'user')
    : entityMessages(attributes.get('traceloop.entity.input'), 'user');
  const output = completions
    ? toMessages(completions, 'assistant')
    : entityMessages(attributes.get('traceloop.entity.output'), 'assistant');
  const finishReasons = (completions ?? []).flatMap((item) => textField(item, 'finish_reason') ?? []);
  const content: Content = {
    ...(input && { input }),
    ...(output && { output }),
    ...(finishReasons.length && { finishReasons }),
    source: 'span',
  };
  return Object.keys(content).length > 1 ? content : undefined;
};

function entityMessages(recorded: Json | undefined, role: Role): readonly Message[] | undefined {
  return recorded === undefined || recorded === null ? undefined : valueMessages(entityValue(recorded), role);
}

/** The value of an entity without the envelope that the decorators put around it. */
export function entityValue(recorded: Json): Json {
  const value = typeof recorded === 'string' ? (parseText(recorded) ?? recorded) : recorded;
  const inner = field(value, 'inputs') ?? field(value, 'outputs') ?? field(value, 'output');
  if (inner !== undefined && inner !== null && inner !== '') return inner;
  const args = field(value, 'args');
  const named = field(value, 'kwargs');
  if (!Array.isArray(args) || !isObject(named)) return value;
  if (args.length === 0) return named;
  return Object.keys(named).length === 0 && args.length === 1 ? (args[0] ?? value) : value;
}
