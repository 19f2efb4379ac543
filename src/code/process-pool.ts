import type { Json } from '../model/json.ts';
import type { CallReply } from './line-messages.ts';
import { LineProcess, type LineProcessOptions } from './line-process.ts';

/** Processes that run the same function, so that several calls can be under way. Starts none before it is asked. */
export class ProcessPool {
  readonly #options: LineProcessOptions;
  readonly #most: number;
  readonly #processes: LineProcess[] = [];

  constructor(options: LineProcessOptions, most: number) {
    this.#options = options;
    this.#most = most;
  }

  /** Calls the function. Never rejects. */
  ask(argument: Json): Promise<CallReply> {
    return this.#next().ask(argument);
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.close()));
  }

  /** One that waits for nothing, else a new one, else the one with the least to do. */
  #next(): LineProcess {
    const [least] = [...this.#processes].sort((a, b) => a.waiting - b.waiting);
    if (least && (least.waiting === 0 || this.#processes.length >= this.#most)) return least;
    const started = new LineProcess(this.#options);
    this.#processes.push(started);
    return started;
  }
}
