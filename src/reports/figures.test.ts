import { describe, expect, it } from 'vitest';
import { counts, figure, grouped, interval, percent, tokens } from './figures.ts';
import { wilson } from './wilson.ts';

describe('figures', () => {
  it('groups thousands', () => {
    expect([0, 999, 1000, -1234567].map(grouped)).toEqual(['0', '999', '1,000', '-1,234,567']);
  });

  it('rounds to three digits without claiming a whole number', () => {
    expect([1, 0, 11 / 14, 0.5, 12345.6789].map(figure)).toEqual(['1', '0', '0.786', '0.5', '12,345.679']);
    expect([0.9999, 0.0001, -0.0001, 1.0001].map(figure)).toEqual(['<1', '>0', '<0', '>1']);
  });

  it('says 0 % and 100 % only for none and all', () => {
    expect([0, 1, 11 / 14, 0.999, 0.001].map(percent)).toEqual(['0 %', '100 %', '79 %', '>99 %', '<1 %']);
  });

  it('prints a known subtotal as at least, and an unknown as unknown, never as 0', () => {
    expect(tokens({ known: 12400, complete: true })).toBe('12,400');
    expect(tokens({ known: 12400, complete: false })).toBe('at least 12,400');
    expect(tokens({ known: null, complete: false })).toBe('unknown');
    expect(tokens({ known: 0, complete: true })).toBe('0');
  });

  it('names the method and the level of an interval', () => {
    expect(interval({ method: 'wilson', level: 0.95, low: 0.5241, high: 0.9243 })).toBe('Wilson 95 % 0.524–0.924');
  });

  it('counts most first and leaves zeros out', () => {
    expect(counts({ error: 1, empty: 2, short: 0, absent: 1 })).toBe('2 empty, 1 absent, 1 error');
  });
});

describe('the Wilson interval', () => {
  it('agrees with published values', () => {
    // Newcombe 1998, table I, method 3: 81/263, 15/148, 0/20, 1/29.
    for (const [x, n, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const found = wilson(x, n);
      expect(found.low).toBeCloseTo(low, 4);
      expect(found.high).toBeCloseTo(high, 4);
    }
  });

  it('ends exactly at none and all', () => {
    expect(wilson(0, 7).low).toBe(0);
    expect(wilson(7, 7).high).toBe(1);
  });
});
