import type { At } from '../problems/problem.ts';
import type { CustomMetric } from './custom-metric.ts';
import type { Finding } from './finding.ts';

/** A configuration value, as YAML or JSON holds it. */
export type ConfigValue =
  | null
  | boolean
  | number
  | string
  | readonly ConfigValue[]
  | { readonly [key: string]: ConfigValue };

/** Values by key. */
export type ConfigMap = { readonly [key: string]: ConfigValue };

/** US dollars for a million tokens, or prices that rise with the input of a call. */
export type DeclaredRate =
  | number
  | { readonly base: number; readonly tiers: readonly { readonly above: number; readonly usd: number }[] };

/** The prices of one model, or of all whose names begin alike (`acme-*`). */
export interface DeclaredPrice {
  readonly model: string;
  readonly input: DeclaredRate;
  readonly output: DeclaredRate;
  readonly cacheRead?: DeclaredRate;
  readonly cacheWrite?: DeclaredRate;
  readonly cacheWrite1h?: DeclaredRate;
}

/** Which spans a target-scoped entry holds for. Names are globs. */
export interface TargetMatch {
  readonly agent?: string;
  readonly model?: string;
  readonly depth?: number;
  readonly delegated?: boolean;
  readonly attributes?: ConfigMap;
}

/** Configuration of one target of a metric. */
export interface TargetConfig {
  readonly match: TargetMatch;
  readonly config: ConfigMap;
  /** Absent: as the targets before it say. */
  readonly enabled?: boolean;
  readonly at?: At;
  /** Place of a key of `config`. */
  placeOf(key: string): At | undefined;
}

/** Keys and indices from the top of the file down to a value. */
export type Path = readonly (string | number)[];

/** Something that a project declares, from the configuration or from a file of its own, with the places of its values. */
export interface Declaration {
  readonly value: ConfigValue;
  placeOf(path: Path): At;
}

/** What a file says about one metric. */
export interface MetricConfig {
  readonly config: ConfigMap;
  readonly targets: readonly TargetConfig[];
  /** Place of a key of `config`. */
  placeOf(key: string): At | undefined;
}

export const STATISTICS = ['mean', 'min', 'max', 'median', 'p95', 'rate', 'count', 'lower_bound'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** A gate as configured. Exactly one condition is set, besides `compareTo`. */
export interface GateConfig {
  readonly metric: string;
  readonly scope?: 'span' | 'trace' | 'session';
  readonly statistic: Statistic;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly between?: readonly [number, number];
  readonly where: Readonly<Record<string, string>>;
  readonly minCoverage?: number;
  readonly maxErrors?: number;
  readonly compareTo?: {
    readonly run: string;
    readonly maxDrop?: number;
    readonly maxRise?: number;
    readonly maxChange?: number;
  };
  readonly calibration?: 'required' | 'waived';
  readonly at?: At;
}

/** A configuration file, read and checked as far as that needs no registry. */
export interface LoadedConfig {
  /** As the user named it, or as it was found; absent when there is none. */
  readonly path?: string;
  /** The whole file as data, for the hash. */
  readonly value: ConfigMap;
  /** Ids, globs or paths of metrics; undefined: all whose needs are met. */
  readonly metrics?: readonly string[];
  readonly metricConfigs: ReadonlyMap<string, MetricConfig>;
  readonly gates: readonly GateConfig[];
  /** Path of a file of cases, relative to the configuration. */
  readonly cases?: string;
  /** Prices by model, or the path of a file of them, relative to the configuration. */
  readonly prices?: string | readonly DeclaredPrice[];
  /** The list of constraints for every run, or the path of its file, relative to the configuration. */
  readonly constraints?: string | Declaration;
  /** The tools of the project, or the path of their file, relative to the configuration. */
  readonly tools?: string | Declaration;
  readonly redact: readonly string[];
  /** Entries of `metrics_to_run`, which is a list of agents-cli: it may name metrics of ours. */
  readonly metricsToRun: readonly string[];
  /** Entries of `custom_metrics`, each name once: of two of a name the last, as agents-cli takes it. */
  readonly customMetrics: readonly CustomMetric[];
  /** What is odd about the part of agents-cli. A run bears it; lint tells it. */
  readonly findings: readonly Finding[];
  /** What the file asks for and this version does not do. */
  readonly notes: readonly string[];
  /** File and line of a value; undefined without a file. */
  placeOf(path: Path): At | undefined;
}

/** The configuration of a run without a file. */
export const NO_CONFIG: LoadedConfig = {
  value: {},
  metricConfigs: new Map(),
  gates: [],
  redact: [],
  metricsToRun: [],
  customMetrics: [],
  findings: [],
  notes: [],
  placeOf: () => undefined,
};
