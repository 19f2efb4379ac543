import { describe, expect, it } from 'vitest';
import { wilson } from './interval.ts';
import { quantile } from './quantile.ts';

describe('the interval of Wilson', () => {
  it('has the published figures and exact ends', () => {
    const { low = Number.NaN, high = Number.NaN } = wilson(8, 10) ?? {};
    expect([low, high].map((end) => end.toFixed(4))).toEqual(['0.4902', '0.9433']);
    expect(wilson(0, 10)).toMatchObject({ low: 0 });
    expect(wilson(10, 10)).toMatchObject({ high: 1, method: 'wilson', level: 0.95 });
  });

  it('does not exist without trials', () => expect(wilson(0, 0)).toBeUndefined());
});

describe('a quantile', () => {
  it('interpolates between neighbours, as type 7 does', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3, 4], 0.95)).toBeCloseTo(3.85);
    expect([0, 1].map((q) => quantile([1, 2, 3, 4], q))).toEqual([1, 4]);
    expect(quantile([7], 0.95)).toBe(7);
  });

  it('of nothing does not exist', () => expect(quantile([], 0.5)).toBeUndefined());
});
