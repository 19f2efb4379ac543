import { relative } from 'node:path';
import { choosePython, type PythonChoice } from './choose-python.ts';
import { type EntryPlace, type FunctionEntry, isFunctionEntry, readFunctionEntry } from './function-entry.ts';
import { type FunctionMetric, functionMetric } from './function-metric.ts';
import { projectEnv } from './project-env.ts';
import type { PythonSettings } from './python-settings.ts';

/** The functions of a configuration and what may run them. */
export interface FunctionRequest {
  /** The entries of `custom_metrics`; those without a function are left to others. */
  readonly entries: readonly { readonly value: unknown; readonly placeOf?: EntryPlace }[];
  /** Folder of the configuration. */
  readonly folder: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly allowOutside: boolean;
  readonly settings: PythonSettings;
  /** `--python`. */
  readonly python?: string;
  readonly print: (text: string) => void;
}

/** Metrics of functions, and what people are told before one of them runs. */
export interface FunctionMetrics {
  readonly found: readonly FunctionMetric[];
  /** Absent where no function needs it. */
  readonly python?: PythonChoice;
  /** One line for each thing that a run would execute or read. */
  readonly told: readonly string[];
  close(): Promise<void>;
}

/**
 * The metrics of all entries with a function, and how they would run; nothing runs yet. Of two entries with one name the
 * last one counts, as in agents-cli. Throws what `functionMetric` and `readFunctionEntry` throw.
 */
export async function functionMetrics(request: FunctionRequest): Promise<FunctionMetrics> {
  const { folder, cwd, settings, allowOutside, print } = request;
  const { entries, repeated } = lastOfEachName(request);
  const python = pythonOf(request);
  const { env, file } = projectEnv(folder, request.env);
  const options = { folder, cwd, allowOutside, python, env, limits: settings.limits, print };
  const found = await Promise.all(entries.map((entry) => functionMetric(entry, options)));
  const local = found.filter(({ code }) => code.execution === 'local');
  const usesPython = local.some(({ code }) => code.language === 'python');
  const shown = (path: string): string => relative(cwd, path) || '.';
  return {
    found,
    ...(usesPython && { python }),
    told: [
      ...repeated.map((name) => `custom_metrics: ${name} stands there more than once, and the last one counts`),
      ...(usesPython ? [`Python: ${[python.command, ...python.args].join(' ')} (${python.because})`] : []),
      ...(local.length > 0 && file !== undefined ? [`environment: ${shown(file)}`] : []),
      ...found.map(({ code }) => {
        const where = code.file === undefined ? 'from the configuration' : shown(code.file);
        return `function: ${code.name} (${where}, ${code.execution})`;
      }),
    ],
    close: async () => {
      await Promise.all(found.map(({ metric }) => metric.elsewhere?.close()));
    },
  };
}

function lastOfEachName({ entries }: FunctionRequest): {
  readonly entries: readonly FunctionEntry[];
  readonly repeated: readonly string[];
} {
  const byName = new Map<string, FunctionEntry>();
  const repeated = new Set<string>();
  for (const { value, placeOf } of entries) {
    if (!isFunctionEntry(value)) continue;
    const entry = readFunctionEntry(value, placeOf);
    if (byName.has(entry.name)) repeated.add(entry.name);
    byName.set(entry.name, entry);
  }
  return { entries: [...byName.values()], repeated: [...repeated] };
}

function pythonOf({ python: asked, settings, folder, cwd, env }: FunctionRequest): PythonChoice {
  const { interpreter: configured } = settings;
  return choosePython({
    ...(asked !== undefined && { asked }),
    ...(configured !== undefined && { configured }),
    folder,
    cwd,
    env,
  });
}
