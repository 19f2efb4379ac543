import { z } from 'zod';
import type { JsonObject } from '../json.ts';
import { SPAN_KINDS } from '../span.ts';
import { CONTEXTS, EDGE_STATUSES, EVIDENCES, MODES, OUTPUT_SOURCES, SCOPES, STATES, STATUSES } from './choices.ts';

const text = z.string();
const count = z.number().min(0);
/** Any value of JSON. */
const anything = z.unknown();
const members = z.record(z.string(), z.unknown());
const nanoseconds = z
  .string()
  .regex(/^\d{1,22}$/)
  .describe('nanoseconds since the epoch, as decimal digits');

/** Optional members: absent means unknown. Other keys are refused. */
function record<Shape extends z.ZodRawShape>(required: Shape, optional: z.ZodRawShape = {}): z.ZodType {
  const open = Object.fromEntries(Object.entries(optional).map(([key, type]) => [key, z.optional(type)]));
  return z.strictObject({ ...required, ...open });
}

const at = record({ file: text }, { line: count, pointer: text });
const call = { id: text, arguments: anything, arguments_raw: text };
const part = z.union([
  record({ type: z.enum(['text', 'refusal', 'reasoning']), content: text }),
  record({ type: z.literal('tool_call'), name: text }, call),
  record(
    { type: z.literal('tool_call_response') },
    { id: text, name: text, response: anything, is_error: z.boolean() },
  ),
  record({ type: z.literal('blob'), content: text }, { mime_type: text }),
  record({ type: z.literal('file') }, { file_id: text, mime_type: text }),
  record({ type: z.literal('uri'), uri: text }, { mime_type: text }),
  record({ type: z.literal('server_tool_call') }, { id: text, name: text, arguments: anything }),
  record({ type: z.literal('server_tool_call_response') }, { id: text, response: anything }),
  record({ type: z.literal('compaction') }, { content: text }),
  record({ type: z.literal('generic'), kind: text, value: anything }),
]);
const role = z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'other']);
const messages = z.array(record({ parts: z.array(part) }, { role, name: text, finish_reason: text }));
const toolDefinitions = z.array(
  record({ name: text }, { description: text, parameters: anything, read_only: z.boolean() }),
);
const scope = z.enum(SCOPES);

const span = record(
  { type: z.literal('span'), trace_id: text, span_id: text, name: text, kind: z.enum(SPAN_KINDS) },
  {
    session_id: text,
    parent_id: text,
    kind_raw: text,
    start_ns: nanoseconds,
    end_ns: nanoseconds,
    status: z.enum(STATUSES),
    status_message: text,
    errors: z.array(record({ source: text }, { type: text, message: text })),
    agent: record({}, { name: text, id: text, role: text, description: text, path: text, version: text }),
    input_messages: messages,
    output_messages: messages.describe('absent: not recorded; []: recorded, and empty'),
    output_source: z.enum(OUTPUT_SOURCES),
    content_captured: z.boolean(),
    tool_calls: z.array(record({ name: text }, call)),
    system_instructions: z.array(part),
    tool: record(
      { name: text },
      {
        call_id: text,
        type: text,
        description: text,
        arguments: anything,
        arguments_raw: text,
        result: anything,
        result_is_error: z.boolean(),
      },
    ),
    tool_definitions: toolDefinitions,
    model: record({}, { requested: text, responded: text, provider: text }),
    response_id: text,
    usage: record(
      { scope, coverage: z.enum(['full', 'partial', 'unknown']) },
      {
        input_uncached: count,
        cache_read: count,
        cache_write: count,
        cache_write_1h: count,
        output: count,
        reasoning: count,
        input_total_reported: count,
      },
    ),
    cost: record({ usd: count, scope, source: text }),
    finish_reasons: z.array(text),
    attempt: count,
    retry_of: text,
    duplicate_of: text,
    links: z.array(record({ trace_id: text, span_id: text })),
    events: z.array(record({ name: text }, { time_ns: nanoseconds, attributes: members })),
    attributes: members,
    at,
  },
);

const delegation = record(
  { type: z.literal('delegation'), id: text, trace_id: text },
  {
    from_span_id: text,
    from_agent: text,
    via_tool_call_id: text,
    via_span_id: text,
    to_span_id: text,
    to_agent: text,
    mode: z.enum(MODES),
    task: text,
    context: z.enum(CONTEXTS),
    context_evidence: z.enum(EVIDENCES),
    basis: z.enum(['reported', 'inferred']),
    status: z.enum(EDGE_STATUSES),
    result_text: text,
    required: z.boolean(),
    at,
  },
);

const trace = record(
  { type: z.literal('trace'), trace_id: text },
  {
    session_id: text,
    terminal: record(
      { state: z.enum(STATES), source: z.enum(['reported', 'derived']) },
      { reason: text, by: z.enum(['agent', 'user', 'framework', 'human']) },
    ),
  },
);

const CASE_MEMBERS = {
  task: record({ id: text }, { version: text }),
  trial: z.union([text, z.number()]),
  prompt: anything,
  reference: anything,
  context: anything,
  expected_calls: z.array(record({ name: text }, { arguments: anything })),
  constraints: z.array(anything),
  tools: toolDefinitions,
  step_cap: count,
  escalation: record({ expected: z.boolean() }),
  rubric_groups: anything,
  tags: z.array(text),
  recorded: anything,
  match: record({}, { session: text, trace: text, attributes: members }),
  at,
};

/** The records of the wire: strict, snake_case. Any value where the model keeps JSON as recorded. */
export const WIRE_SCHEMAS = {
  span,
  delegation,
  trace,
  case: record({ type: z.literal('case'), id: text }, { ...CASE_MEMBERS, trace_id: text }),
};

/** JSON Schema (draft 2020-12) of each kind of canonical record, by its `type`. */
export function canonicalSchemas(): Readonly<Record<keyof typeof WIRE_SCHEMAS, JsonObject>> {
  const of = (schema: z.ZodType): JsonObject => z.toJSONSchema(schema) as unknown as JsonObject;
  return {
    span: of(WIRE_SCHEMAS.span),
    delegation: of(WIRE_SCHEMAS.delegation),
    trace: of(WIRE_SCHEMAS.trace),
    case: of(WIRE_SCHEMAS.case),
  };
}
