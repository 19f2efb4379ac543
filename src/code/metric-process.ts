import { Worker } from 'node:worker_threads';
import type { ScoredElsewhere } from '../metrics/define-metric.ts';
import type { Session } from '../model/trace.ts';
import type { PartitionName, Reply, Request, ScorerFile, SentContext } from './worker-messages.ts';

/** How a scorer runs. */
export interface ProcessOptions {
  readonly scorer: ScorerFile;
  /** Limit for one partition, and for loading. */
  readonly timeoutMs: number;
  /** Takes what the scorer prints. */
  readonly print: (text: string) => void;
}

/** Loading compiles TypeScript. */
const LOADING_MS = 60_000;
const MEMORY_MB = 1024;

/** A metric of the user in a worker: ended when it takes too long, and started again for the next partition. */
export class MetricProcess {
  readonly #options: ProcessOptions;
  #worker: Worker | undefined;
  #known: Session | undefined;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** Scores one partition of a session. Never rejects. */
  async score(session: Session, partition: PartitionName, context: SentContext): Promise<ScoredElsewhere> {
    const started = await this.#start();
    if (started) return started;
    if (this.#known !== session) {
      this.#send({ type: 'session', session });
      this.#known = session;
    }
    const { timeoutMs } = this.#options;
    const limit = `it took longer than ${timeoutMs / 1000} s`;
    const reply = await this.#ask({ type: 'score', partition, context }, timeoutMs, limit);
    if (reply.type === 'answer') return { answer: reply.answer };
    return { failed: reply.type === 'late' ? 'metric_timeout' : 'metric_failed', message: wordsOf(reply) };
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#known = undefined;
    await worker?.terminate();
  }

  /** Starts the worker unless it runs; what went wrong otherwise. */
  async #start(): Promise<ScoredElsewhere | undefined> {
    if (this.#worker) return undefined;
    const { scorer, print } = this.#options;
    this.#worker = new Worker(new URL('./metric-worker.js', import.meta.url), {
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      workerData: { scorer },
    });
    const worker = this.#worker;
    // Between two questions nobody else listens: an error would end this process.
    worker.on('error', () => {}).on('exit', () => this.#forget(worker));
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => print(text));
    const reply = await this.#ask(undefined, LOADING_MS, `it was not loaded within ${LOADING_MS / 1000} s`);
    if (reply.type === 'ready') return undefined;
    await this.close();
    return { failed: 'metric_failed', message: `${scorer.file}: ${wordsOf(reply)}` };
  }

  #forget(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#known = undefined;
  }

  #send(request: Request): void {
    this.#worker?.postMessage(request);
  }

  /** The next reply; a worker that ends or is late is closed. */
  #ask(request: Request | undefined, timeoutMs: number, limit: string): Promise<Reply | Ended> {
    const worker = this.#worker;
    if (!worker) return Promise.resolve({ type: 'ended', message: 'it was ended' });
    return new Promise((resolve) => {
      const settle = (reply: Reply | Ended): void => {
        clearTimeout(timer);
        worker.off('message', settle).off('error', onError).off('exit', onExit);
        if (reply.type === 'late' || reply.type === 'ended') void this.close().then(() => resolve(reply));
        else resolve(reply);
      };
      const onError = (error: Error): void => settle({ type: 'ended', message: `it crashed: ${error.message}` });
      const onExit = (code: number): void =>
        settle({ type: 'ended', message: `it ended itself with exit code ${code}` });
      const timer = setTimeout(() => settle({ type: 'late', message: limit }), timeoutMs);
      worker.on('message', settle).on('error', onError).on('exit', onExit);
      if (request) this.#send(request);
    });
  }
}

function wordsOf(reply: Reply | Ended): string {
  return 'message' in reply ? reply.message : 'it answered out of turn';
}

interface Ended {
  readonly type: 'late' | 'ended';
  readonly message: string;
}
