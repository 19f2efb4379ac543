import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Json } from '../model/json.ts';
import { type CallReply, LOADED, type Setup } from './line-messages.ts';
import { type LineReply, readReply } from './read-reply.ts';
import { residentMemory } from './resident-memory.ts';

/** How a process is started and how far it may go. */
export interface LineProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly setup: Setup;
  /** Limit for one call. */
  readonly timeoutMs: number;
  /** Takes what the code prints. */
  readonly print: (text: string) => void;
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly watch: NodeJS.Timeout;
  /** The process that does the work. */
  pid: number | undefined;
  /** Why it was ended, where we ended it. */
  reason?: string;
}

const LOADING_MS = 60_000;
const LOOK_MS = 200;
const LONGEST_LINE = 16 * 1024 * 1024;
/** A timer of more is no timer. */
const LONGEST_MS = 2 ** 31 - 1;
const MB = 1024 * 1024;

/**
 * Code of the user in a process of its own that reads and writes lines of JSON. It answers one call after another, in
 * the order in which they are asked; it is ended when one takes too long, takes too much memory or says what is no
 * answer, and started again for the next one.
 */
export class LineProcess {
  readonly #options: LineProcessOptions;
  #running: Running | undefined;
  #onReply: ((line: LineReply | undefined, why?: string) => void) | undefined;
  /** Code that could not be loaded is not loaded again. */
  #unusable: CallReply | undefined;
  #calls = LOADED;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #waiting = 0;

  constructor(options: LineProcessOptions) {
    this.#options = options;
  }

  /** How many calls it has not answered yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Calls the function. Never rejects. */
  ask(argument: Json): Promise<CallReply> {
    this.#waiting++;
    const replied = this.#last
      .then(() => this.#ask(argument))
      .catch((error: unknown): CallReply => ({ type: 'ended', message: String(error) }))
      .finally(() => {
        this.#waiting--;
      });
    this.#last = replied;
    return replied;
  }

  /** Ends the process for good: what is asked for afterwards fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end('it was ended');
  }

  async #ask(argument: Json): Promise<CallReply> {
    if (this.#isClosed) return { type: 'ended', message: 'it was ended' };
    const started = await this.#start();
    if (started) return started;
    const id = ++this.#calls;
    const { timeoutMs } = this.#options;
    const replied = this.#replyTo(id, timeoutMs, `it took longer than ${timeoutMs / 1000} s`);
    this.#send({ id, argument });
    return (await replied) ?? { type: 'ended', message: 'it answered out of turn' };
  }

  /** Starts the process unless it runs; what went wrong otherwise. */
  async #start(): Promise<CallReply | undefined> {
    if (this.#running || this.#unusable) return this.#unusable;
    const { command, args, env, setup } = this.#options;
    const child = spawn(command, [...args], {
      env: { ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: setup.ownGroup,
      windowsHide: true,
    });
    const watch = setInterval(() => void this.#look(), LOOK_MS).unref();
    const running: Running = { child, watch, pid: child.pid };
    this.#running = running;
    this.#listen(running);
    const replied = this.#replyTo(LOADED, LOADING_MS, `it was not loaded within ${LOADING_MS / 1000} s`);
    this.#send({ ...setup });
    const reply = await replied;
    if (reply?.type === 'unusable') this.#unusable = reply;
    if (reply) await this.#end('it was not loaded');
    return reply;
  }

  #listen(running: Running): void {
    const { child } = running;
    let rest = '';
    child.stdin.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#options.print(text));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = text.split('\n');
      lines[0] = rest + (lines[0] ?? '');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#hear(running, line);
      if (rest.length > LONGEST_LINE) void this.#end(`it answered more than ${LONGEST_LINE / MB} MB`);
    });
    child.on('error', (error) => this.#gone(running, `it cannot be started: ${error.message}`));
    child.on('close', (code, signal) => {
      const how = signal === null ? `ended itself with exit code ${code}` : `was ended by ${signal}`;
      this.#gone(running, running.reason ?? `it ${how}`);
    });
  }

  #hear(running: Running, line: string): void {
    const found = readReply(line);
    if (!found) return void this.#end('it answered what is no answer');
    if (found.pid !== undefined) running.pid = found.pid;
    this.#onReply?.(found);
  }

  #gone(running: Running, why: string): void {
    clearInterval(running.watch);
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#onReply?.(undefined, why);
  }

  /** Ends the process where it holds more memory than it may. */
  async #look(): Promise<void> {
    const running = this.#running;
    if (running?.pid === undefined) return;
    const { memory } = this.#options.setup;
    const held = await residentMemory(running.pid);
    if (held !== undefined && held > memory && this.#running === running)
      await this.#end(`it took more than ${Math.round(memory / MB)} MB of memory`);
  }

  async #end(reason: string): Promise<void> {
    const running = this.#running;
    if (!running) return;
    running.reason ??= reason;
    const { child } = running;
    if (child.pid === undefined) return;
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    killAll(child, this.#options.setup.ownGroup);
    // Something that it started can hold its pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
    await closed;
  }

  #send(line: object): void {
    this.#running?.child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** The reply to one request; undefined: the code was loaded. One that is late ends the process. */
  #replyTo(id: number, timeoutMs: number, limit: string): Promise<CallReply | undefined> {
    return new Promise((resolve) => {
      const settle = (reply: CallReply | undefined): void => {
        clearTimeout(timer);
        this.#onReply = undefined;
        resolve(reply);
      };
      const timer = setTimeout(
        () => {
          this.#onReply = undefined;
          void this.#end(limit).then(() => settle({ type: 'late', message: limit }));
        },
        Math.min(timeoutMs, LONGEST_MS),
      );
      this.#onReply = (line, why) => {
        if (!line) settle({ type: 'ended', message: why ?? 'it ended' });
        else if (line.id === id) settle(line.reply);
      };
    });
  }
}

function killAll(child: ChildProcessWithoutNullStreams, ownGroup: boolean): void {
  try {
    if (ownGroup && child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
