import { dirname, isAbsolute, join } from 'node:path';
import type { LoadedConfig } from '../config/loaded-config.ts';

/** A path of the configuration is relative to the configuration. */
export function besideConfig(config: LoadedConfig, path: string): string;
export function besideConfig(config: LoadedConfig, path: string | undefined): string | undefined;
export function besideConfig(config: LoadedConfig, path: string | undefined): string | undefined {
  if (path === undefined || config.path === undefined || isAbsolute(path)) return path;
  return join(dirname(config.path), path);
}
