import { type Problem, problem } from '../problems/problem.ts';
import type { CarriedCase } from './assemble.ts';
import { canonicalJson } from './canonical-json.ts';
import { compareText } from './canonical-order.ts';
import type { EvaluationCase } from './case.ts';
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
 * a file. Two cases of one file that match one trace are a problem, and the trace has none.
 */
export function joinCases(
  sessions: readonly Session[],
  carried: readonly CarriedCase[],
  fromFile: readonly EvaluationCase[],
  report: (problem: Problem) => void,
): JoinedCases {
  const byTrace = new Map(
    carried.flatMap(({ case: given, traceId }) => (traceId === undefined ? [] : [[traceId, given] as const])),
  );
  const byId = new Map([...carried.map((each) => each.case), ...fromFile].map((given) => [given.id, given]));
  const matcher = new CaseMatcher(fromFile, report);
  const traces = new Map<string, number>();
  const joined = sessions.map((session) => ({
    ...session,
    traces: session.traces.map((trace) => {
      const given = byTrace.get(trace.traceId) ?? namedCase(trace, byId) ?? matcher.caseOf(trace);
      if (!given) return trace;
      traces.set(given.id, (traces.get(given.id) ?? 0) + 1);
      return { ...trace, case: given };
    }),
  }));
  const missing = [...byId.values()].filter((given) => !traces.has(given.id));
  for (const given of byId.values()) {
    const count = traces.get(given.id) ?? 0;
    if (given.trial !== undefined && count > 1)
      report(problem('CASES_DUPLICATE_TRIAL', { case: given.id, count }, given.at));
  }
  return { sessions: joined, missing: missing.sort((a, b) => compareText(a.id, b.id)) };
}

function namedCase(trace: Trace, byId: ReadonlyMap<string, EvaluationCase>): EvaluationCase | undefined {
  for (const { attributes } of trace.spans) {
    const id = attributes.get(CASE_ATTRIBUTE);
    if (id !== undefined) return byId.get(String(id)) ?? { id: String(id) };
  }
  return undefined;
}

/** Finds the case of a file that a trace matches: all that a match names must hold. */
class CaseMatcher {
  readonly #byTrace = new Map<string, EvaluationCase[]>();
  readonly #bySession = new Map<string, EvaluationCase[]>();
  readonly #byAttributes: EvaluationCase[] = [];
  readonly #report: (problem: Problem) => void;

  constructor(cases: readonly EvaluationCase[], report: (problem: Problem) => void) {
    this.#report = report;
    for (const given of cases) {
      const { match } = given;
      if (match?.trace !== undefined) push(this.#byTrace, match.trace, given);
      else if (match?.session !== undefined) push(this.#bySession, match.session, given);
      else if (match?.attributes) this.#byAttributes.push(given);
    }
  }

  caseOf(trace: Trace): EvaluationCase | undefined {
    const candidates = [
      ...(this.#byTrace.get(trace.traceId) ?? []),
      ...(this.#bySession.get(trace.sessionId) ?? []),
      ...this.#byAttributes,
    ];
    const matched = candidates.filter((given) => holds(given, trace));
    if (matched.length <= 1) return matched[0];
    const cases = matched.map(({ id }) => id).join(', ');
    this.#report(problem('CASES_CONFLICT', { cases, trace: trace.traceId }, matched[0]?.at));
    return undefined;
  }
}

function holds({ match }: EvaluationCase, trace: Trace): boolean {
  if (match?.trace !== undefined && match.trace !== trace.traceId) return false;
  if (match?.session !== undefined && match.session !== trace.sessionId) return false;
  return [...(match?.attributes ?? [])].every(([key, wanted]) => {
    const text = canonicalJson(wanted);
    return trace.spans.some(({ attributes }) => attributes.has(key) && canonicalJson(attributes.get(key)) === text);
  });
}

function push(lists: Map<string, EvaluationCase[]>, key: string, value: EvaluationCase): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
