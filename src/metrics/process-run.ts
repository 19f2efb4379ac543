import type { Trace } from '../model/trace.ts';
import type { Ref } from '../results/outcome.ts';
import { agents } from '../views/agents.ts';
import { notApplicable } from './answers.ts';
import type { Config, Partition, Scoring } from './define-metric.ts';

/** One run: a trace, or a session where that is the unit. In order of time. */
export type Run = readonly [Trace, ...Trace[]];

/** What a partition of traces holds: one run, or the runs of a session. */
export type RunsOf = { readonly run: Run } | { readonly runs: readonly Run[] } | { readonly decided: Scoring };

/** The runs of a trace or session by `run_unit`, which its source states where it is not configured. */
export function runsOf(partition: Exclude<Partition, { type: 'span' }>, { run_unit: configured }: Config): RunsOf {
  const traces = partition.type === 'session' ? partition.session.traces : [partition.trace];
  const unit = configured ?? traces[0]?.runUnit ?? 'trace';
  if (partition.type === 'trace') {
    if (unit === 'trace') return { run: [partition.trace] };
    return { decided: notApplicable('run_unit_session', 'one run is a whole session here') };
  }
  const cast = traces.filter((trace) => agents(trace).length > 0);
  const [first, ...rest] = cast;
  if (!first) return { decided: notApplicable('no_target_spans', 'no agent was recorded') };
  return unit === 'session' ? { run: [first, ...rest] } : { runs: cast.map((trace) => [trace]) };
}

/** The part of one run that decides, as evidence: its root agents. */
export function rootEvidence(run: Run): Ref[] {
  return run
    .flatMap((trace) => agents(trace).filter(({ role }) => role === 'root'))
    .slice(0, 20)
    .map(({ span }) => ({ span_id: span.spanId, at: span.at }));
}

/** Yes or no of each run of a session as the share of those that are known. `word`: what a run that scores 1 is. */
export function shareOfRuns(verdicts: readonly Scoring[], word: string): Scoring {
  const { scored, unknown, total, counts, evidence } = tallied(verdicts);
  if (total === 0) return nothing(verdicts);
  const sum = scored.reduce((all, { score }) => all + score, 0);
  const details = {
    numerator: sum,
    denominator: scored.length,
    runs: verdicts.length,
    ...counts,
    ...(verdicts.some(isVacuous) && { vacuous_runs: verdicts.filter(isVacuous).length }),
  };
  if (scored.length === 0)
    return { ...open(unknown, [0, 1]), because: `of none of its ${total} runs is it known`, evidence, details };
  return {
    status: 'scored',
    score: sum / scored.length,
    ...(unknown.length > 0 && { bounds: [sum / total, (sum + unknown.length) / total] as const }),
    because: `${sum} of ${scored.length} runs ${word}${unknown.length ? `; of ${unknown.length} more it is unknown` : ''}`,
    evidence,
    details,
  };
}

/** A figure of each run of a session as its mean over those where it is known. */
export function meanOfRuns(verdicts: readonly Scoring[], word: string): Scoring {
  const { scored, unknown, total, counts, evidence } = tallied(verdicts);
  if (total === 0) return nothing(verdicts);
  const sum = scored.reduce((all, { score }) => all + score, 0);
  const details = { numerator: sum, denominator: scored.length, runs: verdicts.length, ...counts };
  if (scored.length === 0)
    return { ...open(unknown, [0, null]), because: `of none of its ${total} runs is it known`, evidence, details };
  const least = unknown.reduce((all, { bounds }) => all + (bounds[0] ?? 0), sum) / total;
  return {
    status: 'scored',
    score: sum / scored.length,
    ...(unknown.length > 0 && { bounds: [least, null] as const }),
    because: `${sum} ${word} in ${scored.length} ${scored.length === 1 ? 'run' : 'runs'}`,
    evidence,
    details,
  };
}

type Known = Extract<Scoring, { status: 'scored' }>;
type Open = Extract<Scoring, { status: 'unresolved' }>;

function tallied(verdicts: readonly Scoring[]) {
  const scored = verdicts.filter((each): each is Known => each.status === 'scored');
  const unknown = verdicts.filter((each): each is Open => each.status === 'unresolved');
  const left = verdicts.filter((each) => each.status === 'not_applicable');
  const failing = [...verdicts].filter((each) => each.status !== 'scored' || each.score === 0);
  return {
    scored,
    unknown,
    total: scored.length + unknown.length,
    counts: { unresolved: unknown.length, excluded: reasonCounts([...unknown, ...left]) },
    evidence: (failing.length ? failing : verdicts).flatMap((each) => each.evidence.slice(0, 2)).slice(0, 20),
  };
}

function reasonCounts(verdicts: readonly Scoring[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason = '' } of verdicts) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, count]) => ({ reason, count }));
}

function nothing([first]: readonly Scoring[]): Scoring {
  const reason = first?.status === 'not_applicable' ? first.reason : 'no_target_spans';
  return notApplicable(reason, first?.because ?? 'no agent was recorded');
}

function open([first]: readonly Open[], bounds: Open['bounds']): Pick<Open, 'status' | 'score' | 'reason' | 'bounds'> {
  return { status: 'unresolved', score: null, reason: first?.reason ?? 'unevaluable_spans', bounds };
}

function isVacuous({ details }: Scoring): boolean {
  return details.vacuous === true;
}
