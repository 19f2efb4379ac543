import { type Finding, refused } from '../config/finding.ts';
import type { LoadedConfig, Path } from '../config/loaded-config.ts';
import { readJudgeSettings } from '../judges/judge-settings.ts';
import { field } from '../model/json.ts';
import { isFailure } from '../problems/is-failure.ts';
import { planRun } from '../run/plan.ts';
import { besideConfig } from './beside-config.ts';
import { hideFor } from './hide-for.ts';
import { loadCases } from './join-recorded-cases.ts';
import { withDeclaredFiles } from './load-declared.ts';
import { loadPrices } from './load-prices.ts';
import type { Terminal } from './terminal.ts';
import { userMetrics } from './user-metrics.ts';

/**
 * Everything under `muster:`, checked as a run would check it before it reads any data: each metric, setting and gate is
 * planned alone, so that one fault hides no other. Manifests of the user are read and nothing of theirs is run.
 */
export async function lintPlan(read: LoadedConfig, allowOutside: boolean, terminal: Terminal): Promise<Finding[]> {
  const { cwd } = terminal;
  const found = new Map<string, Finding>();
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      // Parts that are planned again and again are refused again and again.
      found.set(error.message, refused(error));
      return undefined;
    }
  };
  const declared = await attempt(() => withDeclaredFiles(read, cwd));
  const config = declared ?? withoutDeclared(read);
  const prices = await attempt(() => loadPrices(config, cwd));
  await attempt(() => hideFor(config, 'redacted'));
  await attempt(() => loadCases(besideConfig(config, config.cases), cwd));
  await attempt(() =>
    readJudgeSettings(field(field(config.value, 'muster'), 'judge'), {}, (path) =>
      config.placeOf(['muster', 'judge', ...path]),
    ),
  );
  for (const { compareTo } of config.gates)
    if (compareTo)
      await attempt(async () => (await import('./load-run.ts')).loadRun(besideConfig(config, compareTo.run), cwd));
  const users = await attempt(() => userMetrics(undefined, config, { allowOutside, terminal }));
  try {
    const request = { set: [], failBelow: [], userMetrics: users?.byEntry ?? new Map(), ...(prices && { prices }) };
    for (const slice of slices(config, users !== undefined)) await attempt(() => planRun(request, slice));
    if (found.size === 0) await attempt(() => planRun(request, { ...config, metricsToRun: [] }));
  } finally {
    await users?.close();
  }
  return [...found.values()];
}

/** The configuration without its lists of constraints and tools, where their files cannot be read. */
function withoutDeclared({ constraints: _, tools: __, ...config }: LoadedConfig): LoadedConfig {
  return config;
}

/** A configuration for each metric, each setting of a metric and each gate. */
function slices(config: LoadedConfig, withPaths: boolean): LoadedConfig[] {
  const { metrics, metricConfigs, gates, ...rest } = config;
  const bare: LoadedConfig = { ...rest, metricConfigs: new Map(), gates: [], metricsToRun: [] };
  const chosen = (metrics ?? []).flatMap((metric, index): LoadedConfig[] =>
    withPaths || !/[\\/]/.test(metric)
      ? [{ ...bare, metrics: [metric], placeOf: (path) => config.placeOf(atMetric(path, index)) }]
      : [],
  );
  const settings = [...metricConfigs].map((entry): LoadedConfig => ({ ...bare, metricConfigs: new Map([entry]) }));
  return [bare, ...chosen, ...settings, ...gates.map((gate): LoadedConfig => ({ ...bare, gates: [gate] }))];
}

/** The only metric of a slice stands elsewhere in the file. */
function atMetric(path: Path, index: number): Path {
  return path[0] === 'muster' && path[1] === 'metrics' ? ['muster', 'metrics', index, ...path.slice(3)] : path;
}
