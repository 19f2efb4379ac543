import type { Clock } from '../judges/clock.ts';

/** A clock that nobody waits for: sleeping moves it forward at once, and a deadline ends only when it is told to. */
export interface MadeClock extends Clock {
  /** How long was slept, each time, in milliseconds. */
  readonly slept: readonly number[];
  /** Ends every deadline that is open. */
  expire(): void;
}

/** Makes a clock that starts at a fixed moment. */
export function makeClock(): MadeClock {
  const slept: number[] = [];
  const open = new Set<AbortController>();
  let now = Date.UTC(2026, 0, 1);
  return {
    slept,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    deadline: () => {
      const controller = new AbortController();
      open.add(controller);
      return { signal: controller.signal, end: () => controller.abort(), cancel: () => open.delete(controller) };
    },
    expire: () => {
      for (const controller of open) controller.abort();
    },
  };
}
