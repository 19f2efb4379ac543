import type { Constraint } from '../model/constraint.ts';
import type { Json } from '../model/json.ts';
import type { Span, ToolDefinition } from '../model/span.ts';
import type { Session, Trace } from '../model/trace.ts';
import type { PriceTable } from '../prices/price-table.ts';
import type { Grounds, Outcome, Verdict } from '../results/outcome.ts';
import type { Agent } from '../views/agents.ts';
import type { Manifest } from './manifest.ts';

/** What is scored, with the context that a verdict about it may need. */
export type Partition =
  | { readonly type: 'span'; readonly span: Span; readonly agent?: Agent; readonly trace: Trace }
  | { readonly type: 'trace'; readonly trace: Trace }
  | { readonly type: 'session'; readonly session: Session };

/** Configuration values after defaults, config, targets and --set, by key of the manifest's config_schema. */
export type Config = Readonly<Record<string, Json>>;

/** The configuration for one target: target-scoped entries may change it, or switch the target off. */
export type ConfigFor = (target: ConfigTarget) => Config | 'disabled';

/** What a target-scoped entry is matched against. */
export interface ConfigTarget {
  readonly span: Span;
  readonly agent?: Agent;
}

/** A tool as a project declares it: what a recording says of its tools is added to this. */
export interface DeclaredTool extends ToolDefinition {
  /** Other names under which a call of it is recorded. */
  readonly aliases?: readonly string[];
}

/** What a project declares for every run. What the case of a run declares takes its place. */
export interface Declared {
  readonly constraints?: readonly Constraint[];
  readonly tools?: readonly DeclaredTool[];
  /** Tools that the framework of a source provides itself, by the name of the source: they count as declared. */
  readonly frameworkTools?: ReadonlyMap<string, readonly string[]>;
  readonly prices?: PriceTable;
}

/** What a scorer is given besides its partition. It keeps no state between calls. */
export interface ScoreContext {
  /** The configuration that holds for the whole partition. */
  readonly config: Config;
  /** The configuration that holds for one span of it. */
  readonly configFor: ConfigFor;
  /** Outcomes of the metrics named in `dependencies`, for this partition. */
  readonly dependencies: ReadonlyMap<string, readonly Outcome[]>;
  readonly declared: Declared;
}

/** One count for a table of the summary, such as calls (column) of a tool (key). Counts add up over partitions. */
export interface TableCount {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly count: number;
}

/** One answer. A metric family names which of its metrics it is. */
export type Scoring = Verdict & Grounds & { readonly metric?: string };

/** Prose of a metric's page that its manifest has no place for. */
export interface MetricDocs {
  readonly whenItMisleads: readonly string[];
  /** Decisions where the contract leaves a question open. */
  readonly decisions: readonly string[];
}

/** A rule for a configuration that JSON Schema alone does not state. */
export interface ConfigFault {
  readonly key: string;
  readonly expected: string;
}

/** What became of a partition that was scored elsewhere. The answer is whatever the scorer gave. */
export type ScoredElsewhere =
  | { readonly answer: unknown }
  | { readonly failed: 'metric_timeout' | 'metric_failed'; readonly message: string };

/** A scorer that does not run in this thread: that of a metric of the user, which may take too long or crash. */
export interface Elsewhere {
  /** Never rejects. */
  score(session: Session, partition: Partition, context: ScoreContext): Promise<ScoredElsewhere>;
  close(): Promise<void>;
}

/** A metric: its manifest and a pure scorer. It reads no file and never waits. */
export interface Metric {
  readonly manifest: Manifest;
  readonly docs: MetricDocs;
  /** Refuses a configuration that the schema accepts; undefined when it is fine. */
  checkConfig?(config: Config): ConfigFault | undefined;
  score(partition: Partition, context: ScoreContext): Scoring | readonly Scoring[];
  /** Scores in place of `score`. */
  readonly elsewhere?: Elsewhere;
  /** What an outcome of this metric adds to the tables of its summary. */
  tables?(outcome: Outcome): readonly TableCount[];
}

/** Declares a metric. A plain identity: it gives the object its type and a place to look for its meaning. */
export function defineMetric(metric: Metric): Metric {
  return metric;
}
