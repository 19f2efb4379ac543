import { doubtful, type Finding, faulty } from '../config/finding.ts';
import { isObject, type Json } from '../model/json.ts';
import { listAt, member, textAt } from '../sources/agents-cli/keys.ts';
import { isPlayed } from '../sources/agents-cli/turn-events.ts';
import type { Dataset, DatasetCase } from './read-dataset.ts';

/** Cases that agents-cli cannot play, and ids that several cases share. */
export function lintCases({ cases, findings }: Dataset): Finding[] {
  return [...findings, ...cases.flatMap(lintCase), ...lintIds(cases)];
}

/** True where a run of the case was recorded. */
export function isRecorded({ value }: DatasetCase): boolean {
  return listAt(value, 'responses').length > 0 || isPlayed(member(value, 'agent_data'));
}

function lintIds(cases: readonly DatasetCase[]): Finding[] {
  const byId = new Map<string, DatasetCase[]>();
  for (const each of cases) if (each.isNamed) byId.set(each.id, [...(byId.get(each.id) ?? []), each]);
  return [...byId].flatMap(([id, [, second, ...others]]) =>
    second
      ? [doubtful('DATASET_DUPLICATE_CASE', { case: id, count: others.length + 2 }, second.placeOf('eval_case_id'))]
      : [],
  );
}

function lintCase(each: DatasetCase): Finding[] {
  const { id, value, placeOf } = each;
  const refuse = (reason: string, todo: string, ...path: readonly (string | number)[]): Finding[] => [
    faulty('DATASET_BAD_CASE', { case: id, reason, todo }, placeOf(...path)),
  ];
  if (!isObject(value)) return refuse('it is no object', 'write {"eval_case_id": "…", "prompt": {…}}');
  if (isRecorded(each)) return [];
  const turns = listAt(member(value, 'agent_data'), 'turns');
  const hasPrompt = member(value, 'prompt') !== undefined;
  if (hasPrompt && turns.length > 0)
    return refuse(
      'it has both a prompt and turns in agent_data',
      'put the prompt into the last turn, and drop it',
      'prompt',
    );
  if (hasPrompt) return [];
  if (turns.length > 0) return lintLastTurn(turns, refuse);
  if (isObject(member(value, 'user_scenario')))
    return refuse(
      'it has a user_scenario alone, which only `agents-cli eval dataset synthesize` plays',
      'add a prompt',
    );
  return refuse(
    'it has neither a prompt nor turns in agent_data',
    'add "prompt": {"role": "user", "parts": [{"text": "…"}]}',
  );
}

type Refuse = (reason: string, todo: string, ...path: readonly (string | number)[]) => Finding[];

/** A case of several turns ends with what the user says next. */
function lintLastTurn(turns: readonly Json[], refuse: Refuse): Finding[] {
  const events = listAt(turns.at(-1), 'events');
  const last = events.at(-1);
  const path = ['agent_data', 'turns', turns.length - 1, 'events', events.length - 1] as const;
  if (last === undefined || textAt(last, 'author') !== 'user')
    return refuse('its last turn does not end with an event of the author user', 'add that event', ...path.slice(0, 3));
  if (member(last, 'content') !== undefined) return [];
  const text = member(last, 'text') === undefined ? '' : ' in place of "text"';
  return refuse(
    'its last event has no content',
    `write "content": {"role": "user", "parts": [{"text": "…"}]}${text}`,
    ...path,
  );
}
