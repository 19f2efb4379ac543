import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Failure } from '../problems/failure.ts';
import { networkEnforcement } from './enforcement.ts';
import type { FunctionEntry } from './function-entry.ts';
import type { FunctionCode, FunctionOptions } from './function-metric.ts';
import type { LineProcessOptions } from './line-process.ts';

/** Packages of an engine, pinned: they are installed by those who use them. */
const ENGINES = {
  python: [{ name: 'pyodide', file: 'pyodide.mjs', version: '314.0.7' }],
  javascript: [
    { name: 'quickjs-emscripten-core', file: 'index.mjs', version: '0.32.0' },
    { name: '@jitl/quickjs-wasmfile-release-sync', file: 'index.mjs', version: '0.32.0' },
  ],
} as const;

const LOCAL = 'or use execution: local, if you trust the function';

/**
 * How a function runs that is shut in: in a process without network, environment and files but those of its engine.
 * Throws Failure CODE_NO_SANDBOX where the engine is not installed or this machine cannot enforce it.
 */
export async function startSandboxed(
  { name, source, file, language }: FunctionCode,
  { codeAt }: FunctionEntry,
  { cwd, limits, print }: FunctionOptions,
): Promise<LineProcessOptions> {
  const refuse = (reason: string, todo: string): never => {
    throw new Failure('CODE_NO_SANDBOX', { metric: name, reason, todo: `${todo}, ${LOCAL}` }, codeAt);
  };
  const engine = ENGINES[language];
  const paths = engine.map((part) => packageFile(part.name, part.file, cwd));
  const found = paths.filter((path) => path !== undefined);
  if (found.length < engine.length) {
    const wanted = engine.map((part) => `${part.name}@${part.version}`).join(' ');
    refuse(
      `${engine.map((part) => part.name).join(' and ')} is not installed`,
      `run \`npm install --save-dev ${wanted}\``,
    );
  }
  const network = await networkEnforcement();
  if ('reason' in network)
    return refuse(network.reason, 'run it where user namespaces are allowed, or with Node 25 or newer');
  const runner = realpathSync(fileURLToPath(new URL('./sandbox-runner.js', import.meta.url)));
  const readable = new Set([...found.map((path) => packageFolder(path)), dirname(dirname(runner))]);
  const megabytes = Math.ceil(limits.memoryBytes / (1024 * 1024));
  const [command = process.execPath, ...args] = [
    ...network.prefix,
    process.execPath,
    permissionFlag(process.versions.node),
    ...[...readable].map((folder) => `--allow-fs-read=${join(folder, '*')}`),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    `--max-old-space-size=${megabytes}`,
    runner,
    language,
    ...found.map((path) => pathToFileURL(path).href),
  ];
  return {
    command,
    args,
    env: {},
    setup: {
      source: language === 'python' ? source : await asCommonJs(source, file),
      file: `<custom_metric:${name}>`,
      isFile: false,
      folder: '/home/pyodide',
      entry: 'evaluate',
      memory: limits.memoryBytes,
      ownGroup: false,
    },
    timeoutMs: limits.timeoutSeconds * 1000,
    print,
  };
}

/** A file beside the main one of a package, which is installed with this one or in the project; links followed. */
function packageFile(name: string, file: string, cwd: string): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(join(cwd, 'package.json')).href]) {
    try {
      return realpathSync(join(dirname(createRequire(from).resolve(name)), file));
    } catch {
      // The next place.
    }
  }
  return undefined;
}

/** The folder `node_modules` or what stands for it: a package reads others beside it. */
function packageFolder(path: string): string {
  const at = path.lastIndexOf('node_modules');
  return at < 0 ? dirname(path) : path.slice(0, at + 'node_modules'.length);
}

function permissionFlag(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13)
    ? '--permission'
    : '--experimental-permission';
}

/** Compiled here, and run there: TypeScript and modules become plain CommonJS. */
async function asCommonJs(source: string, file: string | undefined): Promise<string> {
  const isTyped = ['.ts', '.mts', '.cts'].includes(extname(file ?? '').toLowerCase());
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url, { fsCache: false }).transform({ source, ts: isTyped });
}
