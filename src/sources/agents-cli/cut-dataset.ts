import type { Json } from '../../model/json.ts';
import type { Kept } from '../input/broken-problem.ts';
import type { BrokenValue } from '../input/broken-value.ts';
import type { Step } from '../input/open-path.ts';
import { takeOut } from '../input/without-half-read.ts';
import { listAt, member, textAt } from './keys.ts';
import { isPlayed } from './turn-events.ts';

/** What a case that was not read to its end lacks. */
export interface CutCase {
  /** True where the agents of the case were read whole: then its turns before the last one are as recorded. */
  readonly hasRoster: boolean;
}

/** What is whole of a dataset that breaks. */
export interface CutDataset extends Kept {
  readonly document: Json;
  /** The half-read case, where its whole events make a run: it is the last of its list. */
  readonly cut?: CutCase;
}

const KEYS: ReadonlySet<Step> = new Set(['eval_cases', 'evalCases']);

/**
 * Takes out of a dataset what was not read to its end: an event of the last case, or the whole of that case where it is
 * not known by name, or nothing was recorded of it before the break.
 */
export function cutDataset({ value, path }: BrokenValue): CutDataset {
  const document = value as Json;
  const depth = Array.isArray(document) ? 0 : 1;
  const list = Array.isArray(document) ? (document as readonly Json[]) : listAt(document, 'eval_cases');
  const isInCase = typeof path[depth] === 'number' && (depth === 0 || KEYS.has(path[0] ?? ''));
  if (!isInCase) return { document, isDocument: true, ...keptOf(list.length, false) };
  const casePath = path.slice(0, depth + 1);
  const halfRead = withoutHalfRead(document, path, depth);
  const half = list.at(-1);
  const isKept = half !== undefined && textAt(half, 'eval_case_id') && isPlayed(member(half, 'agent_data'));
  if (!isKept) {
    takeOut(document, casePath);
    return { document, isDocument: true, halfRead: casePath, ...keptOf(list.length, false) };
  }
  const hasRoster = member(member(half, 'agent_data'), 'agents') !== undefined;
  return { document, isDocument: true, halfRead, cut: { hasRoster }, ...keptOf(list.length - 1, true) };
}

function keptOf(cases: number, hasPart: boolean): Pick<Kept, 'kept'> {
  if (cases === 0 && !hasPart) return {};
  const whole = cases === 0 ? '' : `${cases} ${cases === 1 ? 'case' : 'cases'}`;
  return { kept: [whole, ...(hasPart ? ['the events of one more'] : [])].filter(Boolean).join(' and ') };
}

/** Takes out of a case what was not read to its end: an event, a part of the data of its agents, or another member. */
function withoutHalfRead(document: Json, path: readonly Step[], depth: number): readonly Step[] {
  const isInData = path[depth + 1] === 'agent_data' || path[depth + 1] === 'agentData';
  const isInTurns = isInData && path[depth + 2] === 'turns';
  // What is left of a turn holds whole events.
  const length = isInTurns ? depth + 6 : isInData ? depth + 3 : depth + 2;
  const isEvent = path[depth + 4] === 'events';
  if (path.length < length || (isInTurns && !isEvent)) return path;
  const part = path.slice(0, length);
  takeOut(document, part);
  return part;
}
