import type { LoadedConfig } from '../config/loaded-config.ts';
import type { Declared } from '../metrics/define-metric.ts';

/** What a configuration declares for every run. */
export function declaredBy(_: LoadedConfig): Declared {
  return {};
}
