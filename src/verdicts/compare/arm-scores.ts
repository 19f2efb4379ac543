import { textField } from '../../model/json.ts';
import type { At } from '../../problems/problem.ts';
import type { ArmCounts, ChangedAnswer, ChangedCase } from '../../results/comparison.ts';
import type { Bounds, Scope } from '../../results/outcome.ts';
import type { ScoreRecord } from '../../results/score-record.ts';
import { mean } from '../../statistics/moments.ts';
import { StepTally, TERMINATION } from '../step-tally.ts';

/** One case or trace as one metric sees it. Several answers about it are one: their mean, if all are known. */
export interface ScoredCase {
  readonly of: ChangedCase;
  /** The independent unit that it belongs to: a task, else a session. */
  readonly unit: string;
  readonly isTask: boolean;
  readonly status: ScoreRecord['status'];
  readonly score: number | null;
  /** What an open score lies between; undefined where nobody says. */
  readonly bounds: Bounds | undefined;
  /** The answer that weighs most. */
  readonly answer: ChangedAnswer;
}

/** All answers of one metric at one scope in one run. */
export interface MetricScores {
  readonly metric: string;
  readonly scope: Scope;
  readonly versions: ReadonlySet<string>;
  readonly configs: ReadonlySet<string>;
  readonly rubrics: ReadonlySet<string>;
  readonly counts: ArmCounts;
  readonly steps: StepTally | undefined;
  readonly cases: ReadonlyMap<string, ScoredCase>;
}

interface Gathered {
  readonly metric: string;
  readonly scope: Scope;
  readonly versions: Set<string>;
  readonly configs: Set<string>;
  readonly rubrics: Set<string>;
  readonly statuses: Map<string, number>;
  readonly scores: number[];
  readonly steps: StepTally | undefined;
  readonly cases: Map<string, GatheredCase>;
}

interface GatheredCase {
  readonly of: ChangedCase;
  readonly unit: string;
  readonly isTask: boolean;
  readonly scores: number[];
  answers: number;
  bounds: Bounds | undefined;
  answer: ChangedAnswer;
}

/** Gathers the scores of one run by metric, scope and case, in any order. */
export class ArmScores {
  readonly #metrics = new Map<string, Gathered>();

  add(record: ScoreRecord): void {
    const gathered = this.#metric(record);
    gathered.versions.add(record.version);
    gathered.configs.add(record.config_hash);
    const rubrics = textField(record.details, 'rubric_hash');
    if (rubrics !== undefined) gathered.rubrics.add(rubrics);
    gathered.statuses.set(record.status, (gathered.statuses.get(record.status) ?? 0) + 1);
    gathered.steps?.add(record);
    if (record.score !== null) gathered.scores.push(record.score);
    addCase(gathered.cases, record);
  }

  /** By metric and scope, each with a key of its own. */
  metrics(): ReadonlyMap<string, MetricScores> {
    return new Map([...this.#metrics].map(([key, gathered]) => [key, finished(gathered)]));
  }

  #metric({ metric, partition: { type: scope } }: ScoreRecord): Gathered {
    const key = JSON.stringify([metric, scope]);
    let found = this.#metrics.get(key);
    if (!found) {
      found = {
        metric,
        scope,
        versions: new Set(),
        configs: new Set(),
        rubrics: new Set(),
        statuses: new Map(),
        scores: [],
        steps: metric === TERMINATION ? new StepTally() : undefined,
        cases: new Map(),
      };
      this.#metrics.set(key, found);
    }
    return found;
  }
}

function finished({ statuses, scores, cases, ...kept }: Gathered): MetricScores {
  const count = (status: ScoreRecord['status']): number => statuses.get(status) ?? 0;
  return {
    ...kept,
    counts: {
      n: [...statuses.values()].reduce((sum, each) => sum + each, 0),
      scored: count('scored'),
      not_applicable: count('not_applicable'),
      unresolved: count('unresolved'),
      error: count('error'),
      mean: scores.length ? mean(scores) : null,
    },
    cases: new Map([...cases].map(([key, found]) => [key, finishedCase(found)])),
  };
}

function finishedCase({ scores, answers, bounds, ...kept }: GatheredCase): ScoredCase {
  const { status } = kept.answer;
  const score = status === 'scored' ? mean(scores) : null;
  return { ...kept, status, score, bounds: answers === 1 && status === 'unresolved' ? bounds : undefined };
}

/** What decides about a case with several answers comes first. */
const WEIGHT: readonly ScoreRecord['status'][] = ['error', 'unresolved', 'scored', 'not_applicable'];

function addCase(cases: Map<string, GatheredCase>, record: ScoreRecord): void {
  const of = caseOf(record);
  const key = keyOf(record, of);
  const answer = answerOf(record);
  let found = cases.get(key);
  if (!found) {
    found = { of, ...unitOf(record), scores: [], answers: 0, bounds: record.bounds, answer };
    cases.set(key, found);
  } else if (weighsMore(answer, found.answer)) found.answer = answer;
  found.answers++;
  if (record.score !== null) found.scores.push(record.score);
}

/** By task and trial where both are known: the id of a case may hold more, such as the time of its run. */
function keyOf({ facets: { task, task_version: version, trial } }: ScoreRecord, of: ChangedCase): string {
  if (task !== undefined && trial !== undefined) return JSON.stringify(['trial', task, version, trial, of.agent]);
  if (of.case_id !== undefined) return JSON.stringify(['case', of.case_id, trial, of.agent]);
  return JSON.stringify(['trace', of.session_id, of.trace_id, of.agent]);
}

function caseOf({ case_id, facets, partition: { type, session_id, trace_id, agent } }: ScoreRecord): ChangedCase {
  const ofAgent = type === 'span' && agent !== undefined ? { agent } : {};
  if (case_id !== undefined) return { case_id, ...(facets.trial !== undefined && { trial: facets.trial }), ...ofAgent };
  return { ...(session_id !== undefined && { session_id }), ...(trace_id !== undefined && { trace_id }), ...ofAgent };
}

function unitOf({ case_id, facets, partition }: ScoreRecord): { readonly unit: string; readonly isTask: boolean } {
  const { task, task_version: version } = facets;
  if (task !== undefined) return { unit: JSON.stringify(['task', task, version]), isTask: true };
  if (case_id !== undefined) return { unit: JSON.stringify(['case', case_id]), isTask: true };
  return { unit: JSON.stringify(['session', partition.session_id ?? partition.trace_id]), isTask: false };
}

function answerOf({ id, status, score, label, reason, because, evidence }: ScoreRecord): ChangedAnswer {
  const at: At | undefined = evidence?.find((ref) => ref.at !== undefined)?.at;
  return {
    outcome: id,
    status,
    score,
    ...(label !== undefined && { label }),
    ...(reason !== undefined && { reason }),
    ...(because !== undefined && because !== '' && { because }),
    ...(at && { at }),
  };
}

/** The lower score, then the lower id, so that the order of answers changes nothing. */
function weighsMore(a: ChangedAnswer, b: ChangedAnswer): boolean {
  const order = WEIGHT.indexOf(a.status) - WEIGHT.indexOf(b.status) || (a.score ?? 0) - (b.score ?? 0);
  return order < 0 || (order === 0 && a.outcome < b.outcome);
}
