import { isObject, type Json } from '../../model/json.ts';
import type { Part } from '../../model/message.ts';
import { listAt, member, textAt } from './keys.ts';
import { partsOf } from './parts.ts';

/** One event of a turn. */
export interface TurnEvent {
  readonly index: number;
  readonly pointer: string;
  readonly author: string;
  readonly isUser: boolean;
  readonly parts: readonly Part[];
  readonly timeNs?: bigint;
}

/** One turn of a case with what was recorded of it. */
export interface Turn {
  readonly id: string;
  readonly pointer: string;
  readonly events: readonly TurnEvent[];
}

const SECOND_NS = 1_000_000_000n;

/** RFC 3339 to nanoseconds; undefined when it is no time. */
function timeOf(value: Json | undefined): bigint | undefined {
  if (typeof value !== 'string') return undefined;
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(value);
  if (!match) return undefined;
  const [, seconds, fraction = '', zone] = match;
  const ms = Date.parse(`${seconds}${zone}`);
  return Number.isNaN(ms) ? undefined : (BigInt(ms) / 1000n) * SECOND_NS + BigInt(fraction.padEnd(9, '0') || '0');
}

/** The turns of `agent_data`. Times count only where every event of a turn has one. */
export function turnsOf(agentData: Json | undefined, pointer: string): Turn[] {
  return listAt(agentData, 'turns').map((turn, index) => {
    const at = `${pointer}/turns/${index}`;
    const events = listAt(turn, 'events').flatMap((event, position) =>
      eventOf(event, position, `${at}/events/${position}`),
    );
    const timed = events.every(({ timeNs }) => timeNs !== undefined);
    const number = member(turn, 'turn_index');
    return {
      id: textAt(turn, 'turn_id') ?? `turn_${typeof number === 'number' ? number : index}`,
      pointer: at,
      events: timed ? events : events.map(({ timeNs: _, ...event }) => event),
    };
  });
}

function eventOf(event: Json, index: number, pointer: string): TurnEvent[] {
  if (!isObject(event)) return [];
  const content = member(event, 'content');
  const role = textAt(content, 'role');
  const author = textAt(event, 'author') ?? (role === 'user' ? 'user' : 'model');
  const parts = partsOf(content ?? event);
  const timeNs = timeOf(member(event, 'event_time'));
  return [{ index, pointer, author, isUser: author === 'user', parts, ...(timeNs !== undefined && { timeNs }) }];
}

/** A case without `agent_data` as one turn: its prompt, its intermediate events, its response by the author `model`. */
export function flatTurn(evalCase: Json, response: Json | undefined, id: string, pointer: string): Turn {
  const intermediate = listAt(evalCase, 'intermediate_events');
  const events: TurnEvent[] = [
    {
      index: 0,
      pointer: `${pointer}/prompt`,
      author: 'user',
      isUser: true,
      parts: partsOf(member(evalCase, 'prompt')),
    },
    ...intermediate.flatMap((event, index) => eventOf(event, index + 1, `${pointer}/intermediate_events/${index}`)),
  ];
  events.push({
    index: intermediate.length + 1,
    pointer: `${pointer}/responses`,
    author: 'model',
    isUser: false,
    parts: partsOf(member(response, 'response') ?? response),
  });
  return { id, pointer, events: events.map(({ timeNs: _, ...event }) => event) };
}
