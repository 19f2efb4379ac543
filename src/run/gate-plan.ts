import type { GateConfig } from '../config/loaded-config.ts';
import type { Metric } from '../metrics/define-metric.ts';
import { Failure } from '../problems/failure.ts';
import type { Scope } from '../results/outcome.ts';
import { scoreKind } from './score-kind.ts';

/** A gate on certain agents looks at their spans, whatever scope it names: a trace has many agents. */
export function gateScope({ scope = 'trace', where }: GateConfig): Scope {
  return where.agent !== undefined || where.depth !== undefined ? 'span' : scope;
}

/** Refuses a gate that its metric can never answer: Failure METRIC_SCOPE_UNSUPPORTED or CONFIG_BAD_VALUE. */
export function checkGate(gate: GateConfig, metric: Metric): void {
  const { name, partition_types: supported, direction } = metric.manifest;
  const scope = gateScope(gate);
  if (!supported.includes(scope))
    throw new Failure('METRIC_SCOPE_UNSUPPORTED', { metric: name, scope, known: supported.join(', ') }, gate.at);
  const refuse = (value: string, expected: string): Failure =>
    new Failure('CONFIG_BAD_VALUE', { key: `gate on ${name}`, value, expected }, gate.at);
  if (direction === 'neutral' && gate.statistic !== 'count') {
    const { maxDrop, maxRise } = gate.compareTo ?? {};
    const isOneSided = gate.atLeast !== undefined || gate.atMost !== undefined;
    if (isOneSided || (maxDrop === undefined) !== (maxRise === undefined))
      throw refuse('a one-sided bound', '`between: [a, b]` or `max_change`, as the metric is neutral');
  }
  if (gate.statistic === 'rate' && !scoreKind(metric, scope).isRate) {
    const expected = `mean, min, max, median, p95, count or lower_bound: its scores over a ${scope} are not yes or no`;
    throw refuse('a rate', expected);
  }
  // What scale a metric of the user or of a judge has is its own business.
  if (metric.elsewhere) return;
  const [least, most] = gate.statistic === 'count' ? [0, null] : scoreKind(metric, scope).range;
  const outside = boundsOf(gate).find((bound) => bound < least || (most !== null && bound > most));
  if (outside !== undefined)
    throw refuse(
      String(outside),
      most === null ? `${least} or more` : `a number from ${least} to ${most}, as its scores are`,
    );
}

function boundsOf({ atLeast, atMost, between }: GateConfig): readonly number[] {
  return [atLeast, atMost, ...(between ?? [])].filter((bound) => bound !== undefined);
}
