import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScoreContext } from '../../src/metrics/define-metric.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { makeFolder } from '../../src/testing/make-folder.ts';
import { agent, assembled, llm, recordsOf } from '../../src/testing/make-trace.ts';

// Processes run what was built.
const built = (name: string): string => new URL(`../../dist/code/${name}.js`, import.meta.url).href;
const { functionMetric } = (await import(
  built('function-metric')
)) as typeof import('../../src/code/function-metric.ts');
const { readFunctionEntry } = (await import(
  built('function-entry')
)) as typeof import('../../src/code/function-entry.ts');
const { networkEnforcement } = (await import(built('enforcement'))) as typeof import('../../src/code/enforcement.ts');

const enforcement = await networkEnforcement();
const isHeld = 'prefix' in enforcement;
if (!isHeld) console.warn(`remote functions are refused here, and only that is tested: ${enforcement.reason}`);

/** A run that ends with an answer. */
const answering = (says: string) =>
  assembled(recordsOf([agent('root', { told: 'Which way?', says, children: [llm()] })]))[0];
const CONTEXT: ScoreContext = { config: {}, configFor: () => ({}), dependencies: new Map(), declared: {} };
const MB = 1024 * 1024;

const open: (() => Promise<void> | undefined)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Made {
  score(says?: string): Promise<JsonObject>;
  readonly printed: readonly string[];
}

async function make(
  entry: JsonObject,
  files: Readonly<Record<string, string>> = {},
  { timeoutSeconds = 60, memoryBytes = 900 * MB } = {},
): Promise<Made> {
  const folder = makeFolder(files);
  const printed: string[] = [];
  const { metric } = await functionMetric(readFunctionEntry({ name: 'mine', ...entry }), {
    folder: folder.path,
    cwd: folder.path,
    allowOutside: false,
    python: { command: 'python3', args: [], because: 'test' },
    env: { ...process.env, SECRET_OF_HOST: 'shown' },
    limits: { timeoutSeconds, memoryBytes, processes: 1 },
    print: (text) => printed.push(text),
  });
  open.push(() => metric.elsewhere?.close());
  return {
    printed,
    score: async (says = 'North.') => {
      const session = answering(says);
      const [trace] = session?.traces ?? [];
      if (!session || !trace) throw new Error('no session');
      const scored = await metric.elsewhere?.score(session, { type: 'trace', trace }, CONTEXT);
      if (!scored || !('answer' in scored)) throw new Error(JSON.stringify(scored));
      return scored.answer as JsonObject;
    },
  };
}

describe('a function in a JavaScript or TypeScript file', () => {
  it('is given the instance, may answer later, reads files beside it and has the environment', async () => {
    const { score, printed } = await make(
      { custom_function_file: 'judge.ts' },
      {
        'judge.ts': `import { weight } from './weight.ts';
let calls = 0;
export async function evaluate(instance: { prompt: { parts: { text: string }[] } }) {
  calls++;
  console.log('seen', calls);
  if (calls === 2) throw new TypeError('no such field');
  if (calls === 3) return 'high';
  if (calls === 4) process.exit(4);
  await new Promise((resolve) => setTimeout(resolve, 1));
  return { score: weight * calls, explanation: instance.prompt.parts[0]?.text, host: process.env.SECRET_OF_HOST };
}`,
        'weight.ts': 'export const weight: number = 10;',
      },
    );
    expect(await score()).toMatchObject({
      status: 'scored',
      score: 10,
      details: { explanation: 'Which way?', returned: { host: 'shown' }, printed: 'seen 1\n' },
    });
    expect(await score()).toMatchObject({
      message: 'TypeError: no such field',
      details: { traceback: expect.stringContaining('judge.ts:6') },
    });
    expect(await score()).toMatchObject({ reason: 'function_bad_answer', details: { returned: 'high' } });
    expect(await score()).toMatchObject({ message: 'it ended itself with exit code 4' });
    expect(await score()).toMatchObject({ status: 'scored', score: 10 });
    expect(printed.join('')).toContain('seen 1\nseen 2');
  });
});

/** Does what the answer of the run says: an engine is started once for many questions. */
const STEPS = `import asyncio, os, socket, sys
def tried():
    tries = {}
    def attempt(name, act):
        try:
            tries[name] = "done: " + str(act())[:200]
        except BaseException as error:
            tries[name] = "held: " + type(error).__name__
    def connect():
        found = socket.create_connection(("127.0.0.1", 9), timeout=1)
        found.sendall(b"x")
        return found.recv(1)
    attempt("file", lambda: open(${JSON.stringify(join(process.cwd(), 'package.json'))}).read())
    attempt("password file", lambda: open("/etc/passwd").read())
    attempt("environment", lambda: os.environ["SECRET_OF_HOST"])
    attempt("host object", lambda: __import__("js").process.env)
    attempt("host module", lambda: __import__("pyodide_js").FS)
    attempt("host code", lambda: __import__("pyodide.code").code.run_js("1"))
    attempt("socket", connect)
    attempt("http", lambda: __import__("urllib.request").request.urlopen("http://127.0.0.1:9").read())
    attempt("subprocess", lambda: __import__("subprocess").run(["id"]))
    return tries
async def evaluate(instance):
    step = instance["response"]["parts"][0]["text"]
    print("step", step)
    await asyncio.sleep(0.001)
    if step == "raise": return missing
    if step == "attack": return {"score": 1, "tries": tried()}
    if step == "program": return os.system("id")
    if step == "loop":
        while True: pass
    if step == "grow":
        held = []
        while True: held.append(bytes(range(256)) * 4096)
    return {"score": len(instance["agent_data"]["turns"]), "explanation": instance["prompt"]["parts"][0]["text"]}
`;

describe.skipIf(!isHeld)('a remote function in Python', () => {
  const remote = { execution: 'remote', custom_function: STEPS };

  it('answers like a local one, and reaches nothing of the host', async () => {
    const { score, printed } = await make(remote, {}, { memoryBytes: 500 * MB });
    expect(await score()).toMatchObject({
      status: 'scored',
      score: 1,
      details: { explanation: 'Which way?', printed: 'step North.\n' },
    });
    expect(await score('raise')).toMatchObject({
      message: "NameError: name 'missing' is not defined",
      details: { traceback: expect.stringContaining('return missing') },
    });
    expect(printed.join('')).toContain('step North.\nstep raise');
    const { status, details } = await score('attack');
    expect(status).toBe('scored');
    const { tries } = (details as { returned: { tries: Record<string, string> } }).returned;
    expect(Object.keys(tries)).toHaveLength(9);
    expect(Object.entries(tries).filter(([, result]) => !result.startsWith('held'))).toEqual([]);
    expect(await score('program')).toMatchObject({ status: 'error', score: null });
    expect(await score('grow')).toMatchObject({ status: 'error', message: expect.stringMatching(/memory/i) });
  });

  it('is ended when it loops without end', async () => {
    const { score } = await make(remote, {}, { timeoutSeconds: 0.3 });
    expect(await score('loop')).toMatchObject({ reason: 'metric_timeout' });
  });
});

describe.skipIf(!isHeld)('a remote function in JavaScript', () => {
  const code = (body: string): Readonly<Record<string, string>> => ({
    'judge.ts': `export async function evaluate(instance: any) {\n${body}\n}`,
  });
  const remote = { custom_function_file: 'judge.ts', execution: 'remote' };

  it('is given the instance, and finds nothing but the language', async () => {
    const { score, printed } = await make(
      remote,
      code(`  console.log('seen');
  const found = ['process', 'require', 'fetch', 'WebSocket', 'Buffer', 'setTimeout', 'performance']
    .filter((name) => (name === 'require' ? false : name in globalThis));
  const escaped = (() => { try { return String((console.log as any).constructor('return typeof process')()); } catch (error) { return String(error); } })();
  return { score: instance.agent_data.turns.length, found, escaped };`),
    );
    expect(await score()).toMatchObject({
      status: 'scored',
      score: 1,
      details: { returned: { found: [], escaped: 'undefined' }, printed: 'seen\n' },
    });
    expect(printed.join('')).toBe('seen\n');
  });

  it('fails alone when it loads a module, loops without end, takes all memory or waits for nothing', async () => {
    const loading = await make(remote, {
      'judge.ts': `import fs from 'node:fs';\nexport const evaluate = () => fs.readdirSync('/').length;`,
    });
    expect(await loading.score()).toMatchObject({ message: expect.stringContaining('there are no modules here') });
    const endless = await make(remote, code('  while (true) {}'), { timeoutSeconds: 0.3 });
    expect(await endless.score()).toMatchObject({ reason: 'metric_timeout' });
    const greedy = await make(
      remote,
      code(`  const held = []; while (true) held.push('x'.repeat(1e6) + held.length);`),
      {
        memoryBytes: 200 * MB,
      },
    );
    expect(await greedy.score()).toMatchObject({ message: expect.stringMatching(/memory/i) });
    const waiting = await make(remote, code('  await new Promise(() => {}); return 1;'));
    expect(await waiting.score()).toMatchObject({ message: expect.stringContaining('nothing here settles') });
  });
});

it.skipIf(isHeld)('a remote function is refused where this machine cannot enforce it', async () => {
  await expect(
    make({ execution: 'remote', custom_function: 'def evaluate(instance):\n    return 1\n' }),
  ).rejects.toMatchObject({ code: 'CODE_NO_SANDBOX', hint: expect.stringContaining('execution: local') });
});
