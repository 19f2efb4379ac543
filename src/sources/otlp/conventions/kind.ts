import type { SpanKind } from '../../../model/span.ts';
import { SPAN_KINDS } from '../../../model/span.ts';
import { textOfKeys } from '../attribute-values.ts';
import type { RawSpan } from '../raw-span.ts';
import { kindOfBodies } from './event-bodies.ts';

/** A kind, and the word of the recording that it was read from. */
export interface KindFound {
  readonly kind: SpanKind;
  readonly raw?: string;
}

const OPERATIONS: Readonly<Record<string, SpanKind>> = {
  chat: 'LLM',
  generate_content: 'LLM',
  text_completion: 'LLM',
  llm_request: 'LLM',
  embeddings: 'EMBEDDING',
  retrieval: 'RETRIEVER',
  vector_db_retrieve: 'RETRIEVER',
  rerank: 'RERANKER',
  execute_tool: 'TOOL',
  invoke_agent: 'AGENT',
  create_agent: 'CHAIN',
  invoke_workflow: 'CHAIN',
  plan: 'CHAIN',
  execute_event_loop_cycle: 'CHAIN',
  invoke_graph: 'CHAIN',
  invoke_swarm: 'CHAIN',
  execute_task: 'CHAIN',
  handoff: 'HANDOFF',
  agent_handoff: 'HANDOFF',
  create_memory: 'MEMORY',
  search_memory: 'MEMORY',
  update_memory: 'MEMORY',
  upsert_memory: 'MEMORY',
  delete_memory: 'MEMORY',
  create_memory_store: 'MEMORY',
  delete_memory_store: 'MEMORY',
};

const TRACELOOP: Readonly<Record<string, SpanKind>> = {
  workflow: 'CHAIN',
  task: 'CHAIN',
  agent: 'AGENT',
  tool: 'TOOL',
  handoff: 'HANDOFF',
};

const REQUEST_TYPES: Readonly<Record<string, SpanKind>> = {
  chat: 'LLM',
  completion: 'LLM',
  embedding: 'EMBEDDING',
  rerank: 'RERANKER',
};

const NAME_STARTS: readonly (readonly [string, SpanKind])[] = [
  ['invoke_agent ', 'AGENT'],
  ['agent_run [', 'AGENT'],
  ['execute_tool ', 'TOOL'],
  ['create_agent ', 'CHAIN'],
  ['chat ', 'LLM'],
  ['call_llm', 'LLM'],
  ['openai.chat', 'LLM'],
  ['ai.toolCall', 'TOOL'],
];

/**
 * What a span is, by the first of these that says so: kinds of OpenInference, of OpenLLMetry and of AWS, the operation
 * of OTel GenAI or the AI SDK, the type of an LLM request, the beginning of the name, a tool call's id, a request's
 * model, the shape of an output in an event.
 */
export function kindOf(span: RawSpan): KindFound {
  const { attributes } = span;
  const operation = textOfKeys(attributes, 'gen_ai.operation.name');
  // Defining an agent is not a run of it, whatever kind the exporter gives.
  if (operation === 'create_agent') return { kind: 'CHAIN', raw: operation };
  const named = namedKind(span);
  if (named) return isOpenInferenceHandoff(span, named) ? { ...named, kind: 'HANDOFF' } : named;
  const found =
    lookUp(OPERATIONS, operation) ??
    vercelKind(textOfKeys(attributes, 'ai.operationId')) ??
    lookUp(REQUEST_TYPES, textOfKeys(attributes, 'llm.request.type'));
  if (found) return found;
  const byName = NAME_STARTS.find(([start]) => span.name.startsWith(start));
  if (byName) return { kind: byName[1] };
  if (span.name === 'agent run' && textOfKeys(attributes, 'agent_name') !== undefined) return { kind: 'AGENT' };
  if (textOfKeys(attributes, 'gen_ai.tool.call.id') !== undefined) return { kind: 'TOOL' };
  if (textOfKeys(attributes, 'gen_ai.request.model') !== undefined) return { kind: 'LLM' };
  const shown = kindOfBodies(span.events);
  return { kind: shown ?? 'UNKNOWN', ...(operation !== undefined && { raw: operation }) };
}

function namedKind(span: RawSpan): KindFound | undefined {
  return (
    modelKind(textOfKeys(span.attributes, 'openinference.span.kind') ?? span.kindField) ??
    lookUp(TRACELOOP, textOfKeys(span.attributes, 'traceloop.span.kind')) ??
    modelKind(textOfKeys(span.attributes, 'aws.genai.span_kind'))
  );
}

/** OpenInference has no kind for a handoff between agents: it is a TOOL span of this name, without arguments. */
function isOpenInferenceHandoff(span: RawSpan, found: KindFound): boolean {
  return found.kind === 'TOOL' && span.name.startsWith('handoff to ') && !span.attributes.has('tool.name');
}

function modelKind(raw: string | undefined): KindFound | undefined {
  if (raw === undefined) return undefined;
  const kind = SPAN_KINDS.find((known) => known === raw.toUpperCase());
  return kind === undefined || kind === 'UNKNOWN' ? undefined : { kind, raw };
}

function lookUp(table: Readonly<Record<string, SpanKind>>, raw: string | undefined): KindFound | undefined {
  if (raw === undefined) return undefined;
  const kind = Object.hasOwn(table, raw.toLowerCase()) ? table[raw.toLowerCase()] : undefined;
  return kind && { kind, raw };
}

function vercelKind(operation: string | undefined): KindFound | undefined {
  if (!operation?.startsWith('ai.')) return undefined;
  if (operation === 'ai.toolCall') return { kind: 'TOOL', raw: operation };
  const [, , step] = operation.split('.');
  if (step === 'doEmbed') return { kind: 'EMBEDDING', raw: operation };
  if (step === 'doRerank') return { kind: 'RERANKER', raw: operation };
  return { kind: step?.startsWith('do') ? 'LLM' : 'CHAIN', raw: operation };
}
