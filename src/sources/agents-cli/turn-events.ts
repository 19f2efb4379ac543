import { isObject, type Json } from '../../model/json.ts';
import type { Part } from '../../model/message.ts';
import type { ToolDefinition } from '../../model/span.ts';
import type { Terminal } from '../../model/terminal.ts';
import { stopNotice } from '../../model/terminal-words.ts';
import { declaredTools } from './agent-roster.ts';
import { eventTime } from './event-time.ts';
import { listAt, member, textAt } from './keys.ts';
import { partsOf, responseParts } from './parts.ts';

/** One event of a turn. */
export interface TurnEvent {
  readonly index: number;
  readonly pointer: string;
  readonly author: string;
  readonly parts: readonly Part[];
  readonly timeNs?: bigint;
  /** State that the event wrote; absent where it wrote none. */
  readonly stateDelta?: Json;
  readonly activeTools?: readonly ToolDefinition[];
  /** The response of a case without `agent_data`: recorded, though it may be empty. */
  readonly isResponse?: true;
}

/** One turn of a case with what was recorded of it. */
export interface Turn {
  /** Unique in its case. */
  readonly id: string;
  readonly pointer: string;
  readonly events: readonly TurnEvent[];
}

/** True for what the user said, not for a tool's answer that stands under the user's name. */
export function isUserEvent(event: TurnEvent): boolean {
  return event.author === 'user' && !event.parts.some((part) => part.type === 'tool_call_response');
}

/** True when somebody else than the user did something in a turn. */
export function isAnswered(turn: Turn): boolean {
  return turn.events.some((event) => !isUserEvent(event));
}

/** What a user who only ends the conversation says; undefined for any other event. */
export function userStop(event: TurnEvent | undefined): Terminal | undefined {
  const notice = event && isUserEvent(event) ? stopNotice(event) : undefined;
  return notice && { ...notice, by: 'user' };
}

/** The stop word that ends a turn, or that is all of the turn after it. */
export function closingWord(turn: Turn, next: Turn | undefined): Terminal | undefined {
  return userStop(turn.events.at(-1)) ?? (next && isStopOnly(next) ? userStop(next.events.at(-1)) : undefined);
}

/** True for a turn in which a user does nothing but end the conversation. */
export function isStopOnly({ events }: Turn): boolean {
  return events.length > 0 && events.every(userStop);
}

/** The turns of `agent_data`. Times count only where every event of a turn has one. */
export function turnsOf(agentData: Json | undefined, pointer: string): Turn[] {
  const used = new Set<string>();
  return listAt(agentData, 'turns').map((turn, index) => {
    const at = `${pointer}/turns/${index}`;
    const events = listAt(turn, 'events').flatMap((event, position) =>
      eventOf(event, position, `${at}/events/${position}`),
    );
    const number = member(turn, 'turn_index');
    const named = textAt(turn, 'turn_id') ?? `turn_${typeof number === 'number' ? number : index}`;
    const id = used.has(named) ? `${named}#${index}` : named;
    used.add(id);
    return { id, pointer: at, events: timedAlike(events) };
  });
}

/** True when a turn of `agent_data` was answered; looks no further than the first answer. */
export function isPlayed(agentData: Json | undefined): boolean {
  return listAt(agentData, 'turns').some((turn) =>
    listAt(turn, 'events').some((event) => eventOf(event, 0, '').some((each) => !isUserEvent(each))),
  );
}

function timedAlike(events: readonly TurnEvent[]): readonly TurnEvent[] {
  if (events.every(({ timeNs }) => timeNs !== undefined)) return events;
  return events.map(({ timeNs: _, ...event }) => event);
}

function eventOf(event: Json, index: number, pointer: string): TurnEvent[] {
  if (!isObject(event)) return [];
  const content = member(event, 'content');
  const author = textAt(event, 'author') ?? (textAt(content, 'role') === 'user' ? 'user' : 'model');
  const timeNs = eventTime(member(event, 'event_time') ?? member(event, 'creation_timestamp'));
  const stateDelta = member(event, 'state_delta');
  const hasState = isObject(stateDelta) && Object.keys(stateDelta).length > 0;
  const activeTools = declaredTools(listAt(event, 'active_tools'));
  return [
    {
      index,
      pointer,
      author,
      parts: partsOf(content ?? event),
      ...(timeNs !== undefined && { timeNs }),
      ...(hasState && { stateDelta }),
      ...(activeTools.length && { activeTools }),
    },
  ];
}

/** A case without `agent_data` as one turn: its prompt, its intermediate events, its response by the author `model`. */
export function flatTurn(evalCase: Json, response: Json, id: string, pointer: string): Turn {
  const prompt = member(evalCase, 'prompt');
  const intermediate = listAt(evalCase, 'intermediate_events').flatMap((event, index) =>
    eventOf(event, index + 1, `${pointer}/intermediate_events/${index}`),
  );
  const asked: TurnEvent[] =
    prompt === undefined ? [] : [{ index: 0, pointer: `${pointer}/prompt`, author: 'user', parts: partsOf(prompt) }];
  const answer: TurnEvent = {
    index: listAt(evalCase, 'intermediate_events').length + 1,
    pointer: `${pointer}/responses`,
    author: 'model',
    isResponse: true,
    parts: responseParts(member(response, 'response') ?? response),
  };
  return { id, pointer, events: timedAlike([...asked, ...intermediate, answer]) };
}
