import type { AgentIdentity, Span, SpanKind } from '../../model/span.ts';
import { textOfKeys } from './attribute-values.ts';
import type { RawSpan } from './raw-span.ts';

const SESSION = [
  'gen_ai.conversation.id',
  'session.id',
  'gcp.vertex.agent.session_id',
  'traceloop.association.properties.session_id',
  'langfuse.session.id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.session.id',
  'ai.telemetry.metadata.threadId',
  'ai.telemetry.metadata.chatId',
];

/** The conversation that a span names, else the one that its resource names. */
export function sessionOf(span: RawSpan): string | undefined {
  return textOfKeys(span.attributes, ...SESSION) ?? textOfKeys(span.resource, 'gen_ai.conversation.id', 'session.id');
}

/** Which agent a span belongs to, as far as the span itself says so. */
export function agentOf(span: RawSpan, kind: SpanKind): AgentIdentity | undefined {
  const { attributes } = span;
  const node = textOfKeys(attributes, 'graph.node.name', 'graph.node.id');
  const name =
    textOfKeys(attributes, 'gen_ai.agent.name', 'agent.name') ??
    node ??
    textOfKeys(attributes, 'agent_name') ??
    ownName(span, kind);
  const id = textOfKeys(attributes, 'gen_ai.agent.id', 'graph.node.id');
  const description = textOfKeys(attributes, 'gen_ai.agent.description');
  const version = textOfKeys(attributes, 'gen_ai.agent.version');
  if (name === undefined && id === undefined) return undefined;
  return {
    ...(name !== undefined && { name }),
    ...(id !== undefined && id !== name && { id }),
    ...(description !== undefined && { description }),
    ...(version !== undefined && { version }),
  };
}

/** Names that stand for an agent only on the span of the agent itself. */
function ownName(span: RawSpan, kind: SpanKind): string | undefined {
  if (kind !== 'AGENT') return undefined;
  const stated = textOfKeys(span.attributes, 'traceloop.entity.name', 'ai.telemetry.functionId');
  if (stated !== undefined) return stated;
  for (const [start, end] of [
    ['invoke_agent ', ''],
    ['agent_run [', ']'],
  ] as const) {
    if (!span.name.startsWith(start) || !span.name.endsWith(end)) continue;
    const rest = span.name.slice(start.length, end === '' ? undefined : -end.length).trim();
    // The AI SDK puts the model there, and other exporters nothing.
    if (rest !== '' && rest !== textOfKeys(span.attributes, 'gen_ai.request.model')) return rest;
  }
  return undefined;
}

/** The models of a call and who provides them. */
export function modelOf(span: RawSpan): Span['model'] | undefined {
  const { attributes } = span;
  const requested = textOfKeys(
    attributes,
    'gen_ai.request.model',
    'llm.request.model_name',
    'ai.model.id',
    'llm.model_name',
    'embedding.model_name',
    'reranker.model_name',
  );
  const responded = textOfKeys(attributes, 'gen_ai.response.model', 'llm.response.model_name', 'ai.response.model');
  const provider = textOfKeys(
    attributes,
    'gen_ai.provider.name',
    'gen_ai.system',
    'llm.provider',
    'llm.system',
    'ai.model.provider',
  );
  if (requested === undefined && responded === undefined) return undefined;
  return {
    ...(requested !== undefined && { requested }),
    ...(responded !== undefined && { responded }),
    ...(provider !== undefined && { provider }),
  };
}
