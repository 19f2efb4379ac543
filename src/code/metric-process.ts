import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ScoredElsewhere } from '../metrics/define-metric.ts';
import type { Session } from '../model/trace.ts';
import {
  LOADED,
  type PartitionName,
  type Reply,
  type Request,
  type ScorerFile,
  type SentContext,
} from './worker-messages.ts';

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
const ENDED = 'it was ended with the run';
/** A timer of more is no timer. */
const LONGEST_MS = 2 ** 31 - 1;

interface Running {
  readonly worker: Worker;
  /** Ours alone: what the code of the user posts goes elsewhere. */
  readonly port: MessagePort;
}

/**
 * A metric of the user in a worker: ended when it takes too long, and started again for the next partition. It scores
 * one partition after another, in the order in which they are asked for.
 */
export class MetricProcess {
  readonly #options: ProcessOptions;
  #running: Running | undefined;
  #known: Session | undefined;
  #requests = LOADED;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #waiting = 0;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** How many partitions it has not answered yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Scores one partition of a session. Never rejects. */
  score(session: Session, partition: PartitionName, context: SentContext): Promise<ScoredElsewhere> {
    this.#waiting++;
    const scored = this.#last
      .then(() => this.#score(session, partition, context))
      .catch((error: unknown): ScoredElsewhere => ({ failed: 'metric_failed', message: String(error) }))
      .finally(() => {
        this.#waiting--;
      });
    this.#last = scored;
    return scored;
  }

  /** Ends the worker for good: what is asked for afterwards fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #score(session: Session, partition: PartitionName, context: SentContext): Promise<ScoredElsewhere> {
    if (this.#isClosed) return { failed: 'metric_failed', message: ENDED };
    const started = await this.#start();
    if (started) return started;
    if (this.#known !== session) {
      this.#send({ type: 'session', session });
      this.#known = session;
    }
    const timeoutMs = Math.min(this.#options.timeoutMs, LONGEST_MS);
    const limit = `it took longer than ${timeoutMs / 1000} s`;
    const id = ++this.#requests;
    const answered = this.#replyTo(id, timeoutMs, limit);
    this.#send({ type: 'score', id, partition, context });
    const reply = await answered;
    if (reply.type === 'answer') return { answer: reply.answer };
    return { failed: reply.type === 'late' ? 'metric_timeout' : 'metric_failed', message: wordsOf(reply) };
  }

  /** Starts the worker unless it runs; what went wrong otherwise. */
  async #start(): Promise<ScoredElsewhere | undefined> {
    if (this.#running) return undefined;
    const { scorer, print } = this.#options;
    const { port1: port, port2 } = new MessageChannel();
    const worker = new Worker(new URL('./metric-worker.js', import.meta.url), {
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      workerData: { scorer, port: port2 },
      transferList: [port2],
    });
    this.#running = { worker, port };
    // Between two questions nobody else listens: an error would end this process.
    worker.on('error', () => {}).on('exit', () => this.#forget(worker));
    for (const stream of [worker.stdout, worker.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => print(text));
    const reply = await this.#replyTo(LOADED, LOADING_MS, `it was not loaded within ${LOADING_MS / 1000} s`);
    if (reply.type === 'ready') return undefined;
    await this.#end();
    return { failed: 'metric_failed', message: `${scorer.file}: ${wordsOf(reply)}` };
  }

  #forget(worker: Worker): void {
    if (this.#running?.worker !== worker) return;
    this.#running.port.close();
    this.#running = undefined;
    this.#known = undefined;
  }

  async #end(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#forget(running.worker);
    await running.worker.terminate();
  }

  #send(request: Request): void {
    this.#running?.port.postMessage(request);
  }

  /** The reply to one request, whatever else arrives; a worker that ends or is late is closed. */
  #replyTo(id: number, timeoutMs: number, limit: string): Promise<Reply | Ended> {
    const running = this.#running;
    if (!running) return Promise.resolve({ type: 'ended', message: ENDED });
    const { worker, port } = running;
    return new Promise((resolve) => {
      const settle = (reply: Reply | Ended): void => {
        clearTimeout(timer);
        port.off('message', onReply);
        worker.off('error', onError).off('exit', onExit);
        if (reply.type === 'late' || reply.type === 'ended') void this.#end().then(() => resolve(reply));
        else resolve(reply);
      };
      const onReply = (reply: Reply): void => {
        if (reply.id === id) settle(reply);
      };
      const onError = (error: Error): void => settle({ type: 'ended', message: `it crashed: ${error.message}` });
      const onExit = (code: number): void =>
        settle({ type: 'ended', message: this.#isClosed ? ENDED : `it ended itself with exit code ${code}` });
      const timer = setTimeout(() => settle({ type: 'late', message: limit }), timeoutMs);
      port.on('message', onReply);
      worker.on('error', onError).on('exit', onExit);
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
