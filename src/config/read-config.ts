import { Failure } from '../problems/failure.ts';
import { isFailure } from '../problems/is-failure.ts';
import { faulty } from './finding.ts';
import { FOREIGN_AT_TOP, type ForeignKey, type UnreadKey, unreadKeys } from './foreign-keys.ts';
import type { ConfigMap, ConfigValue, Declaration, LoadedConfig } from './loaded-config.ts';
import { asMap, asTexts, badValue, type Positioned, parsePositioned, refuseUnknownKeys } from './positioned.ts';
import { readCustomMetrics } from './read-custom-metrics.ts';
import { readGates } from './read-gates.ts';
import { readMetricConfigs } from './read-metric-configs.ts';
import { readPrices } from './read-prices.ts';

const SECTION = 'muster';
const OURS = [
  'metrics',
  'metric_configs',
  'gates',
  'cases',
  'judge',
  'constraints',
  'tools',
  'prices',
  'python',
  'redact',
];
const THEIRS = ['metrics_to_run', 'custom_metrics'];
const UNINDENTED: ReadonlyMap<string, ForeignKey> = new Map([
  ...FOREIGN_AT_TOP,
  ...OURS.map(
    (key) => [key, { reason: `it stands under ${SECTION}`, todo: `indent it under \`${SECTION}:\`` }] as const,
  ),
]);
/** In a file of agents-cli, `metrics` rather stands for its own list. */
const FOREIGN_HERE: ReadonlyMap<string, ForeignKey> = new Map([...UNINDENTED, ...FOREIGN_AT_TOP]);

/**
 * Reads a configuration. Everything of ours stands under `muster:`; `metrics_to_run` and `custom_metrics` are those of
 * agents-cli. Throws Failure CONFIG_UNREADABLE, CONFIG_UNKNOWN_KEY, CONFIG_FOREIGN_KEY or CONFIG_BAD_VALUE with file and
 * line.
 */
export function readConfig(path: string, text: string): LoadedConfig {
  return read(path, text, (attempt) => attempt());
}

/** A configuration as far as it can be read, and every part that is refused. Throws Failure CONFIG_UNREADABLE. */
export function checkConfig(path: string, text: string): { config: LoadedConfig; refusals: readonly Failure[] } {
  const refusals: Failure[] = [];
  const config = read(path, text, (attempt, otherwise) => {
    try {
      return attempt();
    } catch (error) {
      if (!isFailure(error)) throw error;
      refusals.push(error);
      return otherwise;
    }
  });
  return { config, refusals };
}

/** Reads one part; what stands in its place where it is refused and reading goes on. */
type Attempt = <T>(read: () => T, otherwise: T) => T;

function read(path: string, text: string, attempt: Attempt): LoadedConfig {
  const file = parsePositioned(path, text);
  const isShared = isSharedFile(path, file.value);
  const unread = unreadKeys(file, [], file.value, [SECTION, ...THEIRS], isShared ? FOREIGN_HERE : UNINDENTED);
  if (!isShared)
    for (const { code, facts, at } of unread) attempt(() => refuse(new Failure(code, facts, at)), undefined);
  for (const key of THEIRS)
    attempt(() => (isListOrAbsent(file.value[key]) ? undefined : refuse(badList(file, key))), undefined);
  const custom = readCustomMetrics(file);
  const section = file.value[SECTION];
  const ours: ConfigMap =
    section === undefined || section === null ? {} : attempt(() => asMap(file, [SECTION], section), {});
  attempt(() => refuseUnknownKeys(file, [SECTION], ours, OURS), undefined);
  return {
    path,
    value: file.value,
    ...readSection(file, ours, attempt),
    metricsToRun: textsIn(file.value.metrics_to_run),
    customMetrics: custom.metrics,
    findings: [...(isShared ? unread.map(({ code, facts, at }) => faulty(code, facts, at)) : []), ...custom.findings],
    notes: [...(isShared ? unread.map((each) => unreadNote(each)) : []), ...lintNotes(custom.findings.length)],
    placeOf: (place) => file.placeOf(place),
  };
}

function refuse(failure: Failure): never {
  throw failure;
}

function isListOrAbsent(value: ConfigValue | undefined): boolean {
  return value === undefined || value === null || Array.isArray(value);
}

function badList(file: Positioned, key: string): Failure {
  return badValue(file, [key], file.value[key], 'a list of metrics');
}

/** agents-cli drops such a key without a word. */
function unreadNote({ key, facts }: UnreadKey): string {
  const why = facts.reason === undefined ? `.${facts.near}` : `: ${facts.reason}`;
  return `${key}: not read, neither here nor by agents-cli${why}`;
}

function lintNotes(findings: number): string[] {
  if (findings === 0) return [];
  return [`custom_metrics: \`muster lint\` has ${findings} ${findings === 1 ? 'thing' : 'things'} to say`];
}

/** A configuration of agents-cli that may also be ours: by its name, or by what it holds under a name of its own. */
function isSharedFile(path: string, value: ConfigMap): boolean {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  if (/^muster\.ya?ml$/.test(name)) return false;
  return /^eval_config\.(ya?ml|json)$/.test(name) || THEIRS.some((key) => value[key] !== undefined);
}

/** The names in a list of agents-cli, whose other entries are its own business. */
function textsIn(value: ConfigValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

type Section = Pick<
  LoadedConfig,
  'metrics' | 'metricConfigs' | 'gates' | 'cases' | 'prices' | 'constraints' | 'tools' | 'redact'
>;

function readSection(file: Positioned, ours: ConfigMap, attempt: Attempt): Section {
  /** One key of the section, where it is given and not refused. */
  const part = <T>(key: string, read: (value: ConfigValue, at: readonly string[]) => T): T | undefined => {
    const value = ours[key];
    return value === undefined ? undefined : attempt<T | undefined>(() => read(value, [SECTION, key]), undefined);
  };
  const metrics = part('metrics', (value, at) => asTexts(file, at, value));
  const cases = part('cases', (value, at) => {
    if (typeof value !== 'string') throw badValue(file, at, value, 'the path of a file of cases');
    return value;
  });
  const prices = part('prices', (value, at) =>
    typeof value === 'string' ? value : readPrices(file, at, asMap(file, at, value)),
  );
  const constraints = part('constraints', (value, at) =>
    readDeclared(file, at, value, 'a list of constraints, or the path of such a file'),
  );
  const tools = part('tools', (value, at) =>
    readDeclared(file, at, value, 'a list of tools, tools by name, or the path of such a file'),
  );
  return {
    ...(metrics !== undefined && { metrics }),
    metricConfigs: part('metric_configs', (value, at) => readMetricConfigs(file, at, value)) ?? new Map(),
    gates: part('gates', (value, at) => readGates(file, at, value)) ?? [],
    ...(cases !== undefined && { cases }),
    ...(prices !== undefined && { prices }),
    ...(constraints !== undefined && { constraints }),
    ...(tools !== undefined && { tools }),
    redact: part('redact', (value, at) => asTexts(file, at, value)) ?? [],
  };
}

/** A path, or what is declared, whose values are checked by what uses them. */
function readDeclared(
  file: Positioned,
  at: readonly string[],
  value: ConfigValue,
  expected: string,
): string | Declaration {
  if (typeof value === 'string' && value.trim() !== '') return value;
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || (!isList && at.at(-1) === 'constraints'))
    throw badValue(file, at, value, expected);
  return { value, placeOf: (path) => file.placeOf([...at, ...path]) };
}

/** Where a configuration is looked for, in this order. */
export const CONFIG_PLACES = [
  'muster.yaml',
  'muster.yml',
  'tests/eval/eval_config.yaml',
  'tests/eval/eval_config.yml',
  'tests/eval/eval_config.json',
  'eval/eval_config.yaml',
  'eval/eval_config.yml',
  'eval/eval_config.json',
];
