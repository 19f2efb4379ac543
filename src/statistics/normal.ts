import { upperGamma } from './incomplete-gamma.ts';

/** The probability of a value of at most `x` in the standard normal distribution. */
export function normalCdf(x: number): number {
  const tail = upperGamma(0.5, (x * x) / 2) / 2;
  return x > 0 ? 1 - tail : tail;
}

/** The quantile of the standard normal distribution at `p` in (0, 1). Source: Wichura 1988, AS 241 (PPND16). */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(r, CENTRE[0])) / polynomial(r, CENTRE[1]);
  }
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)));
  const [above, below, from] = r <= 5 ? NEAR : FAR;
  return (Math.sign(q) * polynomial(r - from, above)) / polynomial(r - from, below);
}

/** Coefficients from the highest power down. */
function polynomial(x: number, coefficients: readonly number[]): number {
  return coefficients.reduce((value, coefficient) => value * x + coefficient, 0);
}

type Ratio = readonly [readonly number[], readonly number[], number];

const CENTRE: Ratio = [
  [
    2509.0809287301227, 33430.575583588128, 67265.7709270087, 45921.95393154987, 13731.693765509461, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  [
    5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
  0,
];
const NEAR: Ratio = [
  [
    7.745450142783414e-4, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  [
    1.0507500716444169e-9, 5.475938084995345e-4, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
  1.6,
];
const FAR: Ratio = [
  [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 7.868691311456133e-4, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
  5,
];
