import type { CustomMetric, FunctionSource } from './custom-metric.ts';
import { DEFAULT_SAMPLES, ENTRY_FIELDS, type EntryKind, UNSUPPORTED_FIELDS } from './entry-fields.ts';
import { doubtful, type Finding, faulty } from './finding.ts';
import { FOREIGN_IN_ENTRY, unreadKeys } from './foreign-keys.ts';
import type { ConfigMap, ConfigValue, Path } from './loaded-config.ts';
import type { Positioned } from './positioned.ts';

const LIST = 'custom_metrics';
const KNOWN = ['name', ...ENTRY_FIELDS.keys(), ...UNSUPPORTED_FIELDS.keys()];
const FUNCTIONS = ['custom_function', 'custom_function_file', 'remote_custom_function'] as const;

/** The entries of a file, each name once, and what is odd about them. */
export interface ReadMetrics {
  readonly metrics: readonly CustomMetric[];
  readonly findings: readonly Finding[];
}

/** Reads `custom_metrics`. Nothing is refused here: an entry that cannot run says so in its `faults`. */
export function readCustomMetrics(file: Positioned): ReadMetrics {
  const list = file.value[LIST];
  if (!Array.isArray(list)) return { metrics: [], findings: [] };
  const findings: Finding[] = [];
  const byName = new Map<string, CustomMetric[]>();
  for (const [index, value] of (list as readonly ConfigValue[]).entries()) {
    const entry = readEntry(file, index, value, findings);
    if (!entry) continue;
    const known = byName.get(entry.name);
    if (known) known.push(entry);
    else byName.set(entry.name, [entry]);
  }
  const metrics: CustomMetric[] = [];
  for (const [name, entries] of byName) {
    const [first] = entries;
    const last = entries.at(-1);
    if (!first || !last) continue;
    metrics.push(last);
    if (first === last) continue;
    const facts = { name, count: entries.length, line: last.placeOf().line ?? 1 };
    findings.push(faulty('CUSTOM_METRIC_DUPLICATE', facts, first.placeOf()));
  }
  return { metrics, findings };
}

function readEntry(file: Positioned, index: number, value: ConfigValue, findings: Finding[]): CustomMetric | undefined {
  const path: Path = [LIST, index];
  const place = file.placeOf(path);
  if (!isMap(value)) {
    findings.push(badValue(`${LIST}[${index}]`, value, 'a mapping with a name', place));
    return undefined;
  }
  const { name: written } = value;
  if (written === undefined || written === null) {
    findings.push(faulty('CUSTOM_METRIC_NAMELESS', { number: index + 1 }, place));
    return undefined;
  }
  if (typeof written !== 'string' || written.trim() === '') {
    findings.push(
      badValue(`${LIST}[${index}].name`, written, 'a text that is not empty', file.placeOf([...path, 'name'])),
    );
    return undefined;
  }
  const name = written.trim().toLowerCase();
  const own = checkEntry(file, path, name, value);
  for (const each of own) findings.push(each);
  const faults = own.flatMap(({ severity, problem }) =>
    severity === 'error' && !isIgnored(problem.code) ? [problem] : [],
  );
  const placeOf = (...below: Path) => file.placeOf([...path, ...below]);
  return { ...bodyOf(value), name, writtenName: written, value, faults, placeOf };
}

/** Keys that agents-cli drops keep no metric from running. */
function isIgnored(code: string): boolean {
  return code === 'CONFIG_FOREIGN_KEY' || code === 'CONFIG_UNKNOWN_KEY';
}

type Body = CustomMetric extends infer Each
  ? Each extends CustomMetric
    ? Omit<Each, 'name' | 'writtenName' | 'value' | 'faults' | 'placeOf'>
    : never
  : never;

/** The kind of an entry and its values; one that does not fit is as if it were not there. */
function bodyOf(value: ConfigMap): Body {
  const source = functionOf(value);
  if (source) {
    const isRemote = source.key === 'remote_custom_function' || value.execution === 'remote';
    return { kind: 'code', source, execution: isRemote ? 'remote' : 'local' };
  }
  if (!isGiven(value, 'prompt_template'))
    return { kind: 'managed', parameters: mapAt(value, 'metric_spec_parameters') };
  const model = textAt(value, 'judge_model');
  const instruction = textAt(value, 'judge_model_system_instruction');
  const parsing = textAt(value, 'result_parsing_function');
  const samples = fitting(value, 'judge_model_sampling_count');
  return {
    kind: 'judge',
    template: textAt(value, 'prompt_template') ?? '',
    ...(model !== undefined && { model: model.trim() }),
    samples: typeof samples === 'number' ? samples : DEFAULT_SAMPLES,
    ...(instruction !== undefined && { systemInstruction: instruction }),
    generationConfig: mapAt(value, 'judge_model_generation_config'),
    returnRawOutput: fitting(value, 'return_raw_output') === true,
    ...(parsing !== undefined && { resultParsingFunction: parsing }),
  };
}

function functionOf(value: ConfigMap): FunctionSource | undefined {
  for (const key of FUNCTIONS) {
    if (!isGiven(value, key)) continue;
    const text = textAt(value, key) ?? '';
    return key === 'custom_function_file' ? { kind: 'file', key, path: text } : { kind: 'inline', key, text };
  }
  return undefined;
}

/** What is odd about one entry, in the order in which agents-cli looks at it. */
function checkEntry(file: Positioned, path: Path, name: string, value: ConfigMap): Finding[] {
  const at = (key: string) => file.placeOf([...path, key]);
  const kind = bodyOf(value).kind;
  const found: Finding[] = [];
  for (const [key, facts] of UNSUPPORTED_FIELDS)
    if (isGiven(value, key)) found.push(faulty('JUDGE_UNSUPPORTED', { key: `${name}.${key}`, ...facts }, at(key)));
  if (isGiven(value, 'custom_function') && isGiven(value, 'custom_function_file'))
    found.push(faulty('CUSTOM_METRIC_TWO_FUNCTIONS', { name }, at('custom_function_file')));
  for (const [key, { kinds, expected, fits }] of ENTRY_FIELDS) {
    const given = value[key];
    if (given === undefined || given === null) continue;
    if (!kinds.includes(kind)) found.push(doubtful('CUSTOM_METRIC_UNREAD', { key, name, ...unreadBy(kind) }, at(key)));
    else if (!fits(given)) found.push(badValue(`${name}.${key}`, given, expected, at(key)));
  }
  for (const { code, facts, at: place } of unreadKeys(file, path, value, KNOWN, FOREIGN_IN_ENTRY))
    found.push(faulty(code, { ...facts, key: `${name}.${facts.key}` }, place));
  return found;
}

function unreadBy(kind: EntryKind): { readonly reason: string; readonly todo: string } {
  if (kind === 'code') return { reason: 'a function goes before it', todo: 'drop it, or the function' };
  if (kind === 'judge')
    return { reason: 'the metric is a judge with a prompt_template', todo: 'drop it, or the prompt_template' };
  return {
    reason: 'the entry only sets the parameters of a managed metric',
    todo: 'drop it, or add a prompt_template',
  };
}

function badValue(key: string, value: ConfigValue, expected: string, at: ReturnType<Positioned['placeOf']>): Finding {
  return faulty('CONFIG_BAD_VALUE', { key, value: JSON.stringify(value), expected }, at);
}

function isGiven(value: ConfigMap, key: string): boolean {
  return value[key] !== undefined && value[key] !== null;
}

function fitting(value: ConfigMap, key: string): ConfigValue | undefined {
  const given = value[key];
  return given !== undefined && given !== null && ENTRY_FIELDS.get(key)?.fits(given) ? given : undefined;
}

function textAt(value: ConfigMap, key: string): string | undefined {
  const text = fitting(value, key);
  return typeof text === 'string' ? text : undefined;
}

function mapAt(value: ConfigMap, key: string): ConfigMap {
  const map = fitting(value, key);
  return map !== undefined && isMap(map) ? map : {};
}

function isMap(value: ConfigValue): value is ConfigMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
