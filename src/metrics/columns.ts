import type { Span } from '../model/span.ts';

const COLUMNS: Readonly<Record<string, (span: Span) => unknown>> = {
  parent_id: (span) => span.parentId,
  session_id: (span) => span.sessionId,
  start_ns: (span) => span.startNs,
  end_ns: (span) => span.endNs,
  status_message: (span) => span.statusMessage,
  agent: (span) => span.agent,
  'agent.name': (span) => span.agent?.name,
  input_messages: (span) => span.inputMessages,
  output_messages: (span) => span.outputMessages,
  tool_calls: (span) => span.toolCalls,
  system_instructions: (span) => span.systemInstructions,
  tool: (span) => span.tool,
  'tool.name': (span) => span.tool?.name,
  'tool.arguments': (span) => span.tool?.arguments ?? span.tool?.argumentsRaw,
  'tool.result': (span) => span.tool?.result,
  tool_definitions: (span) => span.toolDefinitions,
  model: (span) => span.model,
  usage: (span) => span.usage,
  cost: (span) => span.cost,
  finish_reasons: (span) => (span.finishReasons.length ? span.finishReasons : undefined),
};

/** Names that `required_columns` may hold. */
export const COLUMN_NAMES = Object.keys(COLUMNS);

/** True when a span carries a column of the canonical record. */
export function hasColumn(span: Span, name: string): boolean {
  return Object.hasOwn(COLUMNS, name) && COLUMNS[name]?.(span) !== undefined;
}
