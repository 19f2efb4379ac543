import { setMaxListeners } from 'node:events';
import type PQueue from 'p-queue';
import { Budget, type BudgetLimits, type CostOf, type Spent } from './budget.ts';
import type { AnswerCache } from './cache.ts';
import type { Clock } from './clock.ts';
import { EXPECTED_ANSWER, estimateTokens } from './estimate-tokens.ts';
import { CANCELLED, type RetryPolicy, withRetries } from './retry.ts';
import type { JudgeFault, JudgeRequest, Reply, Transport } from './transport.ts';

/** Prompts are about to leave this process. */
export interface Egress {
  /** The address, without credentials. */
  readonly endpoint: string;
  readonly provider: string;
  readonly model: string;
  /** True for an endpoint of this machine. */
  readonly isLocal: boolean;
}

/** A transport and whether it leaves this machine. */
export interface OpenedTransport {
  readonly transport: Transport;
  readonly isLocal: boolean;
}

/** What a judge works with. */
export interface JudgeParts {
  /** Who is asked for a model, or why nobody can be. Called once for each model. */
  transportFor(model: string): Promise<OpenedTransport | JudgeFault>;
  /** Decides, once for each endpoint, whether prompts may go there. */
  allowEgress(egress: Egress): boolean | Promise<boolean>;
  readonly queue: PQueue;
  readonly cache?: AnswerCache;
  readonly budget: BudgetLimits;
  readonly costOf: CostOf;
  readonly clock: Clock;
  readonly policy: RetryPolicy;
  readonly contextTokens: number;
  /** Takes what went wrong beside the answers, such as a cache that cannot be written. */
  readonly warn: (message: string) => void;
}

/**
 * Asks judges: from the cache where it knows, else over a transport, within limits of calls at once, calls a minute,
 * budget and context. The same question is asked once. Never rejects: what brought no answer is a fault.
 */
export class Judge {
  readonly #parts: JudgeParts;
  readonly #budget: Budget;
  readonly #stop = new AbortController();
  readonly #asked = new Map<string, Promise<Reply>>();
  readonly #transports = new Map<string, Promise<OpenedTransport | JudgeFault>>();
  readonly #agreed = new Map<string, Promise<boolean>>();
  /** Faults that no further call mends, such as a key that is refused, by model. */
  readonly #lasting = new Map<string, JudgeFault>();
  #cacheFailed = false;

  constructor(parts: JudgeParts) {
    this.#parts = parts;
    this.#budget = new Budget(parts.budget, parts.costOf);
    // Every call that is under way listens to it.
    setMaxListeners(0, this.#stop.signal);
  }

  /** Asks one question. */
  ask(request: JudgeRequest): Promise<Reply> {
    const pending = this.#asked.get(request.key);
    if (pending) return pending;
    const asking = this.#ask(request).finally(() => this.#asked.delete(request.key));
    this.#asked.set(request.key, asking);
    return asking;
  }

  /** True where the answer is in the cache or a recording already, so that nothing is sent. */
  async knows({ key, model }: Pick<JudgeRequest, 'key' | 'model'>): Promise<boolean> {
    if ((await this.#parts.cache?.get(key)) !== undefined) return true;
    const opened = await this.#open(model);
    return 'transport' in opened && opened.transport.knows?.(key) === true;
  }

  /** Where prompts to a model would go; undefined where they go nowhere. */
  async endpointOf(model: string): Promise<string | undefined> {
    const opened = await this.#open(model);
    return 'transport' in opened ? opened.transport.endpoint : undefined;
  }

  /** What a call of a model would cost; undefined where that is not known. */
  costOf(...call: Parameters<CostOf>): number | undefined {
    return this.#parts.costOf(...call);
  }

  spent(): Spent {
    return this.#budget.spent();
  }

  /** Ends what is under way: its answers are the fault `judge_cancelled`. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#asked.values());
    for (const opening of this.#transports.values()) {
      const opened = await opening;
      if ('transport' in opened) await opened.transport.close?.();
    }
  }

  async #ask(request: JudgeRequest): Promise<Reply> {
    const { cache } = this.#parts;
    const known = await cache?.get(request.key);
    if (known) {
      this.#budget.addCached();
      return { answer: known };
    }
    const reply = await this.#askAnew(request);
    if ('answer' in reply && cache) await cache.set(request.key, reply.answer).catch((error) => this.#noCache(error));
    return reply;
  }

  async #askAnew(request: JudgeRequest): Promise<Reply> {
    const lasting = this.#lasting.get(request.model) ?? this.#tooLong(request);
    if (lasting) return { fault: lasting };
    const opened = await this.#open(request.model);
    if ('kind' in opened) return { fault: opened };
    const { transport } = opened;
    if (transport.endpoint === undefined) return transport.ask(request, this.#stop.signal);
    if (!(await this.#mayLeave(transport.endpoint, opened, request.model)))
      return {
        fault: {
          kind: 'egress_not_allowed',
          message: `prompts may not go to ${transport.endpoint}: pass --yes, or set muster.judge.allow_egress`,
        },
      };
    const { policy, clock } = this.#parts;
    const inTurn = (attempt: () => Promise<Reply>): Promise<Reply> => this.#inTurn(attempt);
    const attempts = { policy, clock, signal: this.#stop.signal, seed: request.key, inTurn };
    const reply = await withRetries((signal) => this.#attempt(transport, request, signal), attempts);
    if ('fault' in reply && reply.fault.kind === 'unauthorised') this.#lasting.set(request.model, reply.fault);
    return reply;
  }

  async #inTurn(attempt: () => Promise<Reply>): Promise<Reply> {
    const { signal } = this.#stop;
    try {
      return await this.#parts.queue.add(attempt, { signal });
    } catch (error) {
      if (signal.aborted) return CANCELLED;
      throw error;
    }
  }

  /** One attempt; what it may cost is taken out of the budget before it starts. */
  async #attempt(transport: Transport, request: JudgeRequest, signal: AbortSignal): Promise<Reply> {
    const lasting = this.#lasting.get(request.model);
    if (lasting) return { fault: lasting };
    const reserved = this.#budget.reserve(request.model, expectedUsage(request));
    if ('kind' in reserved) return { fault: reserved };
    const reply = await transport.ask(request, signal);
    reserved.settle('answer' in reply ? reply.answer.usage : undefined);
    return reply;
  }

  #tooLong(request: JudgeRequest): JudgeFault | undefined {
    const { input = 0, output = 0 } = expectedUsage(request);
    const { contextTokens } = this.#parts;
    if (input + output <= contextTokens) return undefined;
    const message = `question and answer have about ${input + output} tokens, and the judge takes ${contextTokens}`;
    return { kind: 'context_overflow', message: `${message} (muster.judge.context_tokens)` };
  }

  #open(model: string): Promise<OpenedTransport | JudgeFault> {
    const opening = this.#transports.get(model) ?? this.#parts.transportFor(model);
    this.#transports.set(model, opening);
    return opening;
  }

  #mayLeave(endpoint: string, { transport, isLocal }: OpenedTransport, model: string): Promise<boolean> {
    const asking =
      this.#agreed.get(endpoint) ??
      Promise.resolve(this.#parts.allowEgress({ endpoint, provider: transport.id, model, isLocal }));
    this.#agreed.set(endpoint, asking);
    return asking;
  }

  #noCache(error: unknown): void {
    if (this.#cacheFailed) return;
    this.#cacheFailed = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.#parts.warn(`answers of the judge cannot be kept: ${reason}`);
  }
}

/** What a question will take, before it is asked. */
export function expectedUsage({ system, prompt, parameters }: Omit<JudgeRequest, 'key'>): {
  readonly input: number;
  readonly output: number;
} {
  return {
    input: estimateTokens(system) + estimateTokens(prompt),
    output: parameters.max_tokens ?? EXPECTED_ANSWER,
  };
}
