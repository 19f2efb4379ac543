import { dirname, relative, resolve } from 'node:path';
import type { LoadedConfig, Path } from '../config/loaded-config.ts';
import type { Declared, Metric } from '../metrics/define-metric.ts';
import type { At } from '../problems/problem.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import { type CustomJudges, openJudges } from './custom-judges.ts';
import type { Terminal } from './terminal.ts';

/** Flags that say how metrics of a configuration run. */
export interface CustomFlags {
  /** `replay:FILE`, or the name of a model. */
  readonly judge?: string;
  /** Prompts may leave this machine. */
  readonly yes?: boolean;
  readonly python?: string;
  readonly allowOutside?: boolean;
  readonly content: 'none' | 'redacted' | 'full';
}

/** The metrics of `custom_metrics` that are asked for, ready to run. */
export interface CustomMetrics {
  readonly metrics: readonly Metric[];
  readonly judges?: CustomJudges;
  /** What of the user's code a run executes, and how. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** An entry of the list, and where its keys stand. */
interface Entry {
  readonly value: unknown;
  readonly name: string;
  placeOf(...path: readonly string[]): At | undefined;
}

/** The entries of `custom_metrics` that are asked for by name become metrics. Nothing runs before the first is scored. */
export async function customMetrics(
  asked: readonly string[],
  config: LoadedConfig,
  {
    flags,
    terminal,
    prices,
  }: { readonly flags: CustomFlags; readonly terminal: Terminal; readonly prices: Declared['prices'] },
): Promise<CustomMetrics> {
  const wanted = new Set(asked.map((name) => name.trim().toLowerCase()));
  const entries = entriesOf(config).filter(({ name }) => wanted.has(name));
  if (entries.length === 0) return { metrics: [], notes: [], close: async () => {} };
  const { isFunctionEntry } = await import('../code/function-entry.ts');
  const { asksJudge } = await import('../judges/judge-entry.ts');
  const functions = await functionMetrics(
    entries.filter(({ value }) => isFunctionEntry(value)),
    config,
    flags,
    terminal,
  );
  const templates = entries.filter(({ value }) => !isFunctionEntry(value) && asksJudge(value));
  const judges = templates.length
    ? await openJudges(templates, { config, flags, terminal, ...(prices && { prices }) })
    : undefined;
  const metrics = [...functions.metrics, ...(judges?.metrics ?? [])];
  return {
    metrics,
    ...(judges && { judges }),
    notes: functions.notes,
    close: async () => {
      await Promise.all(functions.metrics.map(({ elsewhere }) => elsewhere?.close()));
      await judges?.close();
    },
  };
}

/** The last of several entries of one name holds, as for agents-cli. */
function entriesOf(config: LoadedConfig): Entry[] {
  const list = config.value.custom_metrics;
  const byName = new Map<string, Entry>();
  for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
    const name = nameOf(value);
    const base: Path = ['custom_metrics', index];
    if (name) byName.set(name, { value, name, placeOf: (...path) => config.placeOf([...base, ...path]) });
  }
  return [...byName.values()];
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined;
  return typeof value.name === 'string' ? value.name.trim().toLowerCase() : undefined;
}

async function functionMetrics(
  entries: readonly Entry[],
  config: LoadedConfig,
  flags: CustomFlags,
  terminal: Terminal,
): Promise<{ readonly metrics: readonly Metric[]; readonly notes: readonly string[] }> {
  if (entries.length === 0) return { metrics: [], notes: [] };
  const { cwd } = terminal;
  const folder = config.path === undefined ? cwd : resolve(cwd, dirname(config.path));
  const { functionMetric } = await import('../code/function-metric.ts');
  const { readFunctionEntry } = await import('../code/function-entry.ts');
  const { choosePython } = await import('../code/choose-python.ts');
  const { projectEnv } = await import('../code/project-env.ts');
  const { DEFAULT_LIMITS } = await import('../code/function-limits.ts');
  const section = config.value.muster;
  const configured =
    typeof section === 'object' && section !== null && 'python' in section ? section.python : undefined;
  const python = choosePython({
    ...(flags.python !== undefined && { asked: flags.python }),
    ...(typeof configured === 'string' && { configured }),
    ...{ folder, cwd, env: process.env },
  });
  const { env, file } = projectEnv(folder, process.env);
  const options = {
    ...{ folder, cwd, python, env, limits: DEFAULT_LIMITS },
    allowOutside: flags.allowOutside === true,
    print: (text: string): void => terminal.err(escapeTerminal(text)),
  };
  const made = await Promise.all(
    entries.map(({ value, placeOf }) => functionMetric(readFunctionEntry(value, placeOf), options)),
  );
  const usesPython = made.some(({ code }) => code.language === 'python');
  return {
    metrics: made.map(({ metric }) => metric),
    notes: [
      ...made.map(
        ({ code }) =>
          `runs code of yours: ${code.name} (${code.file ? relative(cwd, code.file) : `in ${config.path}`})`,
      ),
      ...(usesPython ? [`its Python is ${[python.command, ...python.args].join(' ')}: ${python.because}`] : []),
      ...(file === undefined ? [] : [`its environment has what stands in ${relative(cwd, file)}`]),
    ],
  };
}
