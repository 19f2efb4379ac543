import { isObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Ref } from '../../results/outcome.ts';
import type { ToolCall } from '../../views/tool-calls.ts';
import type { Config } from '../define-metric.ts';
import { compileJsonSchema, isFaulty, type SchemaError, type SchemaFault } from '../json-schema.ts';
import { type CallArguments, callArguments } from './call-arguments.ts';
import { rejectionOf } from './runtime-rejection.ts';
import { missOf } from './schema-miss.ts';
import { paramCheck } from './settings.ts';
import type { FoundTool, Toolset } from './toolset.ts';

/** The two halves of a call, each true, false or unknown, and what is wrong or unknown about it. */
export interface CallVerdict {
  readonly call: ToolCall;
  readonly name: string;
  readonly validTool: boolean | null;
  readonly validParams: boolean | null;
  /** Null for a correct call. */
  readonly miss: string | null;
  /** Its arguments name a member twice. */
  readonly hasDuplicates: boolean;
}

/** True, false or unknown: both halves have to hold. */
export function isCorrect({ validTool, validParams }: CallVerdict): boolean | null {
  if (validTool === false || validParams === false) return false;
  return validTool === null || validParams === null ? null : true;
}

/** Judges one call by the toolset of its caller. `isCaptured`: the trace records content. */
export function judgeCall(call: ToolCall, toolset: Toolset, config: Config, isCaptured: boolean): CallVerdict {
  return judgeFound(call, toolset.find(call), config, isCaptured);
}

/** Judges a call of a tool that the provider runs: that it ran shows that it was there. */
export function judgeProviderCall(call: ToolCall, toolset: Toolset, config: Config, isCaptured: boolean): CallVerdict {
  return judgeFound(call, { ...toolset.find(call), isDeclared: true }, config, isCaptured);
}

function judgeFound(call: ToolCall, tool: FoundTool, config: Config, isCaptured: boolean): CallVerdict {
  const rejection = rejectionOf(call);
  const args = callArguments(call, isCaptured);
  const hasDuplicates = typeof args === 'object' && args.hasDuplicates === true;
  const verdict = (validTool: boolean | null, validParams: boolean | null, miss: string | null): CallVerdict => ({
    ...{ call, name: call.name, validTool, validParams, miss: miss === null ? null : short(miss), hasDuplicates },
  });
  if (rejection === 'unknown_tool') return verdict(false, null, 'runtime:unknown_tool');
  if (tool.isDeclared === false) return verdict(false, null, 'tool_not_declared');
  if (tool.isDeclared === undefined) return verdict(null, null, 'toolset_unknown');
  const found = judgeArguments(args, tool, config);
  if (found.valid === false) return verdict(true, false, found.miss);
  if (rejection === 'invalid_arguments') return verdict(true, false, 'runtime:invalid_arguments');
  return verdict(true, found.valid, found.miss);
}

interface Judged {
  readonly valid: boolean | null;
  readonly miss: string | null;
}

function judgeArguments(args: CallArguments, { definition, name }: FoundTool, config: Config): Judged {
  if (args === 'arguments_not_json') return { valid: false, miss: args };
  if (typeof args === 'string') return { valid: null, miss: args };
  const parameters = definition?.parameters ?? undefined;
  const byCheck = judgeByCheck(args.value, name, config);
  if (parameters === undefined) return byCheck?.valid === false ? byCheck : { valid: null, miss: 'schema_unknown' };
  const schema = config.unknown_parameters === 'reject' ? closed(parameters) : parameters;
  const errors = errorsOf(args.value, schema, config);
  if (typeof errors === 'string') return byCheck?.valid === false ? byCheck : { valid: null, miss: errors };
  const miss = missOf(errors);
  if (miss !== undefined) return { valid: false, miss: `schema:${miss}` };
  return byCheck ?? { valid: true, miss: null };
}

/** What the project's own check of this tool says; undefined without one, or where it holds. */
function judgeByCheck(value: Json, name: string, config: Config): Judged | undefined {
  const check = paramCheck(config, name);
  if (check === undefined) return undefined;
  if (typeof check === 'string') return { valid: null, miss: 'code_not_configured' };
  const errors = errorsOf(value, check, config);
  if (typeof errors === 'string') return { valid: null, miss: errors };
  const miss = missOf(errors);
  return miss === undefined ? undefined : { valid: false, miss: `param_check:${miss}` };
}

function errorsOf(value: Json, schema: Json, config: Config): readonly SchemaError[] | SchemaFault {
  const compiled = compileJsonSchema(schema, { assertFormats: config.assert_formats !== false });
  if (isFaulty(compiled)) return compiled.fault;
  const answer = compiled.validate(value);
  return isFaulty(answer) ? answer.fault : answer;
}

const CLOSED = new WeakMap<JsonObject, JsonObject>();

/** The schema that takes no property it does not name, also where several schemas name them together. */
function closed(schema: Json): Json {
  if (!isObject(schema) || 'additionalProperties' in schema || 'unevaluatedProperties' in schema) return schema;
  const known = CLOSED.get(schema);
  if (known) return known;
  const isJoined = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', '$dynamicRef', 'dependentSchemas'].some(
    (key) => key in schema,
  );
  const made = { ...schema, [isJoined ? 'unevaluatedProperties' : 'additionalProperties']: false };
  CLOSED.set(schema, made);
  return made;
}

/** Where a call stands: what asked for it, else what ran it. */
export function placeOf({ requestedBy, executedBy }: ToolCall): Ref {
  const span = requestedBy ?? executedBy;
  return span ? { span_id: span.spanId, at: span.at } : {};
}

const SHOWN = 300;

/** Names come from data, and can be of any length. */
export function short(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
