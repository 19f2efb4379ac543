import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { CodeMetricConfig } from '../config/custom-metric.ts';
import { doubtful, type Finding, faulty } from '../config/finding.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { besideConfig } from './beside-config.ts';
import { type EvaluateFound, findPythonEvaluate, findScriptEvaluate, isDottedPath } from './function-outline.ts';

/** Where files of functions may lie. */
export interface FunctionPlaces {
  readonly cwd: string;
  readonly allowOutside: boolean;
}

const SCRIPTS = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']);
const MOST_BYTES = 1024 * 1024;

const FOUND: Readonly<Partial<Record<EvaluateFound, string>>> = {
  indented: 'the only one is indented, inside something else',
  none: 'nothing there has that name',
};

/** The functions of custom metrics, read as text: none of them is run. */
export async function lintFunctions(config: LoadedConfig, places: FunctionPlaces): Promise<Finding[]> {
  const found = await Promise.all(
    config.customMetrics.map((metric) => {
      if (metric.kind !== 'code') return [];
      const { source } = metric;
      if (source.kind === 'inline') return lintInline(metric, source.key, source.text);
      return source.path === '' ? [] : lintFile(metric, source.path, config, places);
    }),
  );
  return found.flat();
}

function lintInline(metric: CodeMetricConfig, key: string, text: string): Finding[] {
  const { name, placeOf } = metric;
  if (text === '') return [];
  if (isDottedPath(text))
    return [faulty('FUNCTION_DOTTED_PATH', { name, path: JSON.stringify(text.trim()) }, placeOf(key))];
  return lintEvaluate(metric, findPythonEvaluate(text), key);
}

async function lintFile(
  metric: CodeMetricConfig,
  path: string,
  config: LoadedConfig,
  { cwd, allowOutside }: FunctionPlaces,
): Promise<Finding[]> {
  const { name, placeOf } = metric;
  const at = placeOf('custom_function_file');
  const shown = besideConfig(config, path);
  const file = resolve(cwd, shown);
  const missing = (reason: string): Finding[] => [faulty('FUNCTION_NOT_FOUND', { name, path: shown, reason }, at)];
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return missing('no such file');
  const tree = dirname(resolve(cwd, config.path ?? '.'));
  if (!allowOutside && isOutside(await realpath(tree).catch(() => tree), real))
    return [faulty('CODE_OUTSIDE', { path: shown, tree: relative(cwd, tree) || '.' }, at)];
  const about = await stat(real).catch(() => undefined);
  if (!about?.isFile()) return missing('it is no file');
  if (about.size > MOST_BYTES) return missing(`${about.size} bytes are too many for a function`);
  const text = await readFile(real, 'utf8').catch(() => undefined);
  if (text === undefined) return missing('it cannot be read');
  const isScript = SCRIPTS.has(extname(file).toLowerCase());
  return lintEvaluate(metric, isScript ? findScriptEvaluate(text) : findPythonEvaluate(text), 'custom_function_file');
}

function isOutside(tree: string, file: string): boolean {
  const inside = relative(tree, file);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
}

function lintEvaluate({ name, placeOf }: CodeMetricConfig, found: EvaluateFound, key: string): Finding[] {
  if (found === 'async function') return [doubtful('FUNCTION_ASYNC', { name }, placeOf(key))];
  const reason = FOUND[found];
  return reason === undefined ? [] : [faulty('FUNCTION_NO_EVALUATE', { name, found: reason }, placeOf(key))];
}
