import type { Json } from '../model/json.ts';
import type { Trace } from '../model/trace.ts';
import { isTruncated } from '../model/truncated.ts';
import type { Ref } from '../results/outcome.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { agentName } from '../views/agents.ts';
import { contentCaptured } from '../views/content-captured.ts';
import { type ToolCall, toolCalls } from '../views/tool-calls.ts';
import { spanOf } from './call-key.ts';
import type { DeclaredTool } from './define-metric.ts';
import { jsonOf } from './json-text.ts';
import { type UnobservedAgent, unobservedAgents } from './unobserved-agents.ts';

/** A call that was made, as it is compared. */
export interface ObservedCall {
  /** Under the name that the tool is declared by. */
  readonly name: string;
  /** Undefined where they were not recorded, or are cut off. */
  readonly arguments: Json | undefined;
  readonly failed: boolean;
  readonly ref: Ref;
  readonly call: ToolCall;
}

/** The calls of traces, each once, in order. */
export function observedCalls(traces: readonly Trace[], declared: readonly DeclaredTool[] = []): ObservedCall[] {
  const names = new Map<string, string>();
  for (const { name, aliases } of declared) for (const alias of aliases ?? []) names.set(alias, name);
  return traces.flatMap((trace) =>
    toolCalls(trace).map((call) => {
      const span = spanOf(call);
      return {
        name: names.get(call.name) ?? call.name,
        arguments: argumentsOf(call),
        failed: call.isError === true,
        ref: span ? { span_id: span.spanId, at: span.at } : {},
        call,
      };
    }),
  );
}

/** What a recorder writes in place of arguments that it does not show. */
const HIDDEN = /^\s*(?:__REDACTED__|\[?(?:redacted|filtered|hidden|omitted)\]?|<redacted>|\*{3,})\s*$/i;

/** What a model asks for without arguments, in a message that was recorded, has none. */
function argumentsOf({ arguments: value, argumentsRaw: raw, requestedBy }: ToolCall): Json | undefined {
  if (value !== undefined && value !== null && typeof value !== 'string') return value;
  const text = typeof value === 'string' ? value : raw;
  if (text !== undefined) return text.trim() === '' ? {} : readText(text);
  const isWhole = requestedBy?.outputMessages !== undefined && !isTruncated(requestedBy.attributes);
  return isWhole ? {} : undefined;
}

/** A text that begins as JSON and does not end as such is cut off, or nobody can say what was meant. */
function readText(text: string): Json | undefined {
  const value = jsonOf(text);
  if (value !== undefined) return value;
  return HIDDEN.test(text) || /^\s*[[{"]/.test(text) ? undefined : text;
}

/**
 * Agents that may have made calls that were not recorded; also those that asked a model whose answer was left out, where
 * no execution of a tool shows either.
 */
export function hiddenCallers(trace: Trace): UnobservedAgent[] {
  const unobserved = unobservedAgents(trace);
  if (trace.spans.some(({ kind }) => kind === 'TOOL')) return unobserved;
  const captured = contentCaptured(trace);
  const runs = agentRuns(trace);
  const silent = trace.spans.filter(
    (span) =>
      span.kind === 'LLM' && !span.outputMessages && !span.toolCalls && (!captured || span.contentCaptured === false),
  );
  const callers = new Set(silent.map((span) => runs.ownerOf(span) ?? span));
  return [...unobserved, ...[...callers].map((span) => ({ name: agentName(span), spanId: span.spanId }))];
}
