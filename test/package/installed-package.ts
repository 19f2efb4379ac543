import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How a command ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A file of the tarball, as `npm pack` lists it. */
export interface PackedFile {
  readonly path: string;
  readonly mode: number;
}

/** The package as a user has it: packed, and installed from the tarball into an empty folder. */
export interface InstalledPackage {
  readonly files: readonly PackedFile[];
  /** The folder of the user's project. */
  readonly folder: string;
  /** The package inside it. */
  readonly packageFolder: string;
  run(command: string, args: readonly string[]): Ended;
  remove(): void;
}

function run(folder: string, command: string, args: readonly string[]): Ended {
  // Settings of the npm that runs these tests must not reach the npm of the user's folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_cache)|INIT_CWD)/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

function runOrThrow(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = run(folder, command, args);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Packs what was built and installs it. No script runs: a build would clear `dist/` under other tests. */
export function installPackage(): InstalledPackage {
  if (!existsSync(join(ROOT, 'dist/cli/main.js')))
    throw new Error('dist/ is missing: run `npm run build`, or `npm test`');
  const parent = mkdtempSync(join(tmpdir(), 'muster-package-'));
  const folder = join(parent, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packed = runOrThrow(ROOT, 'npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', parent]);
  const [entry] = JSON.parse(packed) as { filename: string; files: PackedFile[] }[];
  if (!entry) throw new Error('npm pack made no tarball');
  const tarball = join(parent, entry.filename);
  runOrThrow(folder, 'npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball]);
  return {
    files: entry.files,
    folder,
    packageFolder: join(folder, 'node_modules/muster-eval'),
    run: (command, args) => run(folder, command, args),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}
