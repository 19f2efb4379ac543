import { describe, expect, it } from 'vitest';
import { clipped, tInterval, wilson } from './interval.ts';
import { quantile } from './quantile.ts';
import { studentTCdf, studentTQuantile } from './student-t.ts';

describe('the interval of Wilson', () => {
  it('has the published figures and exact ends', () => {
    const { low = Number.NaN, high = Number.NaN } = wilson(8, 10) ?? {};
    expect([low, high].map((end) => end.toFixed(4))).toEqual(['0.4902', '0.9433']);
    expect(wilson(0, 10)).toMatchObject({ low: 0 });
    expect(wilson(10, 10)).toMatchObject({ high: 1, method: 'wilson', level: 0.95 });
  });

  it('agrees with published values', () => {
    // Newcombe 1998, table I, method 3.
    for (const [x, n, ...ends] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const { low = Number.NaN, high = Number.NaN } = wilson(x, n) ?? {};
      expect([low, high].map((end) => Math.round(end * 1e4) / 1e4)).toEqual(ends);
    }
  });

  it('does not exist without trials', () => expect(wilson(0, 0)).toBeUndefined());
});

describe('the t interval of a mean', () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  it('has the figures of a table', () => {
    const { low = Number.NaN, high = Number.NaN, method } = tInterval(ten) ?? {};
    expect([low.toFixed(6), high.toFixed(6), method]).toEqual(['3.334149', '7.665851', 't']);
  });

  it('does not exist where fewer than six numbers differ from the most common one', () => {
    expect(tInterval([])).toBeUndefined();
    expect(tInterval(ten.slice(0, 6))).toBeUndefined();
    expect(tInterval(ten.slice(0, 7))).toBeDefined();
    expect(tInterval([0, 0, 0, 0, 0, 1, 1, 1, 1, 1])).toBeUndefined();
    expect(tInterval([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])).toBeDefined();
    expect(tInterval([...ten, 1e308])).toBeUndefined();
  });

  it('is cut to the values that there can be, and then says so', () => {
    const interval = { method: 't', level: 0.95, low: -1, high: 1.5 };
    expect(clipped(interval, [0, 1])).toEqual({ method: 't_clipped', level: 0.95, low: 0, high: 1 });
    expect(clipped(interval, [0, null])).toMatchObject({ method: 't_clipped', low: 0, high: 1.5 });
    expect(clipped(interval, [-1, null])).toBe(interval);
  });
});

describe('the t distribution', () => {
  it('comes to the normal one with many degrees of freedom', () => {
    expect(studentTQuantile(0.975, 1e6)).toBeCloseTo(1.959966, 5);
    expect(studentTQuantile(0.025, 9)).toBeCloseTo(-2.262157162798205, 12);
    expect(studentTQuantile(0.5, 9)).toBe(0);
  });

  it('has quantiles that give back their probability', () => {
    for (const df of [1, 2, 7, 40, 500])
      for (const p of [0.001, 0.2, 0.6, 0.975, 0.9999])
        expect(studentTCdf(studentTQuantile(p, df), df)).toBeCloseTo(p, 12);
  });
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
