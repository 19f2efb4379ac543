import type {
  AgentSide,
  ArmCounts,
  Change,
  ChangedAnswer,
  Comparison,
  MetricComparison,
} from '../results/comparison.ts';
import { dollarText } from '../results/dollars.ts';
import type { StepFigures } from '../results/metric-summary.ts';
import type { CostAmount, TokenFigure, ValidRate } from '../results/run-result.ts';
import { figure, grouped, intervalMethod, plural, tokens } from './figures.ts';
import { bound } from './outcome-words.ts';
import { partitionName } from './place.ts';
import { stepWords } from './summary-words.ts';

/** A figure with its sign: `+0.08`, `-3`, `0`. */
export function signed(value: number): string {
  return value > 0 ? `+${figure(value).replace(/^([<>])/, '$1')}` : figure(value);
}

/** A p-value to three digits; never 0. */
function pValue(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p ${figure(p)}`;
}

/** `0.42 in A, 0.5 in B; B less A +0.08, tango 95 % -0.02 to 0.18, McNemar exact p 0.289, Holm over 3 p 0.867`. */
export function differenceWords(metric: MetricComparison, family: number): string {
  const { arms, difference, interval, test } = metric;
  const parts = [`${meanOf(arms.a)} in A, ${meanOf(arms.b)} in B`];
  if (difference !== null) {
    const range = interval ? `, ${intervalMethod(interval)} ${signed(interval.low)} to ${signed(interval.high)}` : '';
    const found = test
      ? `, ${test.method === 'sign_flip' ? 'sign-flip' : 'McNemar exact'} ${pValue(test.p)}${family > 1 ? `, Holm over ${grouped(family)} tests ${pValue(test.p_holm)}` : ''}`
      : '';
    parts.push(`B less A ${signed(difference)}${range}${found}`);
  }
  return parts.join('; ');
}

function meanOf({ mean }: ArmCounts): string {
  return mean === null ? 'nothing scored' : figure(mean);
}

/** What the difference rests on: units, pairs, what changed, what is left out. */
export function groundsWords(metric: MetricComparison): string {
  const { units, unit, pairs, pairing, changed, open, outside, bounds } = metric;
  const parts = [
    `${plural(units, unit)}${pairing === 'task' ? ' of other trials' : ` in ${plural(pairs, 'pair')}`}: ${grouped(changed.higher)} higher in B, ${grouped(changed.lower)} lower, ${grouped(changed.same)} the same`,
    open ? `${plural(open, 'answer')} open` : '',
    bounds ? `which leaves the difference between ${signed(bounds[0])} and ${signed(bounds[1])}` : '',
    outside ? `${grouped(outside)} not applicable` : '',
    metric.only_in_a ? `${grouped(metric.only_in_a)} only in A` : '',
    metric.only_in_b ? `${grouped(metric.only_in_b)} only in B` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Why there is no interval and what it would take; undefined where there is one. */
export function noIntervalWords({
  interval_reason: reason,
  units,
  unit,
  smallest_p: p,
  open,
}: MetricComparison): string | undefined {
  if (reason === null || reason === 'not_comparable' || reason === 'nothing_paired') return undefined;
  const least = p === null ? '' : `; ${plural(units, unit)} can give no p below ${figure(p)}`;
  const why = new Map([
    ['insufficient_independent_tasks', `it needs 6 ${unit}s and has ${grouped(units)}${least}`],
    ['sparse_differences', `fewer than 6 ${unit}s differ`],
    ['zero_variance', `every ${unit} differs by the same`],
    ['incomplete_matching', `${plural(open, 'answer')} not known, and the others need not be like them`],
  ]);
  return `no interval: ${reason}${why.has(reason) ? `: ${why.get(reason)}` : ''}`;
}

/** Errors, unresolved and not applicable answers of both runs; undefined where there are none. */
export function openWords({ arms }: MetricComparison): string | undefined {
  const told = ({ error, unresolved, not_applicable: none }: ArmCounts): string =>
    [
      error ? plural(error, 'error') : '',
      unresolved ? `${grouped(unresolved)} unresolved` : '',
      none ? `${grouped(none)} not applicable` : '',
    ]
      .filter(Boolean)
      .join(', ');
  const [a, b] = [told(arms.a), told(arms.b)];
  return a || b ? `A: ${a || 'all scored'}; B: ${b || 'all scored'}` : undefined;
}

/** Why a metric is not compared, each reason with what either run says. */
export function notComparableWords({ not_comparable: reasons }: MetricComparison): string {
  return reasons.map(({ reason, a, b }) => `${reason} (A: ${a}; B: ${b})`).join('; ');
}

/** Metrics that have something to tell, and names of the others by why. */
export function toldMetrics({ metrics }: Comparison): {
  readonly told: readonly MetricComparison[];
  readonly same: readonly string[];
  readonly unlike: readonly MetricComparison[];
  readonly silent: readonly string[];
} {
  const unlike = metrics.filter(({ not_comparable: reasons }) => reasons.length > 0);
  const alike = metrics.filter(({ not_comparable: reasons }) => reasons.length === 0);
  const paired = alike.filter(({ pairs }) => pairs > 0);
  const isSame = (metric: MetricComparison): boolean => {
    const { changed, open, arms, steps, only_in_a: a, only_in_b: b } = metric;
    const moved = changed.higher + changed.lower + a + b > 0 || steps !== null;
    return !moved && (open === 0 || (arms.a.scored + arms.b.scored === 0 && arms.a.error + arms.b.error === 0));
  };
  const told = paired.filter((metric) => !isSame(metric));
  const same = paired.filter(isSame).map((metric) => sameWords(metric));
  const silent = alike.filter(({ pairs }) => pairs === 0).map(({ metric, scope }) => `${metric} (${scope})`);
  return { told, same, unlike, silent };
}

function sameWords({ metric, scope, arms: { a } }: MetricComparison): string {
  return `${metric} (${scope}) ${a.mean === null ? 'unresolved' : figure(a.mean)}`;
}

/** `newly fails` and such. */
export function kindWords(kind: Change['kind']): string {
  return kind.replaceAll('_', ' ');
}

/** `case c1: 1 in A, 0 (empty) in B`. */
export function changeWords({ of, answers }: Omit<Change, 'kind'>): string {
  const { case_id: caseId, trial, ...partition } = of;
  const name = partitionName({ type: 'trace', ...partition }, caseId);
  return `${name}${trial === undefined ? '' : ` · trial ${trial}`}: ${answerWords(answers.a)} in A, ${answerWords(answers.b)} in B`;
}

function answerWords({ status, score, label, reason }: ChangedAnswer): string {
  const why = label ?? reason;
  const told = score === null ? status.replace('_', ' ') : bound(score);
  return why === undefined ? told : `${told} (${why})`;
}

/** The side whose answer says what went wrong, if its run lists it. */
export function tellingAnswer({ answers: { a, b } }: Omit<Change, 'kind'>): ChangedAnswer | undefined {
  return [b, a].find(({ because }) => because !== undefined);
}

/** Steps of both runs beside their rate of termination. */
export function stepsOfBoth({ steps }: MetricComparison): readonly string[] {
  if (!steps) return [];
  const told = (name: string, of: StepFigures): string => `${name}: ${of.all.n ? stepWords(of) : 'no steps known'}`;
  return [told('A', steps.a), told('B', steps.b)];
}

/** `11/14`, with what could not be judged. */
export function sideWords(side: AgentSide | null): string {
  if (!side) return 'none';
  const open = side.unresolved ? ` (${grouped(side.unresolved)} unresolved)` : '';
  return side.judged ? `${grouped(side.valid)}/${grouped(side.judged)}${open}` : `unknown${open}`;
}

/** Tokens of a side. */
export function sideTokens(side: AgentSide | null): string {
  return side ? tokens(side.tokens) : '-';
}

/** Rates, tokens and cost of both runs, a line each. */
export function totalsWords({ agent_rates: rates, tokens: used, cost, agents }: Comparison): string[] {
  const lines: string[] = [];
  if (agents.length)
    lines.push(
      `Valid agents: A ${rateWords(rates.all.a)}, B ${rateWords(rates.all.b)}; delegated only: A ${rateWords(rates.delegated.a)}, B ${rateWords(rates.delegated.b)}.`,
    );
  const tokensOf = (of: TokenFigure | null): string => (of ? tokens(of) : 'unknown');
  if (used.a || used.b) lines.push(`Tokens: A ${tokensOf(used.a)}, B ${tokensOf(used.b)}.`);
  if (cost.a || cost.b) lines.push(`Cost: A ${costOf(cost.a)}, B ${costOf(cost.b)}.`);
  return lines;
}

function rateWords(rate: ValidRate | null): string {
  return rate?.judged ? `${grouped(rate.valid)}/${grouped(rate.judged)}` : 'unknown';
}

function costOf(cost: CostAmount | null): string {
  if (!cost || cost.known === null) return 'unknown';
  return cost.complete ? dollarText(cost.known) : `at least ${dollarText(cost.known)}`;
}

/** What stands under every comparison. */
export const NO_PLAN =
  'Nothing here says which run is to be preferred: no plan with a margin was fixed before the runs (no_frozen_analysis_plan).';

/** What was paired with what. */
export function pairedWords({ paired }: Comparison): string {
  const { by_case: cases, by_trace: traces, by_session: sessions, only_in_a: a, only_in_b: b } = paired;
  const parts = [
    cases ? plural(cases, 'task or case', 'tasks or cases') : '',
    traces ? `${plural(traces, 'trace')} of the same ids` : '',
    sessions ? `${plural(sessions, 'session')} of the same ids` : '',
    cases + traces + sessions === 0 ? 'nothing' : '',
    a ? `${grouped(a)} only in A` : '',
    b ? `${grouped(b)} only in B` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** A run in a few words. */
export function runWords(run: Comparison['runs']['a']): string {
  const parts = [
    run.form === 'agents_cli' ? 'results of agents-cli' : `Muster ${run.version ?? 'unknown'}`,
    run.config_hash === null ? '' : `config ${run.config_hash.slice(0, 8)}`,
    run.traces === null ? '' : plural(run.traces, 'trace'),
    run.cases === null ? '' : plural(run.cases, 'case'),
    run.partial ? 'partial' : '',
  ];
  return `${run.path} (${parts.filter(Boolean).join(', ')})`;
}
