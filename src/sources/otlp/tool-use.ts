import { field, isObject, type Json } from '../../model/json.ts';
import type { Message } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';
import type { Attributes, ToolUse } from '../../model/span.ts';
import type { ToolContent } from '../../model/tool-content.ts';
import { textOfKeys, valueOfKeys } from './attribute-values.ts';
import type { Content } from './content.ts';
import { entityValue } from './conventions/openllmetry.ts';
import { looseJson } from './json-text.ts';
import { toArguments } from './messages/tool-arguments.ts';
import type { RawSpan } from './raw-span.ts';

/** What a TOOL span says of the call that it ran. `events` is content recorded in its events. */
export function toolUseOf(span: RawSpan, events: Content | undefined): ToolUse {
  const { attributes } = span;
  const answer = events?.output?.flatMap((message) => message.parts).find((part) => part.type === 'tool_call_response');
  const callId =
    textOfKeys(attributes, 'gen_ai.tool.call.id', 'tool_call.id', 'tool.id', 'ai.toolCall.id') ?? answer?.id;
  const type = textOfKeys(attributes, 'gen_ai.tool.type');
  const description = textOfKeys(attributes, 'gen_ai.tool.description', 'tool.description');
  const recorded = argumentsOf(attributes) ?? eventInput(events?.input);
  const result = resultOf(attributes) ?? eventOutput(events?.output);
  const isError = failed(attributes, result);
  return {
    name: statedName(span) ?? answer?.name ?? plainName(span),
    ...(callId !== undefined && { callId }),
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...toArguments(recorded),
    ...(result !== undefined && { result }),
    ...(isError !== undefined && { resultIsError: isError }),
  };
}

/** What a log record states of a tool call by the keys that a TOOL span has; undefined when it states nothing. */
export function statedToolContent(attributes: Attributes): ToolContent | undefined {
  const callId = textOfKeys(attributes, 'gen_ai.tool.call.id');
  const args = valueOfKeys(attributes, 'gen_ai.tool.call.arguments');
  const result = valueOfKeys(attributes, 'gen_ai.tool.call.result');
  if (args === undefined && result === undefined) return undefined;
  return {
    ...(callId !== undefined && { callId }),
    ...toArguments(args),
    ...(result !== undefined && { result: looseJson(result) }),
  };
}

function statedName(span: RawSpan): string | undefined {
  return textOfKeys(
    span.attributes,
    'gen_ai.tool.name',
    'tool.name',
    'ai.toolCall.name',
    'tool_call.function.name',
    'traceloop.entity.name',
  );
}

function plainName(span: RawSpan): string {
  return span.name.startsWith('execute_tool ') ? span.name.slice('execute_tool '.length) : span.name;
}

const ARGUMENTS = [
  'gen_ai.tool.call.arguments',
  'gcp.vertex.agent.tool_call_args',
  'ai.toolCall.args',
  'ai.toolCall.input',
  'tool_arguments',
  'tool_call.function.arguments',
  'input.value',
];

function argumentsOf(attributes: Attributes): Json | undefined {
  const stated = valueOfKeys(attributes, ...ARGUMENTS);
  if (stated !== undefined) return stated;
  const entity = attributes.get('traceloop.entity.input');
  if (entity !== undefined && entity !== null) return entityValue(entity);
  // The convention means the definition here; several exporters write the arguments.
  const parameters = looseJson(attributes.get('tool.parameters') ?? null);
  return isObject(parameters) && !isSchema(parameters) ? parameters : undefined;
}

function isSchema(value: Json): boolean {
  return isObject(field(value, 'properties')) || field(value, '$schema') !== undefined;
}

const RESULTS = [
  'gen_ai.tool.call.result',
  'gcp.vertex.agent.tool_response',
  'ai.toolCall.result',
  'ai.toolCall.output',
  'tool_response',
  'output.value',
];

function resultOf(attributes: Attributes): Json | undefined {
  const stated = valueOfKeys(attributes, ...RESULTS);
  if (stated !== undefined) return looseJson(stated);
  const entity = attributes.get('traceloop.entity.output');
  return entity === undefined || entity === null ? undefined : entityValue(entity);
}

/** A tool's input event holds the arguments as its text. */
function eventInput(messages: readonly Message[] | undefined): Json | undefined {
  const part = messages?.flatMap((message) => message.parts)[0];
  if (part?.type === 'tool_call_response') return part.response;
  if (part?.type === 'tool_call') return part.arguments ?? part.argumentsRaw;
  return part?.type === 'text' ? part.content : undefined;
}

function eventOutput(messages: readonly Message[] | undefined): Json | undefined {
  if (!messages?.length) return undefined;
  const part = messages.flatMap((message) => message.parts).find((each) => each.type === 'tool_call_response');
  return part?.response ?? textOf(messages);
}

function failed(attributes: Attributes, result: Json | undefined): boolean | undefined {
  const status = textOfKeys(attributes, 'gen_ai.tool.status');
  if (status !== undefined) return status.toLowerCase() === 'error';
  const stated = field(result, 'isError') ?? field(result, 'is_error');
  return typeof stated === 'boolean' ? stated : undefined;
}
