import { expect, it } from 'vitest';
import { findReport, REPORTS } from './registry.ts';

it('finds every report by its own name, and no two share one', () => {
  for (const report of REPORTS) expect(findReport(report.name)).toBe(report);
  expect(new Set(REPORTS.map(({ name }) => name)).size).toBe(REPORTS.length);
});

it('refuses an unknown name with the nearest and all known ones', () => {
  expect(() => findReport('junti')).toThrow("no report 'junti'. Did you mean junit?");
  expect(() => findReport('__proto__')).toThrow("no report '__proto__'.");
});
