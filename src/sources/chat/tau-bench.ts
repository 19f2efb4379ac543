import type { EvaluationCase } from '../../model/case.ts';
import { field, isObject, type Json, textField } from '../../model/json.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import type { Identity } from './identity.ts';

type Report = (problem: Problem) => void;

/** tau-bench itself compares rewards so. */
const TOLERANCE = 1e-6;

/** The case of a run of tau-bench: its task and trial, what the user wanted, the expected calls, the recorded reward. */
export function benchmarkCase(record: Json, { id, taskId }: Identity, at: At, report: Report): EvaluationCase {
  const task = field(field(record, 'info'), 'task');
  const trial = field(record, 'trial');
  const instruction = textField(task, 'instruction');
  const expectedCalls = expectedCallsOf(task, at, report);
  const reward = rewardOf(record, at, report);
  return {
    id,
    ...(taskId !== undefined && { task: { id: taskId } }),
    ...((typeof trial === 'number' || typeof trial === 'string') && { trial }),
    ...(instruction !== undefined && { prompt: instruction }),
    ...(expectedCalls && { expectedCalls }),
    ...(reward !== undefined && {
      recorded: { success: Math.abs(reward - 1) <= TOLERANCE, scores: { reward } },
    }),
    at,
  };
}

function rewardOf(record: Json, at: At, report: Report): number | undefined {
  const reward = field(record, 'reward') ?? null;
  if (typeof reward === 'number') return reward;
  if (reward !== null)
    reportOdd('reward', reward, 'a number', { ...at, pointer: `${at.pointer ?? ''}/reward` }, report);
  return undefined;
}

function expectedCallsOf(task: Json | undefined, at: At, report: Report): EvaluationCase['expectedCalls'] {
  const actions = field(task, 'actions') ?? null;
  const place = `${at.pointer ?? ''}/info/task/actions`;
  if (!Array.isArray(actions)) {
    if (actions !== null) reportOdd('actions', actions, 'a list', { ...at, pointer: place }, report);
    return undefined;
  }
  return (actions as readonly Json[]).flatMap((action, index) => {
    const name = textField(action, 'name');
    const args = field(action, 'kwargs') ?? null;
    if (name) return [{ name, ...(args !== null && { arguments: args }) }];
    reportOdd('an action', action, 'an object with a name', { ...at, pointer: `${place}/${index}` }, report);
    return [];
  });
}

function reportOdd(what: string, value: Json, expected: string, at: At, report: Report): void {
  report(problem('SOURCE_BAD_VALUE', { what, value: JSON.stringify(value).slice(0, 40), expected }, at));
}

/** What else a run says, for functions of the user; what the case holds stands there. */
export function benchmarkAttributes(record: Json): Map<string, Json> {
  const attributes = new Map<string, Json>();
  const add = (value: Json | undefined, prefix: string, read: ReadonlySet<string>): void => {
    if (!isObject(value)) return;
    for (const [key, member] of Object.entries(value))
      if (!read.has(key) && member !== null) attributes.set(`${prefix}${key}`, member);
  };
  const info = field(record, 'info');
  add(record, '', new Set(['traj', 'info']));
  add(info, 'info.', new Set(['task']));
  add(field(info, 'task'), 'info.task.', new Set(['instruction', 'actions']));
  return attributes;
}
