import type { Declaration, LoadedConfig } from '../config/loaded-config.ts';
import { readConstraints } from '../metrics/constraint-list.ts';
import type { Declared } from '../metrics/define-metric.ts';
import type { Constraint } from '../model/constraint.ts';
import type { Json } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import { SOURCES } from '../sources/registry.ts';
import { readTools } from './declared-tools.ts';

/**
 * What a configuration declares for every run, and what the frameworks of the sources bring themselves. Throws Failure
 * CONFIG_BAD_VALUE or CONFIG_UNKNOWN_KEY with file and line.
 */
export function declaredBy({ constraints, tools }: LoadedConfig): Declared {
  return {
    frameworkTools: new Map(SOURCES.map(({ name, frameworkTools }) => [name, frameworkTools])),
    ...(constraints !== undefined && { constraints: constraintsIn(opened(constraints, 'constraints')) }),
    ...(tools !== undefined && { tools: readTools(opened(tools, 'tools')) }),
  };
}

/** A file that is only named was not read: to go on would judge runs by nothing. */
function opened(declared: string | Declaration, key: string): Declaration {
  if (typeof declared !== 'string') return declared;
  throw new Failure('CONFIG_UNREADABLE', { reason: `the file of muster.${key} was not opened` }, { file: declared });
}

function constraintsIn({ value, placeOf }: Declaration): readonly Constraint[] {
  const read = readConstraints(value as Json);
  if ('constraints' in read) return read.constraints;
  const { path, value: found, expected } = read.fault;
  const facts = { key: ['constraints', ...path].join('.'), value: shown(found), expected };
  throw new Failure('CONFIG_BAD_VALUE', facts, placeOf(path));
}

function shown(value: Json | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value ?? null);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
