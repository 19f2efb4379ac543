import { describe, expect, it } from 'vitest';
import { isFailure } from '../problems/is-failure.ts';
import type { Metric } from './define-metric.ts';
import { orderByDependencies } from './order-by-dependencies.ts';
import { metricNamed } from './registry.ts';

const BUILT_IN = metricNamed('usage.tokens');

/** Metrics by name, each with the names that it depends on. */
function metrics(graph: Readonly<Record<string, readonly string[]>>): Metric[] {
  return Object.entries(graph).map(([name, dependencies]) => ({
    ...BUILT_IN,
    manifest: { ...BUILT_IN.manifest, name, dependencies },
  }));
}

function order(graph: Readonly<Record<string, readonly string[]>>, ...chosen: string[]): string {
  const all = metrics(graph);
  try {
    const ordered = orderByDependencies(
      chosen.map((name) => metricNamed(name, all)),
      all,
    );
    return ordered.map(({ manifest }) => manifest.name).join(' ');
  } catch (error) {
    if (isFailure(error)) return `${error.code} ${error.message}`;
    throw error;
  }
}

describe('the order of metrics', () => {
  it('is the one asked for where nothing depends on anything', () => {
    expect(order({ a: [], b: [], c: [] }, 'c', 'a')).toBe('c a');
  });

  it('puts each metric after all that it depends on, which run too', () => {
    expect(order({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [], e: [] }, 'a', 'd')).toBe('d b c a');
  });

  it('refuses a circle, and names it from where it begins', () => {
    expect(order({ a: ['b'], b: ['c'], c: ['b'] }, 'a')).toMatch(/^METRIC_DEPENDENCY_CYCLE .*: b > c > b$/);
    expect(order({ a: ['a'] }, 'a')).toMatch(/^METRIC_DEPENDENCY_CYCLE .*: a > a$/);
  });

  it('refuses a dependency that is no metric, with near names', () => {
    expect(order({ 'my.first': ['my.secnd'], 'my.second': [] }, 'my.first')).toMatch(
      /^METRIC_UNKNOWN no metric 'my\.secnd'\. Did you mean my\.second/,
    );
  });

  it('is worked out in linear time', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`m${index}`, index ? [`m${index - 1}`] : []]),
    );
    expect(order(chain, 'm1999').split(' ')).toHaveLength(2000);
  });
});
