import type { EvaluationCase } from '../../model/case.ts';
import type { Json } from '../../model/json.ts';
import type { At } from '../../problems/problem.ts';
import type { AgentRoster } from './agent-roster.ts';
import { listAt, member } from './keys.ts';

/** What the runs of a case are held against. */
export function caseRecord(evalCase: Json, id: string, roster: AgentRoster, at: At): EvaluationCase {
  const prompt = member(evalCase, 'prompt');
  const reference = member(evalCase, 'reference');
  const context = member(evalCase, 'context');
  const rubricGroups = member(evalCase, 'rubric_groups');
  const tags = listAt(evalCase, 'tags').filter((tag) => typeof tag === 'string');
  return {
    id,
    ...(prompt !== undefined && { prompt }),
    ...(reference !== undefined && { reference }),
    ...(context !== undefined && { context }),
    ...(rubricGroups !== undefined && { rubricGroups }),
    ...(tags.length && { tags }),
    ...(roster.allTools.length && { tools: roster.allTools }),
    at,
  };
}
