// Everything that a metric is made of: its contract, the views that it reads, and the words that it answers with.
export {
  type Config,
  type ConfigFault,
  type ConfigFor,
  type ConfigTarget,
  defineMetric,
  type Metric,
  type MetricDocs,
  type Partition,
  type ScoreContext,
  type Scoring,
} from '../metrics/define-metric.ts';
export type { Execution, Manifest, MetricMetadata } from '../metrics/manifest.ts';
export { field, isObject, listField, numberField, textField } from '../model/json.ts';
export { textOf } from '../model/message.ts';
export { inputTokens } from '../model/usage.ts';
export { quote } from '../results/quote.ts';
export type { AgentOutput } from '../views/agent-output.ts';
export { type Agent, agents } from '../views/agents.ts';
export { contentCaptured } from '../views/content-captured.ts';
export { defineView, type View } from '../views/define-view.ts';
export { delegations } from '../views/delegations.ts';
export { finalAnswer } from '../views/final-answer.ts';
export { health } from '../views/health.ts';
export { type ModelCall, modelCalls } from '../views/model-calls.ts';
export { type SessionUsage, sessionUsage } from '../views/session-usage.ts';
export { type SpanTree, spanTree } from '../views/span-tree.ts';
export { terminal } from '../views/terminal.ts';
export { inputOf, type TokenCount, totalOf } from '../views/token-count.ts';
export { type ToolCall, toolCalls } from '../views/tool-calls.ts';
export {
  type AgentUsage,
  type LedgerEntry,
  type LeftOut,
  type UsageLedger,
  usageLedger,
} from '../views/usage-ledger.ts';
