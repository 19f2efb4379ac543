/**
 * Adds a number to a sum that is held without rounding, as parts that do not overlap. The order in which numbers are
 * added makes no difference to the sum. Source: Shewchuk 1997.
 */
export function addExactly(parts: number[], number: number): void {
  let above = number;
  let kept = 0;
  for (const part of parts) {
    const [large, small] = Math.abs(above) < Math.abs(part) ? [part, above] : [above, part];
    const sum = large + small;
    const lost = small - (sum - large);
    if (lost !== 0 && Number.isFinite(lost)) parts[kept++] = lost;
    above = sum;
  }
  parts.length = kept;
  parts.push(above);
}

/** The sum, rounded once to the nearest number. */
export function exactSum(parts: readonly number[]): number {
  let index = parts.length - 1;
  let sum = parts[index] ?? 0;
  let lost = 0;
  while (lost === 0 && index > 0) {
    const part = parts[--index] ?? 0;
    const before = sum;
    sum = before + part;
    lost = part - (sum - before);
  }
  // What lies below a tie decides to which side it is rounded.
  const next = Math.sign(parts[index - 1] ?? 0);
  if (lost !== 0 && next === Math.sign(lost)) {
    const rounded = sum + lost * 2;
    if (lost * 2 === rounded - sum) return rounded;
  }
  return sum;
}
