import type { Json } from '../model/json.ts';
import type { Span } from '../model/span.ts';
import type { Session, Trace } from '../model/trace.ts';
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

/** What a scorer is given besides its partition. It keeps no state between calls. */
export interface ScoreContext {
  /** The configuration that holds for the whole partition. */
  readonly config: Config;
  /** The configuration that holds for one span of it. */
  readonly configFor: ConfigFor;
  /** Outcomes of the metrics named in `dependencies`, for this partition. */
  readonly dependencies: ReadonlyMap<string, readonly Outcome[]>;
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

/** A metric: its manifest and a pure scorer. It reads no file and never waits. */
export interface Metric {
  readonly manifest: Manifest;
  readonly docs: MetricDocs;
  /** Refuses a configuration that the schema accepts; undefined when it is fine. */
  checkConfig?(config: Config): ConfigFault | undefined;
  score(partition: Partition, context: ScoreContext): Scoring | readonly Scoring[];
}

/** Declares a metric. A plain identity: it gives the object its type and a place to look for its meaning. */
export function defineMetric(metric: Metric): Metric {
  return metric;
}
