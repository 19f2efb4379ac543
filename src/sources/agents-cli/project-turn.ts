import type { Delegation } from '../../model/delegation.ts';
import type { Json } from '../../model/json.ts';
import type { Message } from '../../model/message.ts';
import { makeSpan, type Span } from '../../model/span.ts';
import type { Terminal } from '../../model/terminal.ts';
import type { ModelRecord } from '../../model/trace.ts';
import type { AgentRoster } from './agent-roster.ts';
import { messageOf } from './parts.ts';
import type { Turn, TurnEvent } from './turn-events.ts';
import { TurnRuns } from './turn-runs.ts';

/** Where a turn belongs. */
export interface TurnPlace {
  readonly file: string;
  readonly sessionId: string;
  readonly traceId: string;
}

/** Steps of a turn that a framework writes in the name of nobody. */
const TOOL_AUTHORS: ReadonlySet<string> = new Set(['tool', 'tool_call', 'function']);

/**
 * Projects the events of a turn onto spans: an AGENT span for each run of events by one author, an LLM span for each
 * event of a model, a TOOL span for each function call. The root agent has one span, open for the whole turn.
 */
export function* projectTurn(
  turn: Turn,
  roster: AgentRoster,
  place: TurnPlace,
  prompt: Json | undefined,
  answer: Json | undefined,
): Generator<ModelRecord> {
  const runs = new TurnRuns(turn, roster, place);
  const users: TurnEvent[] = [];
  for (const event of turn.events) {
    if (event.isUser && !event.parts.some((part) => part.type === 'tool_call_response')) users.push(event);
    else runs.add(event, TOOL_AUTHORS.has(event.author));
  }
  const { traceId, sessionId } = place;
  if (runs.isEmpty()) return;
  const asked: Message[] = users.length
    ? users.map(({ parts }) => ({ role: 'user', parts }))
    : prompt === undefined
      ? []
      : [messageOf('user', prompt)];
  for (const span of runs.spans(asked, answerOf(runs, answer))) yield { type: 'span', span: makeSpan(span) };
  for (const delegation of runs.delegations())
    yield { type: 'delegation', delegation: delegation satisfies Delegation };
  yield { type: 'trace', traceId, sessionId, terminal: terminalOf(runs) };
}

/** The final response of the case is the root's output where its own last event carries no text. */
function answerOf(runs: TurnRuns, answer: Json | undefined): Pick<Span, 'outputMessages' | 'outputSource'> | undefined {
  if (answer === undefined || runs.rootSaysText()) return undefined;
  const message = messageOf('assistant', answer);
  return message.parts.length ? { outputMessages: [message], outputSource: 'vendor' } : undefined;
}

function terminalOf(runs: TurnRuns): Terminal {
  const human = runs.handedToHuman();
  if (human !== undefined) return { state: 'escalated', reason: human, by: 'agent', source: 'derived' };
  return { state: runs.hasOpenCall() ? 'incomplete' : 'completed', source: 'derived' };
}
