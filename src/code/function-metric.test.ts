import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScoreContext } from '../metrics/define-metric.ts';
import type { JsonObject } from '../model/json.ts';
import { type Folder, makeFolder } from '../testing/make-folder.ts';
import { agent, assembled, llm, recordsOf } from '../testing/make-trace.ts';
import { answerParser } from './answer-parser.ts';
import { readFunctionEntry } from './function-entry.ts';
import { DEFAULT_LIMITS, type FunctionLimits } from './function-limits.ts';
import { type FunctionMetric, functionMetric } from './function-metric.ts';

const HAS_PYTHON = hasPython();
if (!HAS_PYTHON) console.warn('there is no python3 here: the tests of functions in Python are skipped');

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', '0'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** One that ended and that nobody asked about yet is not running. */
function isRunning(pid: number): boolean {
  try {
    if (process.platform === 'linux') return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const [SESSION] = assembled(recordsOf([agent('root', { told: 'Which way?', says: 'North.', children: [llm()] })]));
const CONTEXT: ScoreContext = { config: {}, configFor: () => ({}), dependencies: new Map(), declared: {} };

const open: FunctionMetric[] = [];
afterEach(async () => {
  for (const { metric } of open.splice(0)) await metric.elsewhere?.close();
});

interface Made {
  score(): Promise<JsonObject>;
  readonly printed: readonly string[];
}

async function make(
  entry: JsonObject,
  {
    folder = makeFolder(),
    limits = {},
    env = process.env,
    python = 'python3',
  }: {
    folder?: Folder;
    limits?: Partial<FunctionLimits>;
    env?: Readonly<Record<string, string | undefined>>;
    python?: string;
  } = {},
): Promise<Made> {
  const printed: string[] = [];
  const found = await functionMetric(readFunctionEntry({ name: 'mine', ...entry }), {
    folder: folder.path,
    cwd: folder.path,
    allowOutside: false,
    python: { command: python, args: [], because: 'test' },
    env,
    limits: { ...DEFAULT_LIMITS, processes: 1, ...limits },
    print: (text) => printed.push(text),
  });
  open.push(found);
  return { score: () => scoreWith(found), printed };
}

async function scoreWith({ metric }: FunctionMetric): Promise<JsonObject> {
  const [trace] = SESSION?.traces ?? [];
  if (!SESSION || !trace) throw new Error('no session');
  const scored = await metric.elsewhere?.score(SESSION, { type: 'trace', trace }, CONTEXT);
  if (!scored || !('answer' in scored)) throw new Error(JSON.stringify(scored));
  return scored.answer as JsonObject;
}

const python = (body: string): JsonObject => ({ custom_function: body });
const returning = (value: string): JsonObject => python(`def evaluate(instance):\n    return ${value}\n`);

/** A function that gives one answer at each call. */
const oneAfterAnother = (values: readonly string[]): JsonObject =>
  python(`import fractions, types
answers = iter([${values.map((value) => `lambda: ${value}`).join(', ')}])
def evaluate(instance):
    return next(answers)()
`);

describe.skipIf(!HAS_PYTHON)('a function in Python', () => {
  it('is given the case in the shape of agents-cli', async () => {
    const { score } = await make(
      returning(
        '{"score": len(instance["agent_data"]["turns"]), "explanation": instance["prompt"]["parts"][0]["text"] + instance["response"]["parts"][0]["text"]}',
      ),
    );
    expect(await score()).toMatchObject({
      status: 'scored',
      score: 1,
      details: { explanation: 'Which way?North.' },
    });
  });

  it('may answer with a number, a mapping or an object with a score', async () => {
    const answers: readonly (readonly [string, number])[] = [
      ['3', 3],
      ['0.5', 0.5],
      ['True', 1],
      ['{"score": "0.25"}', 0.25],
      ['types.SimpleNamespace(score=2, explanation=None)', 2],
      ['fractions.Fraction(1, 4)', 0.25],
    ];
    const { score } = await make(oneAfterAnother(answers.map(([value]) => value)));
    for (const [, expected] of answers) expect(await score()).toMatchObject({ status: 'scored', score: expected });
  });

  it('keeps what else it returned, and never as properties of ours', async () => {
    const { score } = await make(
      returning('{"score": 1, "per_item": [True, float("nan"), 2**60, {1}], "__proto__": {"polluted": 1}}'),
    );
    const { details } = await score();
    expect(JSON.stringify(details)).toBe(
      '{"returned":{"per_item":[true,"nan","1152921504606846976",[1]],"__proto__":{"polluted":1}}}',
    );
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('that answers with anything else is an error that shows it, never a 0', async () => {
    const answers: readonly (readonly [string, string])[] = [
      ['"high"', 'type str, which is no score'],
      ['None', 'type NoneType, which is no score'],
      ['[1]', 'type list, which is no score'],
      ['{"explanation": "x"}', 'without a score'],
      ['{"score": "high"}', "the score 'high', which is no number"],
      ['float("nan")', 'type float, which is no score'],
      ['{"score": float("inf")}', 'the score inf, which is no number'],
      ['10**400', 'type int, which is no score'],
      ['{"score": None, "error_message": "no quota"}', 'it reported an error: no quota'],
    ];
    const { score } = await make(oneAfterAnother(answers.map(([value]) => value)));
    for (const [, message] of answers) {
      expect(await score()).toMatchObject({
        status: 'error',
        score: null,
        reason: 'function_bad_answer',
        message: expect.stringContaining(message),
        details: { returned: expect.any(String) },
      });
    }
  });

  it('shows where it raised, in its own lines, and what it printed', async () => {
    const folder = makeFolder({ 'judge.py': 'def evaluate(instance):\n    print("so far")\n    return missing\n' });
    const { score, printed } = await make({ custom_function_file: 'judge.py' }, { folder });
    const { status, message, details } = await score();
    expect([status, message]).toEqual(['error', "NameError: name 'missing' is not defined"]);
    expect(details).toMatchObject({
      printed: 'so far\n',
      traceback: expect.stringMatching(/^Traceback[\s\S]*judge\.py", line 3, in evaluate\n +return missing/),
    });
    expect(JSON.stringify(details)).not.toContain('<string>');
    // What a function prints comes over a pipe of its own.
    await expect.poll(() => printed.join(''), { timeout: 10_000 }).toBe('so far\n');
  });

  it('reads modules beside its file, keeps its globals, waits for what is async, and knows its own file', async () => {
    const folder = makeFolder({
      'eval/judge.py': `import asyncio, os
from dataclasses import dataclass
from weights import WEIGHT
@dataclass
class Count:
    calls: int = 0
count = Count()
async def evaluate(instance):
    await asyncio.sleep(0)
    count.calls += 1
    return {"score": WEIGHT * count.calls, "explanation": os.path.basename(__file__)}
`,
      'eval/weights.py': 'WEIGHT = 10\n',
    });
    const { score } = await make({ custom_function_file: 'eval/judge.py' }, { folder });
    expect(await score()).toMatchObject({ score: 10, details: { explanation: 'judge.py' } });
    expect(await score()).toMatchObject({ score: 20 });
  });

  it('fails alone when it takes too long or ends itself, and is started again', async () => {
    const folder = makeFolder({ next: '' });
    const step = (name: string): void => writeFileSync(join(folder.path, 'next'), name);
    const { score } = await make(
      python(`import os
calls = 0
def evaluate(instance):
    global calls
    calls += 1
    step = open("${join(folder.path, 'next')}").read()
    if step == "loop":
        while True: pass
    if step == "exit": os._exit(3)
    if step == "leave": raise SystemExit("bye")
    return calls
`),
      { folder, limits: { timeoutSeconds: 1 } },
    );
    expect(await score()).toMatchObject({ score: 1 });
    step('loop');
    expect(await score()).toMatchObject({ reason: 'metric_timeout', message: 'it took longer than 1 s' });
    step('exit');
    expect(await score()).toMatchObject({ message: 'it ended itself with exit code 3' });
    step('leave');
    expect(await score()).toMatchObject({ status: 'error', message: 'SystemExit: bye' });
    step('');
    expect(await score()).toMatchObject({ status: 'scored' });
  });

  it.skipIf(process.platform === 'win32')(
    'fails alone when it takes too much memory, at once or little by little',
    async () => {
      const { score } = await make(
        python(`import os, resource
calls = 0
def evaluate(instance):
    global calls
    calls += 1
    if calls == 1:
        return len(bytearray(10**10))
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
    held = []
    while True: held.append(os.urandom(1024) * 1024)
`),
        { limits: { memoryBytes: 300 * 1024 * 1024 } },
      );
      expect(await score()).toMatchObject({ status: 'error', message: expect.stringMatching(/MemoryError|memory/) });
      if (process.platform !== 'linux') return;
      expect(await score()).toMatchObject({ status: 'error', message: 'it took more than 300 MB of memory' });
    },
  );

  it('that cannot be loaded says why, for every run', async () => {
    const broken = await make(python('def evaluate(instance:\n    return 1\n'));
    expect(await broken.score()).toMatchObject({
      message: expect.stringContaining('SyntaxError'),
      details: { traceback: expect.stringContaining('<custom_metric:mine>') },
    });
    const empty = await make(python('def score(instance):\n    return 1\n'));
    expect(await empty.score()).toMatchObject({ message: expect.stringContaining("no function 'evaluate'") });
  });

  it('cannot answer in the place of its runner by printing, nor read what it is asked', async () => {
    const { score, printed } = await make(
      python(`import os, sys
def evaluate(instance):
    os.write(1, b'{"id": 1, "type": "score", "score": 99}\\n')
    print('{"id": 2, "type": "score", "score": 99}')
    return len(sys.stdin.read())
`),
    );
    expect(await score()).toMatchObject({ status: 'scored', score: 0 });
    expect(await score()).toMatchObject({ status: 'scored', score: 0 });
    expect(printed.join('')).toContain('99');
  });

  it('leaves no process behind, also one that it started itself', async () => {
    const { score } = await make(
      python(`import subprocess, sys
def evaluate(instance):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    return child.pid
`),
    );
    const { score: pid } = await score();
    for (const { metric } of open.splice(0)) await metric.elsewhere?.close();
    await expect.poll(() => isRunning(Number(pid)), { timeout: 10_000 }).toBe(false);
  });

  it('has the environment of the project and nothing more', async () => {
    const { score } = await make(returning('int(__import__("os").environ["LEVEL"])'), {
      env: { PATH: process.env.PATH, LEVEL: '7' },
    });
    expect(await score()).toMatchObject({ score: 7 });
  });
});

it.skipIf(!HAS_PYTHON)('the answers of a judge are read by a function of the project', async () => {
  const { path } = makeFolder();
  const source =
    'def parse_results(answers):\n    return {"score": sum(map(float, answers)) / len(answers), "explanation": answers[0]}\n';
  const parser = answerParser('mine', source, {
    folder: path,
    cwd: path,
    allowOutside: false,
    python: { command: 'python3', args: [], because: 'test' },
    env: process.env,
    limits: { ...DEFAULT_LIMITS, processes: 1 },
    print: () => {},
  });
  expect(await parser.parse(['1', '2'])).toEqual({ type: 'score', score: 1.5, explanation: '1' });
  expect(await parser.parse(['no'])).toMatchObject({ type: 'threw', message: expect.stringContaining('ValueError') });
  await parser.close();
});

describe('an entry with a function', () => {
  it('is refused outside of the tree of its configuration, and where it is missing', async () => {
    const folder = makeFolder({ 'out.py': '', 'eval/in.py': '' });
    const inner = { ...folder, path: join(folder.path, 'eval') };
    await expect(make({ custom_function_file: '../out.py' }, { folder: inner })).rejects.toMatchObject({
      code: 'CODE_OUTSIDE',
    });
    await expect(make({ custom_function_file: 'none.py' }, { folder: inner })).rejects.toMatchObject({
      code: 'CODE_NOT_FOUND',
    });
  });

  it('says that its interpreter cannot be started, for every run', async () => {
    const { score } = await make(returning('1'), { python: 'no-such-python' });
    for (let i = 0; i < 2; i++)
      expect(await score()).toMatchObject({
        message: expect.stringContaining('cannot be started: spawn no-such-python'),
      });
  });

  it.each([
    [{ custom_function: 'a', custom_function_file: 'b' }, 'CODE_BAD_ENTRY'],
    [{ custom_function: 'tests.eval.metrics.precision' }, 'CODE_BAD_ENTRY'],
    [{ custom_function: ' ' }, 'CONFIG_BAD_VALUE'],
    [{ custom_function: 3 }, 'CONFIG_BAD_VALUE'],
    [{ custom_function: 'x = 1', execution: 'cloud' }, 'CONFIG_BAD_VALUE'],
    [{ remote_custom_function: 'x = 1', execution: 'local' }, 'CONFIG_BAD_VALUE'],
    [{ custom_function: 'x = 1', name: '' }, 'CONFIG_BAD_VALUE'],
  ])('is refused where it cannot be meant: %j', (entry, code) => {
    expect(() => readFunctionEntry({ name: 'mine', ...entry })).toThrow(expect.objectContaining({ code }));
  });
});
