import { createInterface } from 'node:readline';
import { type CallReply, LOADED, type Setup } from './line-messages.ts';
import { forgetNode, lockDown, missingPermissionModel } from './lock-down.ts';
import type { SandboxedFunction } from './sandboxed-function.ts';
import { loadSandboxedJavaScript } from './sandboxed-javascript.ts';
import { loadSandboxedPython } from './sandboxed-python.ts';
import { thrownReply } from './thrown-reply.ts';

// The entry of the process in which a function runs that is shut in. Whoever starts it takes network, files and
// environment away; it takes away what it can once more, and refuses to run where the first was not done.

const [language, ...modules] = process.argv.slice(2);
const { pid } = process;
const say = process.stdout.write.bind(process.stdout);
const show = process.stderr.write.bind(process.stderr);
const leave = process.exit.bind(process);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const tell = (id: number, reply: object): void => void say(`${JSON.stringify({ ...reply, id })}\n`);

const first = await lines.next();
const evaluate = first.done ? undefined : await load(JSON.parse(first.value) as Setup);
if (evaluate) {
  tell(LOADED, { type: 'ready', pid });
  for await (const line of lines) {
    const { id, argument } = JSON.parse(line) as { readonly id: number; readonly argument: unknown };
    tell(id, await answerOf(evaluate, JSON.stringify(argument)));
  }
}
leave();

async function load(setup: Setup): Promise<SandboxedFunction | undefined> {
  try {
    const missing = missingPermissionModel();
    if (missing !== undefined) throw new Error(missing);
    lockDown();
    const loader = language === 'python' ? loadSandboxedPython : loadSandboxedJavaScript;
    const loaded = await loader(setup, modules, show);
    forgetNode();
    return loaded;
  } catch (error) {
    tell(LOADED, thrownReply(error, 'unusable'));
    return undefined;
  }
}

async function answerOf(evaluate: SandboxedFunction, argument: string): Promise<CallReply> {
  try {
    return await evaluate(argument);
  } catch (error) {
    // No exception of the function, which is an answer, but of the engine: nothing more can be asked of it.
    lines.return?.();
    return thrownReply(error, 'threw');
  }
}
