import { doubtful, type Finding, faulty } from '../config/finding.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { compileTemplate } from '../judges/template.ts';
import { STANDARD_FIELDS } from '../metrics/case-fields.ts';
import { type ManagedMetric, type ManagedNeed, managedMetric } from '../metrics/managed-catalog.ts';
import { isObject, type Json } from '../model/json.ts';
import { camel, listAt, member } from '../sources/agents-cli/keys.ts';
import { isRecorded } from './lint-cases.ts';
import type { DatasetCase } from './read-dataset.ts';

interface Unfit {
  readonly reason: string;
  readonly todo: string;
}

const NAMED = 3;
const CONTENT = '{"role": "model", "parts": [{"text": "…"}]}';

/** What each need looks like where it is missing. */
const LACKS: Readonly<Record<Exclude<ManagedNeed, 'prompt' | 'response' | 'agent_data'>, Unfit>> = {
  reference: { reason: 'it needs a reference', todo: `add "reference": {"response": ${CONTENT}} to the case` },
  context: { reason: 'it needs a context', todo: 'add "context": "…", the text that the answer must keep to' },
  rubric_groups: {
    reason: 'it needs rubric_groups',
    todo: 'add rubric_groups to the case, or use final_response_quality, which writes its rubrics itself',
  },
  function_call: {
    reason: 'it needs a function_call in the trace, and there is none',
    todo: 'record a run in which a tool is called (tools inside a model, such as google_search, leave no function_call), or use final_response_quality',
  },
  conversation_history: {
    reason: 'it needs a conversation_history',
    todo: 'use multi_turn_task_success or multi_turn_trajectory_quality',
  },
};

/** The metric of several turns nearest to one of a single turn. */
const OF_SEVERAL_TURNS: ReadonlyMap<string, string> = new Map([
  ['tool_use_quality', 'multi_turn_tool_use_quality'],
  ['final_response_quality', 'multi_turn_task_success'],
  ['final_response_reference_free', 'multi_turn_task_success'],
  ['general_quality', 'multi_turn_task_success'],
  ['instruction_following', 'multi_turn_task_success'],
]);

/**
 * Which of the chosen metrics cannot grade which cases. A metric that can grade none of them is an error, one that can
 * grade some a warning: the others are left out of its mean.
 */
export function lintFitness(config: LoadedConfig, cases: readonly DatasetCase[]): Finding[] {
  const named = new Set(config.metricsToRun);
  const managed = [...named].flatMap((name) => lintManaged(name, config, cases));
  return [...managed, ...lintFields(config, cases, named)];
}

/** Keys of the cases that a template may name besides the standard fields. */
export function furtherFields(cases: readonly DatasetCase[]): ReadonlySet<string> {
  const keys = cases.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []));
  return new Set(keys.filter((key) => !STANDARD_FIELDS.has(key) && !NOT_A_FIELD.has(key)));
}

const NOT_A_FIELD: ReadonlySet<string> = new Set(
  ['responses', 'rubric_groups', 'agent_info', 'conversation_history', 'eval_case_id', 'agent_data'].flatMap((key) => [
    key,
    camel(key),
  ]),
);

function lintManaged(name: string, config: LoadedConfig, cases: readonly DatasetCase[]): Finding[] {
  const custom = config.customMetrics.find((each) => each.writtenName === name);
  const metric = managedMetric(name);
  if (!metric || metric.instead || metric.kind === 'media' || (custom && custom.kind !== 'managed')) return [];
  const key = custom?.parameters.rubric_group_key;
  const group = typeof key === 'string' ? key : undefined;
  const unfit = cases.flatMap((each) => unfitness(metric, each, group).map((why) => ({ each, why })));
  const make = new Set(unfit.map(({ each }) => each)).size === cases.length ? faulty : doubtful;
  return byReason(unfit).map(({ first, cases: named, why }) =>
    make('MANAGED_CASE_UNFIT', { name, cases: namesOf(named), ...why }, first.placeOf()),
  );
}

interface UnfitCase {
  readonly each: DatasetCase;
  readonly why: Unfit;
}

/** One group for each reason, so that a dataset of a thousand cases is told in a line. */
function byReason(
  unfit: readonly UnfitCase[],
): { readonly first: DatasetCase; readonly cases: readonly DatasetCase[]; readonly why: Unfit }[] {
  const groups = new Map<string, { first: DatasetCase; cases: DatasetCase[]; why: Unfit }>();
  for (const { each, why } of unfit) {
    const known = groups.get(why.reason);
    if (known) known.cases.push(each);
    else groups.set(why.reason, { first: each, cases: [each], why });
  }
  return [...groups.values()];
}

function namesOf(cases: readonly DatasetCase[]): string {
  const names = cases.slice(0, NAMED).map(({ id }) => `'${id}'`);
  const rest = cases.length - names.length;
  return `${cases.length === 1 ? 'case' : 'cases'} ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What keeps a managed metric from grading a case. What only a run brings is looked for where one was recorded. */
function unfitness(metric: ManagedMetric, each: DatasetCase, group: string | undefined): Unfit[] {
  const { value } = each;
  const turns = listAt(member(value, 'agent_data'), 'turns');
  const found: Unfit[] = [];
  if (metric.turns === 'single' && turns.length > 1) {
    const other = OF_SEVERAL_TURNS.get(metric.id);
    const todo = 'keep cases of one turn and of several in datasets of their own';
    found.push({
      reason: 'it grades a single turn, and the trace has several',
      todo: other === undefined ? todo : `use ${other}, or ${todo}`,
    });
  }
  for (const need of metric.needs) {
    const lack = lackOf(need, each, turns);
    if (lack) found.push(lack);
  }
  return metric.honoursRubricGroups ? [...found, ...groupFaults(member(value, 'rubric_groups'), group)] : found;
}

function lackOf(need: ManagedNeed, each: DatasetCase, turns: readonly Json[]): Unfit | undefined {
  switch (need) {
    case 'prompt':
    case 'response':
      return undefined;
    case 'agent_data':
      return !isRecorded(each) || turns.length > 0 ? undefined : NO_TRACE;
    case 'function_call':
      return !isRecorded(each) || hasCall(each.value, turns) ? undefined : LACKS.function_call;
    default:
      return isPresent(member(each.value, need)) ? undefined : LACKS[need];
  }
}

const NO_TRACE: Unfit = {
  reason: 'it needs agent_data, the trace of the agent',
  todo: 'grade what `agents-cli eval generate` wrote, or use final_response_quality',
};

function isPresent(value: Json | undefined): boolean {
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== '';
}

function hasCall(value: Json, turns: readonly Json[]): boolean {
  const events = [...turns.flatMap((turn) => listAt(turn, 'events')), ...listAt(value, 'intermediate_events')];
  return events.some((event) =>
    listAt(member(event, 'content'), 'parts').some((part) => member(part, 'function_call') !== undefined),
  );
}

/** Of several groups one must be chosen, and the chosen one must be there. */
function groupFaults(groups: Json | undefined, chosen: string | undefined): Unfit[] {
  const names = isObject(groups) ? Object.keys(groups) : [];
  if (chosen !== undefined && names.length > 0 && !names.includes(chosen))
    return [
      {
        reason: `rubric_group_key '${chosen}' is not among its rubric_groups`,
        todo: `choose one of ${names.slice(0, NAMED).join(', ')}`,
      },
    ];
  if (chosen === undefined && names.length > 1)
    return [
      {
        reason: 'it has several rubric_groups, and none is chosen',
        todo: 'write an entry of custom_metrics with this name and `metric_spec_parameters: {rubric_group_key: GROUP}`',
      },
    ];
  return [];
}

/** Placeholders of templates that cases cannot fill. */
function lintFields(config: LoadedConfig, cases: readonly DatasetCase[], named: ReadonlySet<string>): Finding[] {
  if (cases.length === 0) return [];
  const further = furtherFields(cases);
  return config.customMetrics.flatMap((metric): Finding[] => {
    if (metric.kind !== 'judge' || (named.size > 0 && !named.has(metric.writtenName))) return [];
    const roots = new Set(compileTemplate(metric.template).placeholders.map(({ root }) => root));
    return [...roots].flatMap((root) => {
      if (!FROM_THE_CASE.has(root) && !further.has(root)) return [];
      const lacking = cases.filter(({ value }) => !isPresent(member(value, root)));
      const [first] = lacking;
      if (!first) return [];
      const make = lacking.length === cases.length ? faulty : doubtful;
      const facts = { name: metric.name, placeholder: `{${root}}`, cases: namesOf(lacking) };
      return [make('TEMPLATE_FIELD_MISSING', facts, first.placeOf())];
    });
  });
}

/** Standard fields that no run brings: the case has them, or nothing. */
const FROM_THE_CASE: ReadonlySet<string> = new Set(['reference', 'context']);
