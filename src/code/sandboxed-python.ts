import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallReply } from './line-messages.ts';
import { PYTHON_ANSWERS } from './python-answers.ts';
import type { SandboxLoader } from './sandboxed-function.ts';

/** The part of Pyodide that is used. */
interface Pyodide {
  runPython(code: string): unknown;
  unregisterJsModule(name: string): void;
}

interface PyodideModule {
  loadPyodide(options: {
    readonly indexURL: string;
    /** What `import js` finds. */
    readonly jsglobals: object;
    readonly stdout: (line: string) => void;
    readonly stderr: (line: string) => void;
  }): Promise<Pyodide>;
}

const LOADER = `${PYTHON_ANSWERS}
import asyncio, time

for name in ("js", "pyodide_js"):
    sys.modules.pop(name, None)
sys.stdout, sys.stderr = Kept(sys.stdout), Kept(sys.stderr)


class Loaded:
    function = None


def prepare(setup):
    try:
        Loaded.function = load(json.loads(setup))
        return "null"
    except BaseException as error:
        return json.dumps(dict(threw(error), type="unusable"))


async def call(argument):
    sys.stdout.take(), sys.stderr.take()
    try:
        value = Loaded.function(json.loads(argument))
        if inspect.isawaitable(value):
            value = await value
        answer = described(value)
    except BaseException as error:
        answer = threw(error)
    printed = sys.stdout.take() + sys.stderr.take()
    if printed:
        answer["printed"] = printed
    return json.dumps(answer, allow_nan=False)
`;

/** Loads a Python function into Pyodide, which has no way to files, and after this none to objects of Node's. */
export const loadSandboxedPython: SandboxLoader = async (setup, modules, show) => {
  const [address = ''] = modules;
  const { loadPyodide } = (await import(address)) as PyodideModule;
  const line = (text: string): void => show(`${text}\n`);
  const pyodide = await loadPyodide({
    indexURL: `${dirname(fileURLToPath(address))}/`,
    jsglobals: Object.assign(Object.create(null), { setTimeout, clearTimeout }),
    stdout: line,
    stderr: line,
  });
  // Its event loop needs them once.
  pyodide.runPython('import asyncio, pyodide.webloop');
  pyodide.unregisterJsModule('js');
  pyodide.unregisterJsModule('pyodide_js');
  const inside = (name: string): ((text: string) => unknown) => pyodide.runPython(name) as (text: string) => unknown;
  pyodide.runPython(LOADER);
  const failure = JSON.parse(String(inside('prepare')(JSON.stringify(setup)))) as CallReply | null;
  if (failure) return async () => failure;
  const call = inside('call');
  return async (argument) => JSON.parse(String(await call(argument))) as CallReply;
};
