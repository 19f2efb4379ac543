import type { Constraint } from '../../model/constraint.ts';
import type { Declared } from '../define-metric.ts';
import type { Run } from '../process-run.ts';
import { checkExpression, checkRecorded, checkSchema, checkText } from './check-answer.ts';
import { checkCost, checkDuration, checkTools } from './check-run.ts';
import { type ItemResult, unknown } from './item.ts';

/** Checks one constraint against one run. */
export function evaluate({ id, check }: Constraint, run: Run, declared: Declared): ItemResult {
  switch (check.kind) {
    case 'regex':
    case 'contains':
    case 'not_contains':
      return checkText(run, check.kind, check);
    case 'json_schema':
      return checkSchema(run, check);
    case 'expr':
      return checkExpression(run, check);
    case 'required_tool':
    case 'forbidden_tool':
    case 'max_tool_calls':
      return checkTools(run, check.kind, check, declared);
    case 'max_cost':
      return checkCost(run, check, declared);
    case 'max_duration':
      return checkDuration(run, check);
    case 'recorded':
      return checkRecorded(run, typeof check.name === 'string' ? check.name : id);
    case 'judge':
      return unknown('judge_not_configured', 'no judge was asked');
    case 'python':
      return unknown('code_not_configured', 'its function was not run');
  }
}
