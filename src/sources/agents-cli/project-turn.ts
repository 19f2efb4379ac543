import type { Json } from '../../model/json.ts';
import type { Message } from '../../model/message.ts';
import { makeSpan } from '../../model/span.ts';
import type { Terminal } from '../../model/terminal.ts';
import type { ModelRecord } from '../../model/trace.ts';
import type { AgentRoster } from './agent-roster.ts';
import { turnEdges } from './turn-edges.ts';
import { answerBeyondEvents, answeringRun, turnTerminal } from './turn-end.ts';
import { isUserEvent, type Turn, userStop } from './turn-events.ts';
import { gatherRuns } from './turn-runs.ts';
import { type Around, agentSpan, modelSpan, type TurnPlace, toolSpan } from './turn-spans.ts';

/** What a case says of a turn besides its events. */
export interface CaseContext {
  /** Messages before the turn, and the prompt where no event holds it. */
  readonly history: readonly Message[];
  readonly prompt?: Message;
  /** The final response that stands beside the events. */
  readonly answer?: Message;
  readonly instruction?: string;
  /** The stop word by which the user ended the conversation. */
  readonly closing?: Terminal | undefined;
  /** Keys of the case that nothing reads, as attributes. */
  readonly furtherKeys: ReadonlyMap<string, Json>;
}

/**
 * Projects the events of a turn onto spans: an AGENT span for each run of events by one author, an LLM span for each
 * event of a model, a TOOL span for each function call. The agent in charge has one span, open while others work for it.
 */
export function* projectTurn(
  turn: Turn,
  roster: AgentRoster,
  place: TurnPlace,
  context: CaseContext,
): Generator<ModelRecord> {
  const gathered = gatherRuns(turn, roster);
  const said = turn.events.filter((event) => isUserEvent(event) && !userStop(event));
  const users = said.map(({ parts }): Message => ({ role: 'user', parts }));
  const asked = [...context.history, ...(users.length || !context.prompt ? users : [context.prompt])];
  const answer = answerBeyondEvents(gathered, context.answer);
  const answering = answer && answeringRun(gathered);
  for (const run of gathered.runs) {
    const isRoot = run === gathered.runs[0];
    const around: Around = {
      asked: isRoot ? asked : [],
      ...(isRoot && { attributes: context.furtherKeys }),
      ...(isRoot && context.instruction !== undefined && { instruction: context.instruction }),
      ...(run === answering && answer && { answer }),
    };
    yield { type: 'span', span: makeSpan(agentSpan(run, roster, place, around)) };
  }
  for (const model of gathered.models) yield { type: 'span', span: makeSpan(modelSpan(model, place)) };
  for (const call of gathered.calls) yield { type: 'span', span: makeSpan(toolSpan(call, place)) };
  for (const delegation of turnEdges(gathered, place)) yield { type: 'delegation', delegation };
  const terminal = turnTerminal(gathered, { hasAnswer: context.answer !== undefined, closing: context.closing });
  const { traceId, sessionId } = place;
  yield { type: 'trace', traceId, sessionId, ...(terminal && { terminal }) };
}
