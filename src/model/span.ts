import type { At } from '../problems/problem.ts';
import type { Json } from './json.ts';
import type { Message, Part, ToolCallPart } from './message.ts';
import type { Cost, Usage } from './usage.ts';

/** Kinds of spans, as in OpenInference, with MEMORY, HANDOFF and UNKNOWN. */
export const SPAN_KINDS = [
  'AGENT',
  'LLM',
  'TOOL',
  'CHAIN',
  'RETRIEVER',
  'RERANKER',
  'EMBEDDING',
  'GUARDRAIL',
  'EVALUATOR',
  'PROMPT',
  'MEMORY',
  'HANDOFF',
  'UNKNOWN',
] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export type Status = 'UNSET' | 'OK' | 'ERROR';

/** Attributes as recorded. A Map, because keys come from data. */
export type Attributes = ReadonlyMap<string, Json>;

export interface SpanError {
  readonly type?: string;
  readonly message?: string;
  /** Where it was found: `status`, `exception_event`, `error.type`, a vendor's field. */
  readonly source: string;
}

export interface AgentIdentity {
  readonly name?: string;
  readonly id?: string;
  readonly role?: string;
  readonly description?: string;
  readonly path?: string;
  readonly version?: string;
}

export interface ToolUse {
  readonly name: string;
  readonly callId?: string;
  readonly type?: string;
  readonly description?: string;
  readonly arguments?: Json;
  readonly argumentsRaw?: string;
  readonly result?: Json;
  readonly resultIsError?: boolean;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Json;
  readonly readOnly?: boolean;
}

export interface SpanEvent {
  readonly name: string;
  readonly timeNs?: bigint;
  readonly attributes: Attributes;
}

export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

/** Where an output came from: recorded on the span, in an event, in a vendor's field, or taken from another span. */
export type OutputSource = 'span' | 'event' | 'vendor' | 'child_llm' | 'parent_tool_result' | 'none';

/**
 * One step of a trace. Absent means unknown: `outputMessages: undefined` was not recorded, `[]` was recorded empty.
 * Times are nanoseconds since the epoch.
 */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly sessionId?: string;
  readonly name: string;
  readonly kind: SpanKind;
  /** The kind as reported, where it is reported. */
  readonly kindRaw?: string;
  readonly startNs?: bigint;
  readonly endNs?: bigint;
  readonly status: Status;
  readonly statusMessage?: string;
  readonly errors: readonly SpanError[];
  readonly agent?: AgentIdentity;
  readonly inputMessages?: readonly Message[];
  readonly outputMessages?: readonly Message[];
  readonly outputSource?: OutputSource;
  /** False only where the recording says that content was not captured. */
  readonly contentCaptured?: boolean;
  readonly toolCalls?: readonly ToolCallPart[];
  readonly systemInstructions?: readonly Part[];
  readonly tool?: ToolUse;
  readonly toolDefinitions?: readonly ToolDefinition[];
  readonly model?: { readonly requested?: string; readonly responded?: string; readonly provider?: string };
  readonly responseId?: string;
  readonly usage?: Usage;
  readonly cost?: Cost;
  readonly finishReasons: readonly string[];
  readonly attempt?: number;
  readonly retryOf?: string;
  /** The span of the same call that is counted instead of this one. */
  readonly duplicateOf?: string;
  readonly links: readonly SpanLink[];
  readonly events: readonly SpanEvent[];
  readonly attributes: Attributes;
  readonly at: At;
}

/** What a source must know of a span; the rest has defaults. */
export type SpanInput = Partial<Omit<Span, 'traceId' | 'spanId' | 'name' | 'kind' | 'at'>> &
  Pick<Span, 'traceId' | 'spanId' | 'name' | 'kind' | 'at'>;

const NOTHING: readonly never[] = [];
const NO_ATTRIBUTES: Attributes = new Map();

/** A span with the defaults of what is not recorded: status UNSET and empty lists. */
export function makeSpan(input: SpanInput): Span {
  return {
    status: 'UNSET',
    errors: NOTHING,
    finishReasons: NOTHING,
    links: NOTHING,
    events: NOTHING,
    attributes: NO_ATTRIBUTES,
    ...input,
  };
}
