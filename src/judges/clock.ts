/** Time as a judge sees it. Tests give one of their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A signal that aborts when the time is over, unless it is cancelled. */
  deadline(ms: number): Deadline;
}

/** Limits how long one call may take. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Ends it at once. */
  end(): void;
  cancel(): void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
    }),
  deadline: (ms) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), ms);
    return { signal: controller.signal, end: () => controller.abort(), cancel: () => clearTimeout(timer) };
  },
};
