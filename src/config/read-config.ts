import { didYouMean } from '../problems/near-names.ts';
import type { ConfigMap, ConfigValue, Declaration, LoadedConfig } from './loaded-config.ts';
import { asMap, asTexts, badValue, type Positioned, parsePositioned, refuseUnknownKeys } from './positioned.ts';
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
const LATER = ['judge', 'python'];
const THEIRS = ['metrics_to_run', 'custom_metrics'];

/**
 * Reads a configuration. Everything of ours stands under `muster:`; `metrics_to_run` and `custom_metrics` are those of
 * agents-cli. Throws Failure CONFIG_UNREADABLE, CONFIG_UNKNOWN_KEY or CONFIG_BAD_VALUE with file and line.
 */
export function readConfig(path: string, text: string): LoadedConfig {
  const file = parsePositioned(path, text);
  const isShared = isSharedFile(path, file.value);
  const notes: string[] = isShared ? [...foreignNotes(file.value)] : [];
  if (!isShared) refuseUnknownKeys(file, [], file.value, [SECTION, ...THEIRS]);
  for (const key of THEIRS) {
    const theirs = file.value[key];
    if (theirs === undefined || theirs === null) continue;
    if (!Array.isArray(theirs)) throw badValue(file, [key], theirs, 'a list of metrics');
    if (theirs.length) notes.push(`${key}: the metrics of agents-cli are not run by this version`);
  }
  const section = file.value[SECTION];
  const ours = section === undefined || section === null ? {} : asMap(file, [SECTION], section);
  refuseUnknownKeys(file, [SECTION], ours, OURS);
  for (const key of LATER) if (ours[key] !== undefined) notes.push(`muster.${key}: not used by this version`);
  const metricsToRun = textsIn(file.value.metrics_to_run);
  return {
    path,
    value: file.value,
    ...readSection(file, ours),
    metricsToRun,
    notes,
    placeOf: (place) => file.placeOf(place),
  };
}

/** A configuration of agents-cli that may also be ours: by its name, or by what it holds under a name of its own. */
function isSharedFile(path: string, value: ConfigMap): boolean {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  if (/^muster\.ya?ml$/.test(name)) return false;
  return /^eval_config\.(ya?ml|json)$/.test(name) || THEIRS.some((key) => value[key] !== undefined);
}

/** Keys that neither tool reads. agents-cli drops them without a word. */
function foreignNotes(value: ConfigMap): string[] {
  const known = [SECTION, ...THEIRS];
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `${key}: not read, neither here nor by agents-cli.${didYouMean(key, known)}`);
}

/** The names in a list of agents-cli, whose other entries are its own business. */
function textsIn(value: ConfigValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

type Section = Pick<
  LoadedConfig,
  'metrics' | 'metricConfigs' | 'gates' | 'cases' | 'prices' | 'constraints' | 'tools' | 'redact'
>;

function readSection(file: Positioned, ours: ConfigMap): Section {
  const at = (key: string): readonly string[] => [SECTION, key];
  const given = (key: string): ConfigValue | undefined => ours[key];
  const { cases } = ours;
  if (cases !== undefined && typeof cases !== 'string')
    throw badValue(file, at('cases'), cases, 'the path of a file of cases');
  const metrics = given('metrics');
  const configs = given('metric_configs');
  const gates = given('gates');
  const redact = given('redact');
  const prices = given('prices');
  const constraints = given('constraints');
  const tools = given('tools');
  return {
    ...(metrics !== undefined && { metrics: asTexts(file, at('metrics'), metrics) }),
    metricConfigs: configs === undefined ? new Map() : readMetricConfigs(file, at('metric_configs'), configs),
    gates: gates === undefined ? [] : readGates(file, at('gates'), gates),
    ...(cases !== undefined && { cases }),
    ...(prices !== undefined && {
      prices: typeof prices === 'string' ? prices : readPrices(file, at('prices'), asMap(file, at('prices'), prices)),
    }),
    ...(constraints !== undefined && {
      constraints: readDeclared(
        file,
        at('constraints'),
        constraints,
        'a list of constraints, or the path of such a file',
      ),
    }),
    ...(tools !== undefined && {
      tools: readDeclared(file, at('tools'), tools, 'a list of tools, tools by name, or the path of such a file'),
    }),
    redact: redact === undefined ? [] : asTexts(file, at('redact'), redact),
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
