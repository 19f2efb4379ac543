import type { At, Problem } from '../problems/problem.ts';
import type { ConfigMap, Path } from './loaded-config.ts';

/** What every entry of `custom_metrics` has. */
interface CustomMetricEntry {
  /** In lower case, as results spell it. */
  readonly name: string;
  /** As written: `metrics_to_run` is compared with this. */
  readonly writtenName: string;
  /** The entry as data. */
  readonly value: ConfigMap;
  /** Why it cannot run; empty for a sound entry. */
  readonly faults: readonly Problem[];
  /** Place of a value of the entry; of the entry itself without a path. */
  placeOf(...path: Path): At;
}

/** An entry with a `prompt_template`, which a judge fills in a score for. */
export interface JudgeMetricConfig extends CustomMetricEntry {
  readonly kind: 'judge';
  readonly template: string;
  /** Absent: the judge of the run. */
  readonly model?: string;
  /** How often the judge is asked, 1 to 32. */
  readonly samples: number;
  readonly systemInstruction?: string;
  readonly generationConfig: ConfigMap;
  readonly returnRawOutput: boolean;
  /** Python source with `parse_results(list[str])`. */
  readonly resultParsingFunction?: string;
}

/** Where the source of a function stands. */
export type FunctionSource =
  | { readonly kind: 'inline'; readonly key: 'custom_function' | 'remote_custom_function'; readonly text: string }
  /** Relative to the configuration. */
  | { readonly kind: 'file'; readonly key: 'custom_function_file'; readonly path: string };

/** An entry with a function of the user. */
export interface CodeMetricConfig extends CustomMetricEntry {
  readonly kind: 'code';
  readonly source: FunctionSource;
  readonly execution: 'local' | 'remote';
}

/** An entry without a body, which sets parameters of a managed metric. */
export interface ManagedMetricConfig extends CustomMetricEntry {
  readonly kind: 'managed';
  readonly parameters: ConfigMap;
}

/** One entry of `custom_metrics`. */
export type CustomMetric = JudgeMetricConfig | CodeMetricConfig | ManagedMetricConfig;
