import { existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';

/** What may say which Python a project uses. */
export interface PythonRequest {
  /** `--python`: a path relative to the working directory, or a name on the PATH. */
  readonly asked?: string;
  /** `muster.python`: a path relative to the configuration, or a name on the PATH. */
  readonly configured?: string;
  /** Folder of the configuration, where a `.venv` or `uv.lock` is looked for, and above it. */
  readonly folder: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The Python that runs the functions of the user, and why it is that one. */
export interface PythonChoice {
  readonly command: string;
  readonly args: readonly string[];
  /** For people: `.venv beside the configuration`. */
  readonly because: string;
}

const IS_WINDOWS = process.platform === 'win32';
const IN_ENVIRONMENT = IS_WINDOWS ? join('Scripts', 'python.exe') : join('bin', 'python');

/**
 * Chooses the Python of a project: what was asked for, the environment that is active, a `.venv` or `uv.lock` at the
 * configuration or above, else the one on the PATH. Looks at files and runs nothing.
 */
export function choosePython({ asked, configured, folder, cwd, env }: PythonRequest): PythonChoice {
  if (asked !== undefined) return { command: commandAt(asked, cwd), args: [], because: '--python' };
  if (configured !== undefined) return { command: commandAt(configured, folder), args: [], because: 'muster.python' };
  const active = env.VIRTUAL_ENV;
  if (active && existsSync(join(active, IN_ENVIRONMENT)))
    return { command: join(active, IN_ENVIRONMENT), args: [], because: '$VIRTUAL_ENV' };
  const folders = [...upwards(folder)];
  const own = folders.map((each) => join(each, '.venv', IN_ENVIRONMENT)).find((path) => existsSync(path));
  if (own !== undefined) return { command: own, args: [], because: '.venv of the project' };
  const fallback = { command: IS_WINDOWS ? 'python' : 'python3', args: [] };
  const locked = folders.find((each) => existsSync(join(each, 'uv.lock')));
  if (locked === undefined) return { ...fallback, because: 'no environment of the project was found' };
  if (findOnPath('uv', env) === undefined)
    return { ...fallback, because: `${join(locked, 'uv.lock')} is there, but uv is not` };
  return { command: 'uv', args: ['run', '--project', locked, 'python'], because: join(locked, 'uv.lock') };
}

/** A folder and those above it, the nearest first. */
export function* upwards(folder: string): Generator<string> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    yield at;
    if (dirname(at) === at) return;
  }
}

function commandAt(given: string, base: string): string {
  return /[\\/]/.test(given) && !isAbsolute(given) ? resolve(base, given) : given;
}

/** The path of a program on the PATH. */
export function findOnPath(name: string, env: PythonRequest['env']): string | undefined {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((each) => each !== '');
  return folders.map((each) => join(each, IS_WINDOWS ? `${name}.exe` : name)).find((path) => existsSync(path));
}
