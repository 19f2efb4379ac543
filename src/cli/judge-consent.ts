import { chooseJudge } from '../judges/choose-judge.ts';
import { isJudgeMetric, type JudgeMetric } from '../judges/judge-metric.ts';
import { type JudgingPlan, planJudging } from '../judges/plan-judging.ts';
import type { Config, Partition } from '../metrics/define-metric.ts';
import type { Session } from '../model/trace.ts';
import { Failure } from '../problems/failure.ts';
import { isFailure } from '../problems/is-failure.ts';
import { grouped, plural } from '../reports/figures.ts';
import { dollarText } from '../results/dollars.ts';
import type { Plan } from '../run/plan.ts';
import type { CustomJudges } from './custom-judges.ts';

/** What asking the judges of a plan about sessions would take. No judge is asked. */
export async function judgingOf(plan: Plan, sessions: readonly Session[]): Promise<JudgingPlan> {
  const jobs = plan.jobs.filter(({ metric }) => isJudgeMetric(metric));
  const configs = new Map(jobs.map(({ metric, resolved }) => [metric.manifest.name, resolved.config]));
  const metrics = [...new Set(jobs.flatMap(({ metric }) => (isJudgeMetric(metric) ? [metric] : [])))];
  const scopes = new Set(jobs.map(({ scope }) => scope));
  return planJudging(metrics, partitions(sessions, scopes), ({ manifest }): Config => configs.get(manifest.name) ?? {});
}

function* partitions(sessions: readonly Session[], scopes: ReadonlySet<string>): Generator<Partition> {
  for (const session of sessions) {
    if (scopes.has('trace')) for (const trace of session.traces) yield { type: 'trace', trace };
    if (scopes.has('session')) yield { type: 'session', session };
  }
}

/** `24 calls about 6 cases, about 41,000 tokens in and 7,200 out, about $0.12, 160 kB to https://…`. */
export function judgingWords({
  calls,
  cached,
  unanswerable,
  cases,
  inputTokens,
  outputTokens,
  usd,
  bytes,
  endpoints,
}: JudgingPlan): string {
  const cost = usd === null ? 'of unknown cost' : `about ${dollarText(usd)}`;
  const asked = `${plural(calls, 'call')} about ${plural(cases, 'case')}, about ${grouped(inputTokens)} tokens in and ${grouped(outputTokens)} out, ${cost}, ${grouped(Math.ceil(bytes / 1000))} kB to ${endpoints.join(', ') || 'no endpoint'}`;
  const more = [
    cached ? `${plural(cached, 'answer')} known already` : '',
    unanswerable ? `${plural(unanswerable, 'case')} with a missing field` : '',
  ].filter(Boolean);
  return [asked, ...more].join('; ');
}

/** Refuses to send recordings to a judge outside of this machine without leave: Failure JUDGE_NEEDS_LEAVE. */
export function refuseWithoutLeave(
  judging: JudgingPlan,
  { metrics, settings, isReplay }: CustomJudges,
  yes: boolean,
): void {
  if (judging.calls === 0 || isReplay || yes || settings.allowEgress) return;
  if (!metrics.some((metric) => leaves(metric, settings))) return;
  throw new Failure('JUDGE_NEEDS_LEAVE', { plan: judgingWords(judging) });
}

/** False for a judge of this machine, and for one that is not set up: its outcomes say so. */
function leaves({ judging: { model } }: JudgeMetric, settings: CustomJudges['settings']): boolean {
  try {
    return !chooseJudge(model, settings, process.env).isLocal;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}
