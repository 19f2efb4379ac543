import type { Json } from '../../model/json.ts';
import { makeSpan, type Span, type SpanKind } from '../../model/span.ts';
import type { ContentRecord } from '../../model/trace.ts';
import { textOfKeys } from './attribute-values.ts';
import { type Content, contentOf } from './content.ts';
import { eventContent, withBody } from './conventions/events.ts';
import { type KindFound, kindOf } from './conventions/kind.ts';
import { errorsOf } from './errors.ts';
import { agentOf, modelOf, sessionOf } from './identity.ts';
import type { RawEvent, RawLog, RawSpan, Report } from './raw-span.ts';
import { statedToolContent, toolUseOf } from './tool-use.ts';
import { costOf, usageOf } from './usage.ts';

/** A span of the model, by the conventions that its attributes follow. `found` overrides the kind. */
export function toSpan(raw: RawSpan, report: Report, found: KindFound = kindOf(raw)): Span {
  const { kind } = found;
  const content = kind === 'HANDOFF' ? undefined : contentOf(raw, kind, report);
  const tool = kind === 'TOOL' ? toolUseOf(raw, eventContent(raw.events)) : undefined;
  const session = sessionOf(raw);
  const agent = agentOf(raw, kind);
  const model = modelOf(raw);
  const responseId = textOfKeys(raw.attributes, 'gen_ai.response.id', 'llm.response.id') ?? content?.responseId;
  const usage = usageOf(raw.attributes, kind, raw.at, report);
  const cost = costOf(raw.attributes, kind);
  return makeSpan({
    traceId: raw.traceId,
    spanId: raw.spanId,
    ...(raw.parentId !== undefined && { parentId: raw.parentId }),
    ...(session !== undefined && { sessionId: session }),
    name: raw.name,
    kind,
    ...(found.raw !== undefined && { kindRaw: found.raw }),
    ...(raw.startNs !== undefined && { startNs: raw.startNs }),
    ...(raw.endNs !== undefined && { endNs: raw.endNs }),
    status: raw.status,
    ...(raw.statusMessage !== undefined && { statusMessage: raw.statusMessage }),
    errors: errorsOf(raw),
    ...(agent && { agent }),
    ...(content && messagesOf(content, kind)),
    ...(tool && { tool }),
    ...(model && { model }),
    ...(responseId !== undefined && { responseId }),
    ...(usage && { usage }),
    ...(cost && { cost }),
    finishReasons: finishReasonsOf(content),
    links: raw.links,
    events: raw.events.map(toSpanEvent),
    attributes: withResourceFacts(raw),
    at: raw.at,
  });
}

/** A TOOL span has its arguments and its result in `tool`; other spans have messages. */
function messagesOf(content: Content, kind: SpanKind): Partial<Span> {
  return {
    ...(kind !== 'TOOL' && content.input && { inputMessages: content.input }),
    ...(kind !== 'TOOL' && content.output && { outputMessages: content.output, outputSource: content.source }),
    ...(content.withheld && { contentCaptured: false }),
    ...(content.toolCalls?.length && { toolCalls: content.toolCalls }),
    ...(content.system?.length && { systemInstructions: content.system }),
    ...(content.toolDefinitions?.length && { toolDefinitions: content.toolDefinitions }),
  };
}

function finishReasonsOf(content: Content | undefined): readonly string[] {
  if (content?.finishReasons?.length) return content.finishReasons;
  return (content?.output ?? []).flatMap((message) => message.finishReason ?? []);
}

function toSpanEvent(event: RawEvent): Span['events'][number] {
  const attributes = event.body === undefined ? event.attributes : new Map([...event.attributes, ['body', event.body]]);
  return { name: event.name, ...(event.timeNs !== undefined && { timeNs: event.timeNs }), attributes };
}

/** Facts that a user sets for the product may stand on the resource. */
function withResourceFacts(raw: RawSpan): ReadonlyMap<string, Json> {
  const facts = [...raw.resource].filter(([key]) => key.startsWith('muster.') && !raw.attributes.has(key));
  return facts.length ? new Map([...raw.attributes, ...facts]) : raw.attributes;
}

/** The content of a log record about a span; undefined when it carries none. */
export function toContent(log: RawLog): ContentRecord | undefined {
  const content = eventContent([log.event]);
  const tool = statedToolContent(withBody(log.event));
  const { input, output, system, toolDefinitions } = content ?? {};
  const dropped = log.event.name.startsWith('gen_ai.') || content || tool ? log.dropped : undefined;
  if (!input && !output && !system?.length && !toolDefinitions?.length && !tool && !dropped) return undefined;
  return {
    type: 'content',
    traceId: log.traceId,
    spanId: log.spanId,
    ...(log.event.timeNs !== undefined && { timeNs: log.event.timeNs }),
    ...(input && { inputMessages: input }),
    ...(output && { outputMessages: output }),
    ...(system?.length && { systemInstructions: system }),
    ...(toolDefinitions?.length && { toolDefinitions }),
    ...(tool && { tool }),
    ...(dropped && { droppedAttributes: dropped }),
    at: log.at,
  };
}
