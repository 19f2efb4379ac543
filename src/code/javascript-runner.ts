import { createInterface } from 'node:readline';
import { createJiti } from 'jiti';
import type { Json } from '../model/json.ts';
import { describedAnswer } from './described-answer.ts';
import { doors } from './doors.ts';
import { type CallReply, LOADED, type Setup } from './line-messages.ts';
import { thrownReply } from './thrown-reply.ts';

// The entry of the process in which a JavaScript or TypeScript function of the user runs.

const KEPT_PRINT = 4000;

const { stdout, stderr } = process;
const say = stdout.write.bind(stdout);
let printed = '';
for (const stream of [stdout, stderr]) {
  const show = stderr.write.bind(stderr);
  stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
    if (printed.length < KEPT_PRINT) printed += String(chunk).slice(0, KEPT_PRINT - printed.length);
    return show(chunk, ...rest);
  }) as typeof stream.write;
}
const tell = (id: number, reply: object): void => {
  say(`${JSON.stringify({ ...reply, id, ...(printed !== '' && { printed }) })}\n`);
  printed = '';
};

type Evaluate = (instance: Json) => unknown;

let evaluate: Evaluate | undefined;
for await (const line of createInterface({ input: process.stdin })) {
  if (evaluate) {
    const { id, argument } = JSON.parse(line) as { readonly id: number; readonly argument: Json };
    tell(id, await answerOf(evaluate, argument));
    continue;
  }
  try {
    evaluate = await load(JSON.parse(line) as Setup);
    tell(LOADED, { type: 'ready', pid: process.pid });
  } catch (error) {
    tell(LOADED, thrownReply(error, 'unusable'));
    break;
  }
}
process.exit();

async function answerOf(evaluate: Evaluate, instance: Json): Promise<CallReply> {
  printed = '';
  try {
    return describedAnswer(await evaluate(instance));
  } catch (error) {
    return thrownReply(error, 'threw');
  }
}

async function load({ file, entry }: Setup): Promise<Evaluate> {
  const modules = await Promise.all(
    Object.entries(doors()).map(async ([name, url]) => [name, await import(url)] as const),
  );
  // Nothing is left in the user's folders: no cache of what was compiled.
  const jiti = createJiti(file, { virtualModules: Object.fromEntries(modules), fsCache: false });
  const loaded = (await jiti.import(file)) as Readonly<Record<string, unknown>>;
  for (const name of [entry, 'default']) {
    const found = loaded[name];
    if (typeof found === 'function') return found as Evaluate;
  }
  throw new Error(`it exports no function '${entry}'`);
}
