import type { GateConfig } from '../config/loaded-config.ts';
import type { Config, Metric } from '../metrics/define-metric.ts';
import { metricNamed } from '../metrics/registry.ts';
import { parseJson } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Reads `metric.key=value` entries, by metric. A value that is no JSON is a text. Throws Failure CLI_BAD_USAGE or
 * METRIC_UNKNOWN.
 */
export function parseOverrides(set: readonly string[], registry: readonly Metric[]): ReadonlyMap<string, Config> {
  const overrides = new Map<string, Config>();
  for (const entry of set) {
    const equals = entry.indexOf('=');
    const path = entry.slice(0, Math.max(0, equals));
    const dot = path.lastIndexOf('.');
    if (dot < 1 || dot === path.length - 1) throw badUsage(`--set takes metric.key=value, and was given '${entry}'`);
    const { name } = metricNamed(path.slice(0, dot), registry).manifest;
    const text = entry.slice(equals + 1);
    const value = parseJson(text);
    overrides.set(name, { ...overrides.get(name), [path.slice(dot + 1)]: value === undefined ? text : value });
  }
  return overrides;
}

/** Reads `metric=figure`: the gate that fails when the mean is below. Throws Failure CLI_BAD_USAGE. */
export function parseFailBelow(entry: string): GateConfig {
  const equals = entry.lastIndexOf('=');
  const figure = entry.slice(equals + 1).trim();
  if (equals < 1 || !NUMBER.test(figure) || !Number.isFinite(Number(figure)))
    throw badUsage(`--fail-below takes metric=figure, and was given '${entry}'`);
  return { metric: entry.slice(0, equals), statistic: 'mean', atLeast: Number(figure), where: {} };
}

function badUsage(reason: string): Failure {
  return new Failure('CLI_BAD_USAGE', { reason, command: 'grade' });
}
