import { dirname, resolve } from 'node:path';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { Declared, Metric } from '../metrics/define-metric.ts';
import { field, isObject } from '../model/json.ts';
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
  const entries = config.customMetrics.filter(({ name }) => wanted.has(name));
  if (entries.length === 0) return { metrics: [], notes: [], close: async () => {} };
  const { isFunctionEntry } = await import('../code/function-entry.ts');
  const { asksJudge } = await import('../judges/judge-entry.ts');
  const functions = await functionsOf(
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
      await functions.close();
      await judges?.close();
    },
  };
}

async function functionsOf(
  entries: LoadedConfig['customMetrics'],
  config: LoadedConfig,
  flags: CustomFlags,
  { cwd, err }: Terminal,
): Promise<{ readonly metrics: readonly Metric[]; readonly notes: readonly string[]; close(): Promise<void> }> {
  if (entries.length === 0) return { metrics: [], notes: [], close: async () => {} };
  const { functionMetrics } = await import('../code/function-metrics.ts');
  const { readPythonSettings } = await import('../code/python-settings.ts');
  const section = config.value.muster;
  const python = isObject(section) ? field(section, 'python') : undefined;
  const { found, told, close } = await functionMetrics({
    ...{ entries, cwd, env: process.env },
    folder: config.path === undefined ? cwd : resolve(cwd, dirname(config.path)),
    allowOutside: flags.allowOutside === true,
    settings: readPythonSettings(python, (...path) => config.placeOf(['muster', 'python', ...path])),
    ...(flags.python !== undefined && { python: flags.python }),
    print: (text) => err(escapeTerminal(text)),
  });
  return {
    metrics: found.map(({ metric }) => metric),
    notes: told.map((each) => `runs code of yours: ${each}`),
    close,
  };
}
