import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ConfigValue, Declaration, LoadedConfig } from '../config/loaded-config.ts';
import { readPositioned } from '../metrics/positioned-yaml.ts';
import { Failure } from '../problems/failure.ts';
import { besideConfig } from './beside-config.ts';

/**
 * The configuration with its files of constraints and tools read. Nothing in them is executed. Throws Failure
 * CONFIG_UNREADABLE with the file.
 */
export async function withDeclaredFiles(config: LoadedConfig, cwd: string): Promise<LoadedConfig> {
  const { constraints, tools } = config;
  const opened = {
    ...config,
    ...(typeof constraints === 'string' && { constraints: await read(config, constraints, cwd, 'constraints') }),
    ...(typeof tools === 'string' && { tools: await read(config, tools, cwd, 'tools') }),
  };
  const later = laterChecks(opened.constraints);
  return later === 0 ? opened : { ...opened, notes: [...opened.notes, laterNote(later)] };
}

async function read(config: LoadedConfig, path: string, cwd: string, key: string): Promise<Declaration> {
  const file = besideConfig(config, path);
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: Error) => {
    throw new Failure('CONFIG_UNREADABLE', { reason: error.message }, { file });
  });
  const found = readPositioned(file, text.replace(/^\ufeff/, ''));
  if (found.fault) throw new Failure('CONFIG_UNREADABLE', { reason: found.fault.reason }, found.fault.at);
  const value = found.value as ConfigValue;
  const inner = key === 'constraints' ? listUnder(value, key) : undefined;
  if (inner === undefined) return { value, placeOf: found.placeOf };
  return { value: inner, placeOf: (at) => found.placeOf([key, ...at]) };
}

/** A file may hold its list under the key that the configuration has. */
function listUnder(value: ConfigValue, key: string): ConfigValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { [key]: inner, ...others } = value as Readonly<Record<string, ConfigValue>>;
  return Object.keys(others).length === 0 ? inner : undefined;
}

function laterChecks(declared: LoadedConfig['constraints']): number {
  if (typeof declared !== 'object' || !Array.isArray(declared.value)) return 0;
  const kinds = (declared.value as readonly ConfigValue[]).map((item) => {
    const check = typeof item === 'object' && item !== null && 'check' in item ? item.check : undefined;
    return typeof check === 'object' && check !== null && 'kind' in check ? check.kind : undefined;
  });
  return kinds.filter((kind) => kind === 'judge' || kind === 'python').length;
}

function laterNote(count: number): string {
  const subject = count === 1 ? '1 check needs' : `${count} checks need`;
  return `muster.constraints: ${subject} a judge or a function, which this version does not run: unknown`;
}
