import type { Json } from '../../model/json.ts';
import type { Message, Part } from '../../model/message.ts';
import type { SpanInput } from '../../model/span.ts';
import type { AgentRoster } from './agent-roster.ts';
import type { Call } from './call-book.ts';
import type { TurnEvent } from './turn-events.ts';
import { eventId, issuerOf, type ModelEvent, type Run } from './turn-runs.ts';

/** Where a turn belongs. */
export interface TurnPlace {
  readonly file: string;
  readonly sessionId: string;
  readonly traceId: string;
}

/** What the case says of the run that it asks: its question, its instructions, an answer that no event carries. */
export interface Around {
  readonly asked: readonly Message[];
  readonly instruction?: string;
  readonly answer?: Message;
  readonly attributes?: ReadonlyMap<string, Json>;
}

/** The AGENT span of a run. Its output is left to its model events, unless the last of them says nothing. */
export function agentSpan(run: Run, roster: AgentRoster, place: TurnPlace, around: Around): SpanInput {
  const { author } = run;
  const declared = author === undefined ? undefined : roster.get(author);
  const instruction = declared?.instruction ?? around.instruction;
  const endNs = run.last.timeNs;
  const issuer = issuerOf(run);
  const parentId = run.ledBy && !run.ledBy.isTransfer ? run.ledBy.spanId : issuer?.spanId;
  return {
    ...base(run.spanId, run.first, place, parentId),
    ...(endNs !== undefined && { endNs }),
    name: author ?? 'agent',
    kind: 'AGENT',
    ...(author !== undefined && {
      agent: { name: author, ...(declared?.description !== undefined && { description: declared.description }) },
    }),
    ...(declared?.tools.length && { toolDefinitions: declared.tools }),
    ...(instruction !== undefined && { systemInstructions: [{ type: 'text', content: instruction }] }),
    ...(around.asked.length && { inputMessages: around.asked }),
    ...(around.answer ? { outputMessages: [around.answer], outputSource: 'vendor' } : ownOutput(run)),
    attributes: new Map<string, Json>([
      ...(declared?.type === undefined ? [] : [['agent_type', declared.type] as const]),
      ...(around.attributes ?? []),
    ]),
  };
}

/** True for a part that counts as output. */
function isOutput(part: Part): boolean {
  return part.type === 'text' ? part.content.trim() !== '' : part.type !== 'reasoning';
}

/** An agent whose last event only thinks has answered before; one that only writes state has written that. */
function ownOutput({ said, first }: Run): Pick<SpanInput, 'outputMessages' | 'outputSource'> | undefined {
  const last = said.at(-1);
  if (last?.some(isOutput)) return undefined;
  const answered = said.findLast((parts) => parts.some(isOutput));
  if (answered) return { outputMessages: [{ role: 'assistant', parts: answered }], outputSource: 'child_llm' };
  if (last || first.stateDelta === undefined) return undefined;
  const parts: Part[] = [{ type: 'generic', kind: 'state_delta', value: first.stateDelta }];
  return { outputMessages: [{ role: 'assistant', parts }], outputSource: 'vendor' };
}

/** The LLM span of a model event. */
export function modelSpan({ event, run, parts }: ModelEvent, place: TurnPlace): SpanInput {
  return {
    ...base(`${eventId(event)}-model`, event, place, run.spanId),
    ...(event.timeNs !== undefined && { endNs: event.timeNs }),
    name: 'model event',
    kind: 'LLM',
    outputMessages: [{ role: 'assistant', parts }],
    ...(event.activeTools && { toolDefinitions: event.activeTools }),
  };
}

/** The TOOL span of a function call. Its status is ERROR where its answer says so itself. */
export function toolSpan({ part, spanId, run, event, response, answeredAt }: Call, place: TurnPlace): SpanInput {
  return {
    ...base(spanId, event, place, run.spanId),
    ...(answeredAt?.timeNs !== undefined && { endNs: answeredAt.timeNs }),
    name: part.name,
    kind: 'TOOL',
    ...(response?.isError && { status: 'ERROR' as const }),
    tool: {
      name: part.name,
      ...(part.id !== undefined && { callId: part.id }),
      ...(part.arguments !== undefined && { arguments: part.arguments }),
      ...(response?.response !== undefined && { result: response.response }),
      ...(response?.isError && { resultIsError: true }),
    },
  };
}

function base(
  spanId: string,
  event: TurnEvent,
  { traceId, sessionId, file }: TurnPlace,
  parentId: string | undefined,
): Pick<SpanInput, 'traceId' | 'sessionId' | 'spanId' | 'parentId' | 'startNs' | 'at'> {
  return {
    traceId,
    sessionId,
    spanId,
    ...(parentId !== undefined && { parentId }),
    ...(event.timeNs !== undefined && { startNs: event.timeNs }),
    at: { file, line: 1, pointer: event.pointer },
  };
}
