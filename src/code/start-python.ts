import type { FunctionCode, FunctionOptions } from './function-metric.ts';
import type { LineProcessOptions } from './line-process.ts';
import { PYTHON_RUNNER } from './python-runner.ts';

/** How a function runs in the Python of the project. `entry` is the function that is called. */
export function startPython(
  { name, source, file, folder }: FunctionCode,
  { python, env, limits, print }: FunctionOptions,
  entry = 'evaluate',
): LineProcessOptions {
  return {
    command: python.command,
    args: [...python.args, '-c', PYTHON_RUNNER],
    // The order of a set is that of every other run.
    env: {
      PYTHONHASHSEED: '0',
      PYTHONUNBUFFERED: '1',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONIOENCODING: 'utf-8',
      ...env,
    },
    setup: {
      source,
      file: file ?? `<custom_metric:${name}>`,
      isFile: file !== undefined,
      folder,
      entry,
      memory: limits.memoryBytes,
      ownGroup: process.platform !== 'win32',
    },
    timeoutMs: limits.timeoutSeconds * 1000,
    print,
  };
}
