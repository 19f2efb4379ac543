/** Places of two lists that stand for each other. */
export type Pair = readonly [expected: number, made: number];

const MATCH = 1;
const SKIP_EXPECTED = 2;

/**
 * The longest list of pairs in the order of both lists. `fits(expected)` marks with 1 what fits it of the other list.
 * Takes a byte for each pair of places.
 */
export function longestAlignment(expected: number, made: number, fits: (expected: number) => Uint8Array): Pair[] {
  const steps = new Uint8Array(expected * made);
  let lengths = new Uint32Array(made + 1);
  for (let row = 0; row < expected; row++) {
    const fitting = fits(row);
    const next = new Uint32Array(made + 1);
    for (let column = 0; column < made; column++) {
      const [above, before] = [lengths[column + 1] ?? 0, next[column] ?? 0];
      if (fitting[column] === 1) {
        next[column + 1] = (lengths[column] ?? 0) + 1;
        steps[row * made + column] = MATCH;
      } else if (above >= before) {
        next[column + 1] = above;
        steps[row * made + column] = SKIP_EXPECTED;
      } else next[column + 1] = before;
    }
    lengths = next;
  }
  return pairsBack(steps, expected, made);
}

function pairsBack(steps: Uint8Array, expected: number, made: number): Pair[] {
  const pairs: Pair[] = [];
  let [row, column] = [expected - 1, made - 1];
  while (row >= 0 && column >= 0) {
    const step = steps[row * made + column];
    if (step === MATCH) pairs.push([row--, column--]);
    else if (step === SKIP_EXPECTED) row--;
    else column--;
  }
  return pairs.reverse();
}
