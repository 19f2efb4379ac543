import { canonicalJson } from '../model/canonical-json.ts';
import type { EvaluationCase } from '../model/case.ts';
import { field } from '../model/json.ts';
import type { Session } from '../model/trace.ts';
import type { Outcome } from '../results/outcome.ts';
import type { TrialResult } from '../results/trials.ts';
import { type TrialState, TrialTally } from '../verdicts/trial-tally.ts';

/** What stands for success where no metric was chosen. */
const RECORDED = 'recorded.success';

/**
 * The trials of a run: each trace with a case, by the task that the case names, else by the case itself. Sessions of one
 * case that name no trial are trials of their own.
 */
export class TrialBoard {
  readonly #tally = new TrialTally();
  readonly #metric: string | undefined;
  /** Case of each trace of the session at hand. */
  readonly #cases = new Map<string, EvaluationCase>();

  /** `metric`: the id of the metric whose full score is a success; undefined: what the case recorded. */
  constructor(metric?: string) {
    this.#metric = metric;
  }

  /** The traces of a session, before their outcomes. */
  add(session: Session): void {
    this.#cases.clear();
    for (const { traceId, sessionId, case: evaluated } of session.traces) {
      if (!evaluated) this.#tally.addWithoutCase();
      else if (this.#metric === undefined) this.#add(evaluated, sessionId, recordedState(evaluated));
      else this.#cases.set(traceId, evaluated);
    }
  }

  /** An outcome of a trace of that session. */
  addOutcome(outcome: Outcome, metric: string): void {
    const { type, trace_id: traceId, session_id: sessionId } = outcome.partition;
    if (metric !== this.#metric || type !== 'trace' || traceId === undefined) return;
    const evaluated = this.#cases.get(traceId);
    if (evaluated) this.#add(evaluated, sessionId ?? traceId, stateOf(outcome));
  }

  /** A case that no trace was recorded for. */
  addMissing(evaluated: EvaluationCase): void {
    const recorded = this.#metric === undefined ? recordedState(evaluated) : undefined;
    const missing: TrialState = { state: 'open', reason: 'trace_missing' };
    this.#add(evaluated, '', recorded && recorded.state !== 'open' ? recorded : missing);
  }

  result(): TrialResult {
    return this.#tally.result(this.#metric ?? RECORDED);
  }

  #add({ id, task, trial }: EvaluationCase, sessionId: string, state: TrialState): void {
    const name = task ? canonicalJson([task.id, task.version ?? null]) : canonicalJson([id]);
    this.#tally.add(name, canonicalJson(trial === undefined ? [id, null, sessionId] : [id, String(trial)]), state);
  }
}

function recordedState({ recorded }: EvaluationCase): TrialState {
  const success = field(recorded, 'success');
  if (typeof success !== 'boolean') return { state: 'open', reason: 'success_not_recorded' };
  return { state: success ? 'success' : 'failure' };
}

/** A failure of the metric itself is none of the agent. */
function stateOf(outcome: Outcome): TrialState {
  if (outcome.status === 'not_applicable') return { state: 'not_applicable', reason: outcome.reason };
  if (outcome.status !== 'scored') return { state: 'open', reason: outcome.reason };
  if (outcome.bounds && (outcome.bounds[1] ?? 1) >= 1 && outcome.score < 1)
    return { state: 'open', reason: outcome.reason ?? 'score_with_bounds' };
  return { state: outcome.score >= 1 ? 'success' : 'failure' };
}
