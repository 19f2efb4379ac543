import type { LoadedConfig } from '../config/loaded-config.ts';
import type { Declared } from '../metrics/define-metric.ts';
import { SOURCES } from '../sources/registry.ts';

/** What a configuration declares for every run, and what the frameworks of the sources bring themselves. */
export function declaredBy(_: LoadedConfig): Declared {
  return { frameworkTools: new Map(SOURCES.map(({ name, frameworkTools }) => [name, frameworkTools])) };
}
