// Results, the model that they speak about, and errors: what a program needs that reads what Muster wrote.
export { type AgentRun, type AgentRunScores, scoreAgentRuns } from '../metrics/score-agent-runs.ts';
export type { EvaluationCase } from '../model/case.ts';
export type { Delegation } from '../model/delegation.ts';
export type { Json, JsonObject } from '../model/json.ts';
export type { Message, Part, Role, ToolCallPart, ToolResponsePart } from '../model/message.ts';
export type {
  AgentIdentity,
  Attributes,
  OutputSource,
  Span,
  SpanError,
  SpanEvent,
  SpanKind,
  SpanLink,
  Status,
  ToolDefinition,
  ToolUse,
} from '../model/span.ts';
export type { Terminal, TerminalState } from '../model/terminal.ts';
export type { Finding, Session, Trace } from '../model/trace.ts';
export type { Cost, Usage, UsageScope } from '../model/usage.ts';
export { ALL_CODES, type Code, type CodeText, codeText, isCode } from '../problems/codes.ts';
export { Failure } from '../problems/failure.ts';
export { isFailure } from '../problems/is-failure.ts';
export { type At, type Facts, formatAt, type Problem } from '../problems/problem.ts';
export type { GateVerdict } from '../results/gate-verdict.ts';
export type {
  ExactFigure,
  Figures,
  GroupedFigures,
  GroupSummary,
  IntervalFigure,
  MetricSummary,
  Spread,
  StepFigures,
  SummaryTable,
} from '../results/metric-summary.ts';
export type { Bounds, Facets, Grounds, Outcome, PartitionRef, Ref, Scope, Verdict } from '../results/outcome.ts';
export {
  type AgentEntry,
  type AgentRates,
  type HealthEntry,
  type InputEntry,
  type MetricEntry,
  RUN_SCHEMA_VERSION,
  type RunResult,
  type TokenFigure,
  type UsageTotals,
  type ValidRate,
} from '../results/run-result.ts';
export type { PassFigure, TrialResult } from '../results/trials.ts';
