/** Repetitions of a period that make a cycle. */
const TIMES = 3;
const LONGEST_PERIOD = 4;

/** The smallest period of up to four entries that a list repeats at least three times in a row; undefined without any. */
export function findCycle(keys: readonly string[]): number | undefined {
  for (let period = 1; period <= LONGEST_PERIOD; period++) {
    let equal = 0;
    for (let at = period; at < keys.length; at++) {
      equal = keys[at] === keys[at - period] ? equal + 1 : 0;
      if (equal >= period * (TIMES - 1)) return period;
    }
  }
  return undefined;
}

/** The length of the longest streak of one entry. */
export function longestRun(keys: readonly string[]): number {
  let [longest, run] = [0, 0];
  for (const [at, key] of keys.entries()) {
    run = at > 0 && key === keys[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
