import { fileURLToPath } from 'node:url';
import type { FunctionCode, FunctionOptions } from './function-metric.ts';
import type { LineProcessOptions } from './line-process.ts';

/** How a function in a JavaScript or TypeScript file runs: in a Node process of its own. */
export function startJavaScript(
  { name, source, file, folder }: FunctionCode,
  { env, limits, print }: FunctionOptions,
): LineProcessOptions {
  const megabytes = Math.ceil(limits.memoryBytes / (1024 * 1024));
  return {
    command: process.execPath,
    args: [`--max-old-space-size=${megabytes}`, fileURLToPath(new URL('./javascript-runner.js', import.meta.url))],
    env,
    setup: {
      source,
      file: file ?? `<custom_metric:${name}>`,
      isFile: file !== undefined,
      folder,
      entry: 'evaluate',
      memory: limits.memoryBytes,
      ownGroup: false,
    },
    timeoutMs: limits.timeoutSeconds * 1000,
    print,
  };
}
