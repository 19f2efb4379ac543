import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../model/json.ts';
import type { Trace } from '../model/trace.ts';
import { agent, recordsOf, tool, traceOf } from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { argumentRules } from './argument-rules.ts';
import type { ExpectedCall } from './call-relation.ts';
import { argumentDifferences } from './compare-arguments.ts';
import type { Scoring } from './define-metric.ts';
import { metricNamed } from './registry.ts';

interface Called {
  readonly name: string;
  /** Absent: not recorded. */
  readonly arguments?: Readonly<Record<string, Json>>;
}

const ALL = ['exact', 'in_order', 'any_order', 'precision', 'recall', 'f1'];

function traceWith(made: readonly Called[], expected: readonly ExpectedCall[], seed?: number): Trace {
  const calls = made.map(({ name, arguments: args }) => tool(name, args && { args }));
  const spans = recordsOf([agent('root', { children: [tool('think', { args: {} }), ...calls] })]);
  return { ...traceOf(seed === undefined ? spans : shuffled(spans, seed)), case: { id: 'c', expectedCalls: expected } };
}

function scored(metric: string, trace: Trace, config: Readonly<Record<string, Json>> = {}): Scoring {
  const all = { arguments: 'superset', ignore_tools: ['think'], ...config };
  const given = { config: all, configFor: () => all, dependencies: new Map(), declared: {} };
  const answer = metricNamed(`trajectory.${metric}`).score({ type: 'trace', trace }, given);
  if (!('status' in answer)) throw new Error('one answer is expected');
  return answer;
}

function figures(metric: string, trace: Trace): Json {
  const { status, score, because, details, ...rest } = scored(metric, trace);
  return { status, score, bounds: 'bounds' in rest ? (rest.bounds ?? null) : null } as Json;
}

const known = fc.record({
  name: fc.constantFrom('a', 'b'),
  arguments: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom(1, 2)),
});
const maybeKnown: fc.Arbitrary<Called> = fc.oneof(
  { weight: 4, arbitrary: known },
  { weight: 1, arbitrary: fc.record({ name: fc.constantFrom('a', 'b') }) },
);
const wanted = fc.array(known, { minLength: 1, maxLength: 5 });
const done = fc.array(maybeKnown, { maxLength: 5 });

const superset = argumentRules('superset')?.('') ?? { mode: 'superset' as const, fields: new Map() };

function mayFit(expected: Called, made: Called, unknown: boolean): boolean {
  if (expected.name !== made.name) return false;
  if (!made.arguments || !expected.arguments) return unknown;
  return argumentDifferences(expected.arguments, made.arguments, superset).length === 0;
}

/** The most pairs, by trying them all. `isOrdered`: in the order of both lists. */
function mostPairs(expected: readonly Called[], made: readonly Called[], unknown: boolean, isOrdered: boolean): number {
  const best = (at: number, free: readonly number[]): number => {
    const call = expected[at];
    if (!call) return 0;
    const partners = free.filter((place) => mayFit(call, made[place] ?? { name: '' }, unknown));
    const left = (place: number): number[] => free.filter((each) => (isOrdered ? each > place : each !== place));
    return Math.max(best(at + 1, free), ...partners.map((place) => 1 + best(at + 1, left(place))));
  };
  return best(0, [...made.keys()]);
}

describe('trajectory metrics', () => {
  it('pair what trying every pairing pairs, unknown arguments as bounds', () => {
    fc.assert(
      fc.property(wanted, done, (expected, made) => {
        const trace = traceWith(made, expected);
        for (const [metric, isOrdered] of [
          ['any_order', false],
          ['in_order', true],
        ] as const) {
          const sure = mostPairs(expected, made, false, isOrdered) === expected.length ? 1 : 0;
          const possible = mostPairs(expected, made, true, isOrdered) === expected.length ? 1 : 0;
          const found = scored(metric, trace);
          if (sure === possible) expect(found).toMatchObject({ status: 'scored', score: sure });
          else expect(found).toMatchObject({ status: 'unresolved', bounds: [sure, possible] });
        }
        const [least, most] = [mostPairs(expected, made, false, false), mostPairs(expected, made, true, false)];
        const recall = scored('recall', trace);
        if (least === most) expect(recall).toMatchObject({ score: least / expected.length });
        else expect(recall).toMatchObject({ bounds: [least / expected.length, most / expected.length] });
      }),
      { numRuns: 120, seed: 21 },
    );
  });

  it('do not depend on the order of the expected calls where order does not count', () => {
    fc.assert(
      fc.property(wanted, done, fc.nat(), (expected, made, seed) => {
        const [trace, other] = [traceWith(made, expected), traceWith(made, shuffled(expected, seed))];
        for (const metric of ['any_order', 'precision', 'recall', 'f1'])
          expect(figures(metric, other)).toEqual(figures(metric, trace));
      }),
      { numRuns: 30, seed: 22 },
    );
  });

  it('do not depend on the order of the records', () => {
    fc.assert(
      fc.property(wanted, done, fc.nat(), (expected, made, seed) => {
        const [trace, other] = [traceWith(made, expected), traceWith(made, expected, seed)];
        for (const metric of ALL) expect(scored(metric, other).details).toEqual(scored(metric, trace).details);
      }),
      { numRuns: 15, seed: 23 },
    );
  });

  it('never gain precision by a call that has nothing to do with what is expected', () => {
    fc.assert(
      fc.property(wanted, fc.array(known, { minLength: 1, maxLength: 5 }), (expected, made) => {
        const before = scored('precision', traceWith(made, expected));
        const after = scored('precision', traceWith([...made, { name: 'other', arguments: {} }], expected));
        expect(after.score ?? 0).toBeLessThanOrEqual(before.score ?? 0);
        expect(scored('recall', traceWith([...made, { name: 'other', arguments: {} }], expected)).score).toBe(
          scored('recall', traceWith(made, expected)).score,
        );
      }),
      { numRuns: 25, seed: 24 },
    );
  });

  it('align each expected and each made call once', () => {
    fc.assert(
      fc.property(wanted, done, (expected, made) => {
        for (const metric of ['any_order', 'in_order']) {
          const calls = scored(metric, traceWith(made, expected)).details.calls as unknown as {
            expected?: number;
            made?: number;
          }[];
          const places = (of: 'expected' | 'made'): number[] => calls.flatMap((call) => call[of] ?? []).sort();
          expect(places('expected')).toEqual([...expected.keys()]);
          expect(places('made')).toEqual([...made.keys()]);
        }
      }),
      { numRuns: 40, seed: 25 },
    );
  });
});

describe('very many calls', () => {
  const many = (count: number, of: (index: number) => Called): Called[] =>
    Array.from({ length: count }, (_, at) => of(at));

  it('are compared by equality without comparing each with each', () => {
    const calls = many(5000, (x) => ({ name: 'a', arguments: { x } }));
    const trace = traceWith(calls.slice(1), calls);
    expect(scored('recall', trace, { arguments: 'exact' })).toMatchObject({ score: 4999 / 5000 });
  });

  it('that are alike are compared once', () => {
    const calls = many(3000, (at) => ({ name: 'a', arguments: { x: at % 7 } }));
    expect(scored('f1', traceWith(calls, calls))).toMatchObject({ score: 1 });
  });

  it('that are all different are not compared each with each: nothing is said', () => {
    const calls = many(2000, (x) => ({ name: 'a', arguments: { x } }));
    expect(scored('recall', traceWith(calls, calls))).toMatchObject({
      status: 'unresolved',
      reason: 'too_many_calls',
      bounds: [0, 1],
    });
  });
});
