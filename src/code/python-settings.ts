import { field, isObject, type Json } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { EntryPlace } from './function-entry.ts';
import { DEFAULT_LIMITS, type FunctionLimits } from './function-limits.ts';

/** What `muster.python` says: the interpreter of the project, and how far its functions may go. */
export interface PythonSettings {
  readonly interpreter?: string;
  readonly limits: FunctionLimits;
}

const KNOWN = ['interpreter', 'timeout_seconds', 'memory_mb', 'processes'];
const MB = 1024 * 1024;

/**
 * Reads `muster.python`: the path of an interpreter, or a mapping of `interpreter`, `timeout_seconds`, `memory_mb` and
 * `processes`. `placeOf` gives the place of a key of it. Throws Failure CONFIG_BAD_VALUE or CONFIG_UNKNOWN_KEY.
 */
export function readPythonSettings(value: Json | undefined, placeOf: EntryPlace = () => undefined): PythonSettings {
  if (value === undefined || value === null) return { limits: DEFAULT_LIMITS };
  if (typeof value === 'string' && value.trim() !== '') return { interpreter: value.trim(), limits: DEFAULT_LIMITS };
  if (!isObject(value)) throw badValue('muster.python', value, 'the path of a Python, or a mapping', placeOf());
  for (const key of Object.keys(value)) {
    if (KNOWN.includes(key)) continue;
    const facts = { key: `muster.python.${key}`, near: didYouMean(key, KNOWN), known: KNOWN.join(', ') };
    throw new Failure('CONFIG_UNKNOWN_KEY', facts, placeOf(key));
  }
  const number = (key: string, least: number, most: number, isWhole: boolean): number | undefined => {
    const found = field(value, key);
    if (found === undefined || found === null) return undefined;
    const isFit = typeof found === 'number' && found >= least && found <= most && (!isWhole || Number.isInteger(found));
    if (isFit) return found;
    throw badValue(
      `muster.python.${key}`,
      found,
      `a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`,
      placeOf(key),
    );
  };
  const interpreter = field(value, 'interpreter') ?? undefined;
  if (interpreter !== undefined && (typeof interpreter !== 'string' || interpreter.trim() === ''))
    throw badValue('muster.python.interpreter', interpreter, 'the path of a Python', placeOf('interpreter'));
  const megabytes = number('memory_mb', 64, 1024 * 1024, true);
  return {
    ...(interpreter !== undefined && { interpreter: interpreter.trim() }),
    limits: {
      timeoutSeconds: number('timeout_seconds', 0.001, 86_400, false) ?? DEFAULT_LIMITS.timeoutSeconds,
      memoryBytes: megabytes === undefined ? DEFAULT_LIMITS.memoryBytes : megabytes * MB,
      processes: number('processes', 1, 64, true) ?? DEFAULT_LIMITS.processes,
    },
  };
}

function badValue(key: string, value: Json, expected: string, at: Failure['at']): Failure {
  return new Failure('CONFIG_BAD_VALUE', { key, value: JSON.stringify(value), expected }, at);
}
