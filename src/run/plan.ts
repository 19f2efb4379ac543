import type { GateConfig, LoadedConfig, MetricConfig } from '../config/loaded-config.ts';
import type { Config, Declared, Metric } from '../metrics/define-metric.ts';
import { managedMetric } from '../metrics/managed-catalog.ts';
import { orderByDependencies } from '../metrics/order-by-dependencies.ts';
import { METRICS, metricNamed } from '../metrics/registry.ts';
import { type ConfigInput, NO_CONFIG_INPUT, type ResolvedConfig, resolveConfig } from '../metrics/resolve-config.ts';
import type { PriceTable } from '../prices/price-table.ts';
import { Failure } from '../problems/failure.ts';
import { formatAt } from '../problems/problem.ts';
import type { Scope } from '../results/outcome.ts';
import { type Choice, chooseMetrics, metricAt } from './choose-metrics.ts';
import { declaredBy } from './declared.ts';
import { checkGate, gateScope } from './gate-plan.ts';
import type { Grouping } from './groupings.ts';
import { parseFailBelow, parseOverrides } from './overrides.ts';
import { trialMetric } from './trial-metric.ts';

/** What is asked of a run, besides the configuration file. */
export interface PlanRequest {
  /** Ids and globs; undefined: those of the configuration, else all. */
  readonly metrics?: readonly string[];
  /** The scope of the outcomes; undefined: trace, with a session summary. */
  readonly scope?: Scope;
  /** Grouping of the summaries; some need spans to be scored too. */
  readonly by?: Grouping;
  /** Repeated trials: the metric whose full score is a success; true: what cases recorded. */
  readonly trials?: string | true;
  /** `metric.key=value`. */
  readonly set: readonly string[];
  /** `metric=figure`. */
  readonly failBelow: readonly string[];
  /** Metrics that the configuration defines, and that are asked for. */
  readonly customMetrics?: readonly Metric[];
  /** Metrics of the user by the path or glob that names them among the metrics. */
  readonly userMetrics?: ReadonlyMap<string, readonly Metric[]>;
  /** Prices of models; without them only costs that recordings report are known. */
  readonly prices?: PriceTable;
  /** Errors that a gate without `max_errors` bears; 0 by default. */
  readonly maxErrors?: number;
}

/** One metric at one scope. */
export interface Job {
  readonly metric: Metric;
  readonly scope: Scope;
  readonly resolved: ResolvedConfig;
  readonly declared: Declared;
  /** Outcomes of spans that only tell the agents of the summary apart. */
  readonly forGroups?: true;
}

/** Everything that is decided before any data is read. */
export interface Plan {
  readonly scope: Scope;
  /** In dependency order. */
  readonly jobs: readonly Job[];
  readonly gates: readonly GateConfig[];
  /** Configuration of the metric that labels agent runs, whether or not it was asked for. */
  readonly validity: ResolvedConfig;
  readonly prices?: PriceTable;
  /** What the user should know about the request. */
  readonly notes: readonly string[];
}

/** Decides what runs, and refuses what cannot: unknown metrics, keys, scopes, gates. Reads no data. */
export function planRun(request: PlanRequest, config: LoadedConfig, builtIn: readonly Metric[] = METRICS): Plan {
  const byPath = request.userMetrics ?? new Map<string, readonly Metric[]>();
  const registry = withUserMetrics(builtIn, [...(request.customMetrics ?? []), ...[...byPath.values()].flat()]);
  const overrides = parseOverrides(request.set, registry);
  const defined = new Set(config.customMetrics.map(({ name }) => name));
  for (const name of config.metricConfigs.keys())
    if (!defined.has(name)) metricAt(name, registry, config.placeOf(['muster', 'metric_configs', name]));
  const { maxErrors } = request;
  const asked = [...config.gates, ...request.failBelow.map(parseFailBelow)].map((gate) =>
    gate.maxErrors === undefined && maxErrors !== undefined ? { ...gate, maxErrors } : gate,
  );
  const needed = asked.map((gate) => metricAt(gate.metric, registry, gate.at));
  const gates = asked.map((gate, index) => {
    const metric = needed[index];
    return metric && isOfCases(metric) && gate.scope === undefined ? { ...gate, scope: 'session' as const } : gate;
  });
  gates.forEach((gate, index) => {
    const metric = needed[index];
    if (metric) checkGate(gate, metric);
  });
  const decides = trialMetric(request.trials, registry);
  if (decides) needed.push(decides);
  const chosen = chooseMetrics(request.metrics, config, registry, byPath);
  const metrics = orderByDependencies(
    registry.filter((metric) => chosen.metrics.includes(metric) || needed.includes(metric)),
    registry,
  );
  const resolve = (metric: Metric): ResolvedConfig => {
    const { name } = metric.manifest;
    return resolveConfig(metric, inputOf(config.metricConfigs.get(name), overrides.get(name)));
  };
  // A configuration is checked even where its metric does not run.
  const everyConfig = new Map(registry.map((metric) => [metric, resolve(metric)]));
  refuseSharedNames(everyConfig);
  const { prices } = request;
  const declared = { ...declaredBy(config), ...(prices && { prices }) };
  const labelling = metricNamed('agent.subagent_validity');
  const validity = everyConfig.get(labelling) ?? resolve(labelling);
  const jobs = metrics.flatMap((metric): Job[] => {
    const resolved = everyConfig.get(metric) ?? resolve(metric);
    const scopes = scopesOf(metric, request, gates, chosen, metric === decides);
    const scored = scopes.map((scope): Job => ({ metric, scope, resolved, declared }));
    const isSpanless = scopes.length > 0 && !scopes.includes('span') && tellsAgentsApart(metric);
    return isSpanless ? [{ metric, scope: 'span', resolved, declared, forGroups: true }, ...scored] : scored;
  });
  if (jobs.length === 0) throw new Failure('CLI_BAD_USAGE', { reason: 'no metric is left to run', command: 'grade' });
  return {
    scope: request.scope ?? 'trace',
    jobs,
    gates,
    validity,
    ...(prices && { prices }),
    notes: [...notesOf(gates, chosen, registry), ...(request.metrics ? [] : notRun(config, registry))],
  };
}

/** A judge or a function of an evaluation config is asked once a case: all turns of a conversation together. */
function isOfCases({ manifest: { kind } }: Metric): boolean {
  return kind !== 'trace_metric';
}

/** The built-in metrics and those of the user, each name once. */
function withUserMetrics(builtIn: readonly Metric[], own: readonly Metric[]): Metric[] {
  const metrics = [...builtIn];
  for (const metric of new Set(own)) {
    const { name } = metric.manifest;
    if (metrics.some(({ manifest }) => manifest.name === name)) throw new Failure('METRIC_NAME_TAKEN', { name });
    metrics.push(metric);
  }
  return metrics;
}

/** A trace has many agents: groups of agents are groups of spans, also where no span is asked for and it costs nothing. */
function tellsAgentsApart({ manifest, elsewhere }: Metric): boolean {
  return manifest.partition_types.includes('span') && manifest.execution.processing_kind === 'cpu' && !elsewhere;
}

/** Two metrics under one name would be summed up as one. */
function refuseSharedNames(configs: ReadonlyMap<Metric, ResolvedConfig>): void {
  const owners = new Map([...configs.keys()].map((metric) => [metric.manifest.name, metric]));
  for (const [metric, { emittedName }] of configs) {
    const owner = owners.get(emittedName);
    if (owner && owner !== metric) {
      const key = `${metric.manifest.name}.metric_name`;
      const expected = `a name of its own: ${owner.manifest.name} has it`;
      throw new Failure('CONFIG_BAD_VALUE', { key, value: emittedName, expected });
    }
    owners.set(emittedName, metric);
  }
}

/** What the list of agents-cli asks for and nothing here runs. */
function notRun({ metricsToRun }: LoadedConfig, registry: readonly Metric[]): string[] {
  const known = new Set(registry.map(({ manifest }) => manifest.name));
  const names = metricsToRun.filter((name) => !known.has(name) && !known.has(name.trim().toLowerCase()));
  return names.map((name) => {
    const what = managedMetric(name) ? 'a managed metric, and this version has none' : 'no metric that is defined here';
    return `metrics_to_run: ${name} is not run: it is ${what}`;
  });
}

function notesOf(gates: readonly GateConfig[], { shared }: Choice, registry: readonly Metric[]): string[] {
  const notes = shared.map((id) => `metrics_to_run: agents-cli will refuse ${id}; muster.metrics is its place`);
  for (const { at, metric, calibration } of gates) {
    if (calibration === undefined || kindOf(metric, registry) === 'judge_metric') continue;
    const place = at ? `${formatAt({ file: at.file, line: at.line ?? 1 })}: ` : '';
    notes.push(`${place}calibration is of judge metrics, and ${metric} is none`);
  }
  return notes;
}

function kindOf(name: string, registry: readonly Metric[]): string | undefined {
  return registry.find(({ manifest }) => manifest.name === name)?.manifest.kind;
}

function inputOf(configured: MetricConfig | undefined, overrides: Config = {}): ConfigInput {
  if (!configured) return { ...NO_CONFIG_INPUT, overrides };
  return { config: configured.config, targets: configured.targets, overrides, placeOf: configured.placeOf };
}

/** Scope asked for, else trace and session; and what the gates need. */
function scopesOf(
  metric: Metric,
  { scope, by }: PlanRequest,
  gates: readonly GateConfig[],
  { named }: Choice,
  decidesTrials: boolean,
): Scope[] {
  const { name, partition_types: supported } = metric.manifest;
  const wanted = new Set<Scope>();
  if (scope === undefined)
    for (const each of isOfCases(metric) ? (['session'] as const) : (['trace', 'session'] as const))
      if (supported.includes(each)) wanted.add(each);
  if (scope !== undefined) {
    if (supported.includes(scope)) wanted.add(scope);
    else if (named.has(name))
      throw new Failure('METRIC_SCOPE_UNSUPPORTED', { metric: name, scope, known: supported.join(', ') });
  }
  for (const gate of gates) if (gate.metric === name) wanted.add(gateScope(gate));
  if (decidesTrials) wanted.add('trace');
  if ((by === 'agent' || by === 'depth') && supported.includes('span')) wanted.add('span');
  return (['span', 'trace', 'session'] as const).filter((each) => wanted.has(each));
}
