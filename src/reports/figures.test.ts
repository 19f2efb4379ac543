import { describe, expect, it } from 'vitest';
import { counts, figure, grouped, interval, percent, tokens } from './figures.ts';

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
    const over = (method: string, unit: string): string =>
      interval({ method, level: 0.95, low: 0, high: 0.5, clusters: { unit, count: 50 } });
    expect(over('task_clustered_t', 'task')).toBe('task-clustered t over 50 tasks 95 % 0–0.5');
    expect(over('session_clustered_t_clipped', 'session')).toBe(
      'session-clustered t clipped over 50 sessions 95 % 0–0.5',
    );
    expect(over('wilson_over_tasks', 'task')).toBe('Wilson over 50 tasks 95 % 0–0.5');
    expect(over('wilson_over_task_or_sessions', 'task_or_session')).toBe('Wilson over 50 task or sessions 95 % 0–0.5');
  });

  it('counts most first and leaves zeros out', () => {
    expect(counts({ error: 1, empty: 2, short: 0, absent: 1 })).toBe('2 empty, 1 absent, 1 error');
  });
});
