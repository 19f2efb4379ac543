import type { Clock } from './clock.ts';
import type { FaultKind, JudgeFault, Reply } from './transport.ts';

/** How often, and how patiently, a call is tried again. */
export interface RetryPolicy {
  readonly attempts: number;
  /** Pause after the first attempt; it doubles with each further one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** A server that asks for a longer pause than this is not waited for. */
  readonly longestRetryAfterMs: number;
  /** An attempt without an answer for so long is given up. */
  readonly timeoutMs: number;
}

export const RETRY_POLICY: RetryPolicy = {
  attempts: 5,
  firstPauseMs: 1000,
  longestPauseMs: 30_000,
  longestRetryAfterMs: 120_000,
  timeoutMs: 120_000,
};

const PASSING: ReadonlySet<FaultKind> = new Set(['rate_limited', 'server_error', 'no_answer_in_time', 'unreachable']);

/** What one call needs to be tried again. */
export interface Attempts {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Aborts everything. */
  readonly signal: AbortSignal;
  /** Runs an attempt when it is its turn: waiting for that is no part of its time. */
  readonly inTurn: (attempt: () => Promise<Reply>) => Promise<Reply>;
  /** Hex digits that spread the pauses of calls which failed together; the same call pauses alike each time. */
  readonly seed: string;
}

/** Asks until there is an answer, a fault that will not pass, or no attempt left. Never rejects. */
export async function withRetries(ask: (signal: AbortSignal) => Promise<Reply>, given: Attempts): Promise<Reply> {
  const { policy, clock, signal } = given;
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) return CANCELLED;
    const reply = await given.inTurn(() => once(ask, given));
    if ('answer' in reply) return reply;
    if (signal.aborted) return CANCELLED;
    const pause = pauseAfter(reply.fault, attempt, given);
    if (pause === undefined) return attempt === 1 ? reply : { fault: afterAttempts(reply.fault, attempt) };
    if (attempt >= policy.attempts) return { fault: afterAttempts(reply.fault, attempt) };
    await clock.sleep(pause, signal);
  }
}

/** What became of a call when the run was interrupted. */
export const CANCELLED: Reply = { fault: { kind: 'judge_cancelled', message: 'the run was interrupted' } };

async function once(ask: (signal: AbortSignal) => Promise<Reply>, given: Attempts): Promise<Reply> {
  const { signal } = given;
  const deadline = given.clock.deadline(given.policy.timeoutMs);
  // AbortSignal.any would keep a trace of each call on the signal of the whole run.
  signal.addEventListener('abort', deadline.end);
  if (signal.aborted) deadline.end();
  try {
    return await ask(deadline.signal);
  } finally {
    signal.removeEventListener('abort', deadline.end);
    deadline.cancel();
  }
}

/** Undefined for a fault that another attempt does not mend. */
function pauseAfter(
  { kind, retryAfterMs }: JudgeFault,
  attempt: number,
  { policy, seed }: Attempts,
): number | undefined {
  if (!PASSING.has(kind)) return undefined;
  if (retryAfterMs !== undefined) return retryAfterMs > policy.longestRetryAfterMs ? undefined : retryAfterMs;
  const whole = Math.min(policy.firstPauseMs * 2 ** (attempt - 1), policy.longestPauseMs);
  const share = Number.parseInt(seed.slice(attempt * 4, attempt * 4 + 4) || '0', 16) / 0xffff;
  return Math.round(whole * (0.75 + share / 4));
}

function afterAttempts(fault: JudgeFault, attempts: number): JudgeFault {
  return { ...fault, message: `${fault.message} (${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})` };
}
