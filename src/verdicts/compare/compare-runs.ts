import { hashValue } from '../../model/hash.ts';
import {
  type AgentComparison,
  type AgentSide,
  type Both,
  COMPARISON_SCHEMA_VERSION,
  type ComparedRun,
  type Comparison,
  type MetricComparison,
} from '../../results/comparison.ts';
import type { AgentEntry, AgentRates, CostAmount, TokenFigure } from '../../results/run-result.ts';
import { holm } from '../../statistics/p-adjust.ts';
import type { ArmScores, MetricScores } from './arm-scores.ts';
import { escalationsOf } from './changes.ts';
import { compareMetric, type MetricFacts, type UnadjustedComparison } from './compare-metric.ts';

/** All that is known of one of the runs. What its file cannot say is null. */
export interface RunToCompare {
  readonly about: ComparedRun;
  /** Of what makes the run what it is: inputs, configuration, version. */
  readonly hash: string;
  readonly metrics: ReadonlyMap<string, MetricFacts>;
  readonly scores: ArmScores;
  readonly agents: readonly AgentEntry[];
  readonly agentRates: AgentRates | null;
  readonly tokens: TokenFigure | null;
  readonly cost: CostAmount | null;
}

const ESCALATION = JSON.stringify(['process.human_escalation', 'trace']);

/** Compares two runs. The order of their answers changes nothing. */
export function compareRuns(a: RunToCompare, b: RunToCompare, version: string): Comparison {
  const scores = { a: a.scores.metrics(), b: b.scores.metrics() };
  const keys = comparedKeys(scores);
  const seedText = hashValue([a.hash, b.hash]);
  const compared = keys.map((key) => {
    const sides = { a: scores.a.get(key), b: scores.b.get(key) };
    const metric = (sides.a ?? sides.b)?.metric ?? '';
    return compareMetric({
      scores: sides,
      facts: { a: a.metrics.get(metric), b: b.metrics.get(metric) },
      seedText,
    });
  });
  const metrics = adjusted(compared);
  return {
    schema_version: COMPARISON_SCHEMA_VERSION,
    tool: { name: 'muster', version },
    runs: { a: a.about, b: b.about },
    paired: pairedCases(scores),
    metrics,
    multiplicity: { method: 'holm', family: metrics.filter(({ test }) => test).length },
    escalations: escalationsOf(scores.a.get(ESCALATION), scores.b.get(ESCALATION)),
    agents: compareAgents(a.agents, b.agents),
    agent_rates: {
      all: { a: a.agentRates?.all ?? null, b: b.agentRates?.all ?? null },
      delegated: { a: a.agentRates?.delegated ?? null, b: b.agentRates?.delegated ?? null },
    },
    tokens: { a: a.tokens, b: b.tokens },
    cost: { a: a.cost, b: b.cost },
  };
}

/** Scores of sessions repeat those of their traces: where both runs have the latter, they would be tests of the same. */
function comparedKeys({ a, b }: Both<ReadonlyMap<string, MetricScores>>): string[] {
  const keys = new Set([...a.keys(), ...b.keys()]);
  const repeats = (key: string): boolean => {
    const of = a.get(key) ?? b.get(key);
    const trace = JSON.stringify([of?.metric, 'trace']);
    return of?.scope === 'session' && a.has(trace) && b.has(trace);
  };
  return [...keys].filter((key) => !repeats(key)).sort();
}

/** Gives each test the p-value that holds for all of them together. */
function adjusted(compared: readonly UnadjustedComparison[]): MetricComparison[] {
  const tested = compared.flatMap(({ test }) => (test ? [test.p] : []));
  const values = holm(tested).values();
  return compared.map((metric) => ({
    ...metric,
    test: metric.test && { ...metric.test, p_holm: values.next().value ?? metric.test.p },
  }));
}

/** Tasks or cases, traces and sessions, by what any metric has of them. */
function pairedCases({ a, b }: Both<ReadonlyMap<string, MetricScores>>): Comparison['paired'] {
  const [left, right] = [casesOf(a), casesOf(b)];
  const both = [...left].filter(([key]) => right.has(key));
  const count = (kind: PairedKind): number => both.filter(([, each]) => each === kind).length;
  return {
    by_case: count('case'),
    by_trace: count('trace'),
    by_session: count('session'),
    only_in_a: left.size - both.length,
    only_in_b: right.size - both.length,
  };
}

type PairedKind = 'case' | 'trace' | 'session';

function casesOf(metrics: ReadonlyMap<string, MetricScores>): Map<string, PairedKind> {
  const found = new Map<string, PairedKind>();
  for (const { cases } of metrics.values())
    for (const { of, unit, isTask } of cases.values()) {
      const { session_id: session, trace_id: trace } = of;
      if (isTask) found.set(unit, 'case');
      else found.set(JSON.stringify(['trace', session, trace]), trace === undefined ? 'session' : 'trace');
    }
  return found;
}

function compareAgents(a: readonly AgentEntry[], b: readonly AgentEntry[]): AgentComparison[] {
  const key = ({ agent, delegated }: AgentEntry): string => JSON.stringify([agent, delegated]);
  const [left, right] = [new Map(a.map((each) => [key(each), each])), new Map(b.map((each) => [key(each), each]))];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((each) => {
    const [one, other] = [left.get(each), right.get(each)];
    const named = one ?? other;
    if (!named) return [];
    const sides = { a: one ? sideOf(one) : null, b: other ? sideOf(other) : null };
    return [{ agent: named.agent, delegated: named.delegated, sides }];
  });
}

function sideOf({ runs, labels, missing, tokens }: AgentEntry): AgentSide {
  const counts = new Map(Object.entries(labels));
  const judged = [...counts].reduce(
    (sum, [label, count]) => (label === 'unresolved' || label === 'not_applicable' ? sum : sum + count),
    missing,
  );
  return { runs, valid: counts.get('valid') ?? 0, judged, unresolved: counts.get('unresolved') ?? 0, tokens };
}
