import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import { metric as delegatedValidity } from './agent.delegated_validity/metric.ts';
import { metric as subagentValidity } from './agent.subagent_validity/metric.ts';
import type { Metric } from './define-metric.ts';
import { metric as criticalPath } from './latency.critical_path/metric.ts';
import { metric as runTime } from './latency.root/metric.ts';
import { metric as constraintSatisfaction } from './process.constraint_satisfaction/metric.ts';
import { metric as humanEscalation } from './process.human_escalation/metric.ts';
import { metric as loopTermination } from './process.loop_termination/metric.ts';
import { metric as steps } from './process.steps/metric.ts';
import { metric as toolCallCorrectness } from './process.tool_call_correctness/metric.ts';
import { metric as textBleu } from './text.bleu/metric.ts';
import { metric as textContains } from './text.contains/metric.ts';
import { metric as textExact } from './text.exact/metric.ts';
import { metric as textJsonSchema } from './text.json_schema/metric.ts';
import { metric as textRegex } from './text.regex/metric.ts';
import { metric as textRouge1 } from './text.rouge_1/metric.ts';
import { metric as textRougeL } from './text.rouge_l/metric.ts';
import { metric as trajectoryAnyOrder } from './trajectory.any_order/metric.ts';
import { metric as trajectoryExact } from './trajectory.exact/metric.ts';
import { metric as trajectoryF1 } from './trajectory.f1/metric.ts';
import { metric as trajectoryInOrder } from './trajectory.in_order/metric.ts';
import { metric as maxCalls } from './trajectory.max_calls/metric.ts';
import { metric as trajectoryPrecision } from './trajectory.precision/metric.ts';
import { metric as trajectoryRecall } from './trajectory.recall/metric.ts';
import { metric as toolForbidden } from './trajectory.tool_forbidden/metric.ts';
import { metric as toolUsed } from './trajectory.tool_used/metric.ts';
import { metric as completeness } from './tree.completeness/metric.ts';
import { metric as delegationDepth } from './tree.delegation_depth/metric.ts';
import { metric as duplicateWork } from './tree.duplicate_work/metric.ts';
import { metric as fanOut } from './tree.fan_out/metric.ts';
import { metric as handoffRetention } from './tree.handoff_retention/metric.ts';
import { metric as orphanSpans } from './tree.orphan_spans/metric.ts';
import { metric as redundantSubagents } from './tree.redundant_subagents/metric.ts';
import { metric as repeatedCalls } from './tree.repeated_calls/metric.ts';
import { metric as toolErrorRate } from './tree.tool_error_rate/metric.ts';
import { metric as toolErrorRecovery } from './tree.tool_error_recovery/metric.ts';
import { metric as cost } from './usage.cost/metric.ts';
import { metric as tokens } from './usage.tokens/metric.ts';

/** Every built-in metric, in the order in which reports show them. */
export const METRICS: readonly Metric[] = [
  subagentValidity,
  delegatedValidity,
  constraintSatisfaction,
  toolCallCorrectness,
  loopTermination,
  steps,
  humanEscalation,
  delegationDepth,
  fanOut,
  orphanSpans,
  completeness,
  toolErrorRate,
  toolErrorRecovery,
  repeatedCalls,
  duplicateWork,
  redundantSubagents,
  handoffRetention,
  tokens,
  cost,
  runTime,
  criticalPath,
  trajectoryExact,
  trajectoryInOrder,
  trajectoryAnyOrder,
  trajectoryPrecision,
  trajectoryRecall,
  trajectoryF1,
  toolUsed,
  toolForbidden,
  maxCalls,
  textExact,
  textContains,
  textRegex,
  textJsonSchema,
  textRouge1,
  textRougeL,
  textBleu,
];

/** The metric of an id. Throws Failure METRIC_UNKNOWN with the nearest ids. */
export function metricNamed(name: string, metrics: readonly Metric[] = METRICS): Metric {
  const found = metrics.find((metric) => metric.manifest.name === name);
  if (found) return found;
  throw new Failure('METRIC_UNKNOWN', {
    name,
    near: didYouMean(
      name,
      metrics.map((metric) => metric.manifest.name),
    ),
  });
}
