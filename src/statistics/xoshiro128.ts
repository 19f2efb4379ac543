const WORDS = 2 ** 32;

/**
 * A generator of 32-bit integers (0 to 2^32 - 1) that a 32-bit seed decides: xoshiro128** 1.1, its state four words of
 * splitmix32. Source: Blackman and Vigna 2018. Not for secrets.
 */
export function xoshiro128(seed: number): () => number {
  const word = splitmix32(seed);
  let [a, b, c, d] = [word(), word(), word(), word()];
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
}

/**
 * A generator of integers from 0 to n - 1, each as likely, for whole n from 1 to 2^32: words beyond the last multiple of
 * n are drawn again.
 */
export function boundedIntegers(next: () => number, n: number): () => number {
  const limit = Math.floor(WORDS / n) * n;
  return () => {
    let word = next();
    while (word >= limit) word = next();
    return word % n;
  };
}

/** Words by which a state is filled, with the finaliser of MurmurHash3. */
function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return word ^ (word >>> 16);
  };
}

function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
