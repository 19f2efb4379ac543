import { type Problem, problem } from '../problems/problem.ts';
import type { CarriedCase } from './assemble.ts';
import { canonicalJson } from './canonical-json.ts';
import { compareText } from './canonical-order.ts';
import type { EvaluationCase } from './case.ts';
import { CaseMatcher } from './match-cases.ts';
import type { Session, Trace } from './trace.ts';

/** The attribute, on a span or its resource, that names the case of a trace. */
const CASE_ATTRIBUTE = 'muster.case_id';

/** Sessions whose traces carry their case, and the cases that no trace was recorded for. */
export interface JoinedCases {
  readonly sessions: readonly Session[];
  readonly missing: readonly EvaluationCase[];
}

/**
 * Gives each trace its case. First hit: the source carries it; an attribute `muster.case_id`; the `match` of a case in
 * a file. Two cases for one trace at the same step are a problem, and the trace has none.
 */
export function joinCases(
  sessions: readonly Session[],
  carried: readonly CarriedCase[],
  fromFile: readonly EvaluationCase[],
  report: (problem: Problem) => void,
): JoinedCases {
  const join = new Join(carried, fromFile, report);
  const joined = sessions.map((session) => ({
    ...session,
    traces: session.traces.map((trace) => join.withCase(trace)),
  }));
  return { sessions: joined, missing: join.finish() };
}

class Join {
  readonly #byTrace = new Map<string, Map<string, EvaluationCase>>();
  readonly #byId: ReadonlyMap<string, EvaluationCase>;
  readonly #matcher: CaseMatcher;
  readonly #report: (problem: Problem) => void;
  /** Traces of each case. */
  readonly #counts = new Map<string, number>();
  /** Cases that are no longer missing, though no trace was graded against them. */
  readonly #accounted = new Set<string>();

  constructor(
    carried: readonly CarriedCase[],
    fromFile: readonly EvaluationCase[],
    report: (problem: Problem) => void,
  ) {
    this.#report = report;
    this.#matcher = new CaseMatcher(fromFile);
    for (const { case: given, traceId } of carried) {
      if (traceId === undefined) continue;
      const known = this.#byTrace.get(traceId) ?? new Map<string, EvaluationCase>();
      this.#byTrace.set(traceId, known);
      known.set(given.id, fuller(known.get(given.id), given));
    }
    const byId = new Map<string, EvaluationCase>();
    for (const { case: given } of carried) byId.set(given.id, fuller(byId.get(given.id), given));
    for (const given of fromFile) byId.set(given.id, given);
    this.#byId = byId;
  }

  withCase(trace: Trace): Trace {
    const matched = this.#matcher.casesOf(trace);
    const carried = [...(this.#byTrace.get(trace.traceId)?.values() ?? [])];
    const named = carried.length ? [] : this.#namedCases(trace);
    const before = carried.length ? carried : named;
    const chosen = this.#only(before.length ? before : matched, trace);
    if (before.length && chosen) this.#leaveOut(matched, trace, chosen);
    if (!chosen) return trace;
    this.#counts.set(chosen.id, (this.#counts.get(chosen.id) ?? 0) + 1);
    return { ...trace, case: chosen };
  }

  /** Cases without a trace; and a problem for each trial with several. */
  finish(): EvaluationCase[] {
    const all = [...this.#byId.values()].sort((a, b) => compareText(a.id, b.id));
    for (const given of all) {
      const count = this.#counts.get(given.id) ?? 0;
      if (given.trial !== undefined && count > 1)
        this.#report(problem('CASES_DUPLICATE_TRIAL', { case: given.id, count }, given.at));
    }
    return all.filter((given) => !this.#counts.has(given.id) && !this.#accounted.has(given.id));
  }

  #only(candidates: readonly EvaluationCase[], trace: Trace): EvaluationCase | undefined {
    if (candidates.length <= 1) return candidates[0];
    const ids = candidates.map(({ id }) => id).sort(compareText);
    for (const id of ids) this.#accounted.add(id);
    this.#report(
      problem(
        'CASES_CONFLICT',
        { cases: ids.join(', '), trace: trace.traceId },
        candidates[0]?.at ?? trace.spans[0]?.at,
      ),
    );
    return undefined;
  }

  #leaveOut(matched: readonly EvaluationCase[], trace: Trace, chosen: EvaluationCase): void {
    for (const given of matched) {
      if (given === chosen) continue;
      this.#accounted.add(given.id);
      this.#report(problem('CASES_NOT_USED', { case: given.id, trace: trace.traceId, chosen: chosen.id }, given.at));
    }
  }

  #namedCases(trace: Trace): EvaluationCase[] {
    const ids = new Set<string>();
    for (const { attributes } of trace.spans) {
      const id = attributes.get(CASE_ATTRIBUTE);
      if ((typeof id === 'string' && id !== '') || typeof id === 'number') ids.add(String(id));
    }
    return [...ids].map((id) => this.#byId.get(id) ?? { id });
  }
}

/** Of two records of one case, the one that says more, whatever their order. */
function fuller(known: EvaluationCase | undefined, given: EvaluationCase): EvaluationCase {
  if (!known) return given;
  const [a, b] = [known, given].map((each) => canonicalJson({ ...each, at: undefined }));
  if (a === undefined || b === undefined) return known;
  if (a.length !== b.length) return a.length > b.length ? known : given;
  return a >= b ? known : given;
}
