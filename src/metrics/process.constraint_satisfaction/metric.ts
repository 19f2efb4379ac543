import type { Constraint } from '../../model/constraint.ts';
import { hashValue } from '../../model/hash.ts';
import { field, type Json, listField, textField } from '../../model/json.ts';
import type { Outcome } from '../../results/outcome.ts';
import { quote } from '../../results/quote.ts';
import { runRoot } from '../../views/run-root.ts';
import { notApplicable, onlyTraces, unresolved } from '../answers.ts';
import { type ConstraintList, constraintToWire, readConstraints } from '../constraint-list.ts';
import {
  type Config,
  type Declared,
  defineMetric,
  type ScoreContext,
  type Scoring,
  type TableCount,
} from '../define-metric.ts';
import { instantNs } from '../instant.ts';
import { type Run, rootEvidence, runsOf, shareOfRuns } from '../process-run.ts';
import { docs } from './docs.ts';
import { evaluate } from './evaluate.ts';
import type { ItemResult } from './item.ts';
import { manifest } from './manifest.ts';

/** Did every constraint that was declared before the run pass? */
export const metric = defineMetric({
  manifest,
  docs,
  checkConfig: ({ constraints }) => {
    const read = constraints === undefined ? undefined : readConstraints(constraints);
    if (!read || !('fault' in read)) return undefined;
    const { path, value, expected } = read.fault;
    const place = path.length ? `; ${path.join('.')} is ${JSON.stringify(value ?? null).slice(0, 80)}` : '';
    return { key: 'constraints', expected: `${expected}${place}` };
  },
  score: (partition, context) => {
    if (partition.type === 'span') return onlyTraces();
    const found = runsOf(partition, context.config);
    if ('decided' in found) return found.decided;
    if ('run' in found) return judgeRun(found.run, context);
    const verdicts = found.runs.map((run) => judgeRun(run, context));
    const share = shareOfRuns(verdicts, 'satisfied every constraint');
    return { ...share, details: { ...share.details, ...itemTotals(verdicts) } };
  },
  tables: tableCounts,
});

interface Item extends ItemResult {
  readonly constraint: Constraint;
}

function judgeRun(run: Run, { config, declared }: ScoreContext): Scoring {
  const list = declaredFor(run, config, declared);
  if (list === 'several_cases')
    return unresolved('several_cases', 'its traces are held against several cases', { evidence: rootEvidence(run) });
  if ('fault' in list) {
    const { path, expected } = list.fault;
    const because = `its list of constraints cannot be used: ${path.join('.') || 'it'} must be ${quote(expected)}`;
    return unresolved('constraints_invalid', because, { evidence: rootEvidence(run) });
  }
  const { constraints } = list;
  if (constraints.length === 0) return notApplicable('no_constraints_declared', 'no constraint is declared');
  const items = constraints.map((constraint): Item => ({ constraint, ...evaluate(constraint, run, declared) }));
  const late = declaredLate(run, constraints);
  const details = detailsOf(items, late);
  if (late.length > 0 && config.strict_declaration_time === true) {
    const because = `${quote(late[0]?.id ?? '')} was declared after the run had started`;
    return unresolved('declared_after_start', because, { evidence: rootEvidence(run), details });
  }
  return verdictOf(items, run, details);
}

function verdictOf(items: readonly Item[], run: Run, details: Scoring['details']): Scoring {
  const violated = items.filter(({ result }) => result === false);
  const open = items.filter(({ result }) => result === null);
  const evidence = [...violated, ...open].flatMap((item) => item.evidence).slice(0, 20);
  const shown = evidence.length ? evidence : rootEvidence(run);
  if (violated[0]) {
    const because = `${violated.length} of ${items.length} constraints failed, first ${told(violated[0])}`;
    return { status: 'scored', score: 0, reason: 'constraint_violated', because, evidence: shown, details };
  }
  if (open[0]) {
    const because = `of ${open.length} of ${items.length} constraints it is not known, first ${told(open[0])}`;
    return unresolved(open[0].reason ?? 'unevaluable_spans', because, { evidence: shown, details });
  }
  const because =
    items.length === 1
      ? `its only constraint passed: ${told(items[0] as Item)}`
      : `all ${items.length} constraints passed`;
  return { status: 'scored', score: 1, because, evidence: shown, details };
}

function told({ constraint, because }: Item): string {
  return `${quote(constraint.id)}: ${because}`;
}

/** The list of the case of a run, else that of the project, else that of the configuration. */
function declaredFor(run: Run, config: Config, declared: Declared): ConstraintList | 'several_cases' {
  const cases = new Map(run.flatMap(({ case: given }) => (given ? [[given.id, given] as const] : [])));
  if (cases.size > 1) return 'several_cases';
  const [given] = cases.values();
  if (given?.constraints) return readConstraints(given.constraints);
  if (declared.constraints) return { constraints: declared.constraints };
  return config.constraints === undefined ? { constraints: [] } : readConstraints(config.constraints);
}

/** Constraints that were declared when the run had already started. */
function declaredLate([first]: Run, constraints: readonly Constraint[]): Constraint[] {
  const start = runRoot(first)?.startNs ?? first.spans.find(({ startNs }) => startNs !== undefined)?.startNs;
  if (start === undefined) return [];
  return constraints.filter(({ declaredAt }) => declaredAt !== undefined && (instantNs(declaredAt) ?? 0n) > start);
}

function detailsOf(items: readonly Item[], late: readonly Constraint[]): Record<string, Json> {
  const passed = items.filter(({ result }) => result === true).length;
  const failed = items.filter(({ result }) => result === false).length;
  return {
    items: items.map(({ constraint, result, reason, because }) => ({
      ...{ id: constraint.id, kind: constraint.check.kind, result, because },
      ...(reason !== undefined && { reason }),
    })),
    item_rate: passed + failed ? passed / (passed + failed) : null,
    ...{ passed, failed, unknown: items.length - passed - failed },
    constraints_hash: hashValue(items.map(({ constraint }) => constraintToWire(constraint))),
    ...(late.length > 0 && { declared_after_start: late.map(({ id }) => id), excluded_from_gates: true }),
  };
}

/** Items of all runs together. */
function itemTotals(verdicts: readonly Scoring[]): Record<string, Json> {
  const total = (key: string): number =>
    verdicts.reduce((sum, { details }) => sum + (typeof details[key] === 'number' ? details[key] : 0), 0);
  const [passed, failed] = [total('passed'), total('failed')];
  const isLate = verdicts.some(({ details }) => field(details, 'excluded_from_gates') === true);
  return {
    item_rate: passed + failed ? passed / (passed + failed) : null,
    ...{ passed, failed, unknown: total('unknown') },
    ...(isLate && { excluded_from_gates: true }),
  };
}

function tableCounts({ details }: Outcome): readonly TableCount[] {
  return listField(details, 'items').map((item) => {
    const result = field(item, 'result');
    const column = result === true ? 'true' : result === false ? 'false' : 'unknown';
    return { table: 'constraints', key: textField(item, 'id') ?? '', column, count: 1 };
  });
}
