import type { JsonObject } from '../model/json.ts';
import type { SpanKind } from '../model/span.ts';
import type { Scope } from '../results/outcome.ts';

/** The manifest of a metric, in its wire form: what it scores, what it needs, how it is configured and run. */
export interface Manifest {
  readonly manifest_version: '1';
  readonly kind: 'trace_metric' | 'judge_metric' | 'code_metric';
  /** Id `area.noun`. */
  readonly name: string;
  /** Semantic version; rises when any score could change. */
  readonly version: string;
  readonly display_name: string;
  readonly description: string;
  readonly metric_type: 'pointwise' | 'pairwise';
  readonly scorer_contract: 'per_row';
  readonly direction: 'higher_is_better' | 'lower_is_better' | 'neutral';
  readonly entrypoint: string;
  readonly target_kind: SpanKind;
  readonly required_kinds: readonly SpanKind[];
  readonly required_columns: readonly string[];
  readonly accepts: readonly { readonly name: string }[];
  readonly partition_types: readonly Scope[];
  readonly dependencies: readonly string[];
  readonly unsupported_trace_shapes: readonly string[];
  readonly execution: Execution;
  readonly config_schema: JsonObject;
  readonly metric_metadata: MetricMetadata;
}

export interface Execution {
  readonly processing_kind: 'cpu' | 'llm' | 'process';
  readonly max_concurrency: number;
  readonly timeout_seconds: number;
  readonly emits_metric_family: boolean;
  readonly function_name: string | null;
}

export interface MetricMetadata {
  readonly summary: string;
  readonly methodology: readonly string[];
  readonly score_semantics: string;
  readonly worked_example: string;
  /** For a metric of the user, whose page has no other place for it. */
  readonly when_it_misleads?: readonly string[];
  readonly maps_to?: readonly { readonly taxonomy: string; readonly taxonomy_version: string; readonly id: string }[];
}
