import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffled } from '../testing/shuffled.ts';
import { cochranQ } from './cochran-q.ts';
import { intraclassCorrelation } from './intraclass-correlation.ts';
import { mcnemarExact } from './mcnemar.ts';
import { allAlike, centredProducts, mean } from './moments.ts';
import { pairedT } from './paired-t.ts';
import { signFlipTest } from './sign-flip.ts';
import { smallestSignTestP } from './sign-test.ts';
import { type TaskTrials, taskDifferences } from './task-differences.ts';
import { wilcoxonSignedRank } from './wilcoxon.ts';

const score = fc.double({ noNaN: true, min: -100, max: 100 });
const differences = fc.array(score, { minLength: 2, maxLength: 12 });
const negated = (values: readonly number[]): number[] => values.map((value) => -value);

describe('moments', () => {
  it('are the same in every order, to the last digit', () => {
    fc.assert(
      fc.property(differences, fc.nat(), (values, seed) => {
        const other = shuffled(values, seed);
        expect([mean(other), centredProducts(other, other)]).toEqual([mean(values), centredProducts(values, values)]);
      }),
      { numRuns: 30 },
    );
  });

  it('of numbers that differ by rounding only are of one number', () => {
    expect([allAlike([0.1 + 0.2, 0.3]), allAlike([1e9, 1e9 + 1e-6]), allAlike([])]).toEqual([true, true, true]);
    expect([allAlike([0, 1e-9]), allAlike([1e9, 1e9 + 1])]).toEqual([false, false]);
  });
});

describe('the paired t interval', () => {
  it('holds the mean, grows with its level, turns round with the arms and does not ask for an order', () => {
    fc.assert(
      fc.property(differences, fc.nat(), (values, seed) => {
        const found = pairedT(values);
        fc.pre(found?.interval != null);
        const { low = 0, high = 0 } = found?.interval ?? {};
        const turned = pairedT(negated(values));
        expect([low, high].map((end) => Math.sign(end - (found?.estimate ?? 0)))).toEqual([-1, 1]);
        expect(pairedT(values, 0.99)?.interval?.low).toBeLessThan(low);
        expect(pairedT(shuffled(values, seed))).toEqual(found);
        expect(turned?.interval).toMatchObject({ low: expect.closeTo(-high, 9), high: expect.closeTo(-low, 9) });
        expect(turned?.p).toBe(found?.p);
        // 0 lies inside exactly where the test cannot tell the mean from it.
        expect(low <= 0 && high >= 0).toBe((found?.p ?? 0) >= 0.05);
      }),
      { numRuns: 50 },
    );
  });

  it('does not exist where differences do not vary, also when they are rounded differently', () => {
    const tenths = [0.3 - 0.2, 0.4 - 0.3, 0.9 - 0.8];
    expect(pairedT(tenths)).toMatchObject({ standardError: 0, t: null, p: null, interval: null });
    expect(pairedT([0.4])).toEqual({ estimate: 0.4, df: 0, standardError: null, t: null, p: null, interval: null });
    expect(pairedT([])).toBeUndefined();
  });
});

describe('differences of tasks', () => {
  const tasks: TaskTrials[] = [
    { treatment: [1, 1], baseline: [0] },
    { treatment: [0], baseline: [1, 1, 1] },
    { treatment: [1], baseline: [] },
  ];

  it('weigh tasks and not trials, and tell of tasks that lack an arm', () => {
    expect(taskDifferences(tasks)).toMatchObject({ estimate: 0, differences: [1, -1], missing: 1, df: 1 });
    expect(taskDifferences(tasks.slice(2))).toBeUndefined();
  });

  it('are the same when every trial is repeated: repeating adds no units', () => {
    const twice = tasks.map(({ treatment, baseline }) => ({
      treatment: [...treatment, ...treatment],
      baseline: [...baseline, ...baseline],
    }));
    expect(taskDifferences(twice)).toEqual(taskDifferences(tasks));
  });
});

describe('the sign-flip test', () => {
  const few = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 8 });

  it('counts all choices of signs', () => {
    fc.assert(
      fc.property(few, (values) => {
        let [beyond, above] = [0, 0];
        const observed = values.reduce((a, b) => a + b, 0);
        for (let signs = 0; signs < 2 ** values.length; signs++) {
          const sum = values.reduce((total, value, index) => total + ((signs >> index) & 1 ? -value : value), 0);
          if (Math.abs(sum) >= Math.abs(observed)) beyond++;
          if (sum >= observed) above++;
        }
        const permutations = 2 ** values.length;
        expect(signFlipTest(values, { seed: 0 })).toEqual({
          pTwoSided: beyond / permutations,
          pGreater: above / permutations,
          permutations,
          exact: true,
        });
      }),
      { numRuns: 40 },
    );
  });

  it('gives the same for swapped arms and other orders, and never less than the smallest p-value', () => {
    fc.assert(
      fc.property(differences, fc.nat(), (values, seed) => {
        const found = signFlipTest(values, { seed: 0 });
        expect(signFlipTest(negated(values), { seed: 0 })?.pTwoSided).toBe(found?.pTwoSided);
        expect(signFlipTest(shuffled(values, seed), { seed: 0 })).toEqual(found);
        expect(found?.pTwoSided).toBeGreaterThanOrEqual(smallestSignTestP(values.length).twoSided);
      }),
      { numRuns: 30 },
    );
  });

  it('finds sums that differ by rounding only as extreme, of large numbers too', () => {
    const values = [0.1, 0.2, 0.3, -0.6, 0.7].map((each) => each * 1e7);
    const small = [1, 2, 3, -6, 7];
    expect(signFlipTest(values, { seed: 0 })).toEqual(signFlipTest(small, { seed: 0 }));
  });

  it('draws signs beyond 20 differences: near the exact p-value, the same for the same seed, never 0', () => {
    const values = [3, -1, 2, 2, 1, -2, 1, 3, -1, 2, 1, 0, 1, -1, 2, 1, -3, 1, 2, 1];
    const exact = signFlipTest(values, { seed: 0 });
    // A zero changes no sum.
    const drawn = signFlipTest([...values, 0], { seed: 7, resamples: 4000 });
    expect(exact).toMatchObject({ exact: true, permutations: 2 ** 20 });
    expect(drawn).toMatchObject({ exact: false, permutations: 4000 });
    expect(Math.abs((drawn?.pTwoSided ?? 1) - (exact?.pTwoSided ?? 0))).toBeLessThan(0.01);
    expect(signFlipTest([...values, 0], { seed: 7, resamples: 4000 })).toEqual(drawn);
    expect(signFlipTest(Array(60).fill(1), { seed: 7, resamples: 99 })?.pTwoSided).toBe(0.01);
    expect(signFlipTest([], { seed: 0 })).toBeUndefined();
  });
});

describe('the Wilcoxon test', () => {
  it('has the figures of the published table: the critical sum of ten differences is 8', () => {
    const withSum = (low: readonly number[]) =>
      Array.from({ length: 10 }, (_, i) => (low.includes(i + 1) ? -i - 1 : i + 1));
    expect(wilcoxonSignedRank(withSum([8]))).toMatchObject({ statistic: 8, p: expect.closeTo(0.048828125, 12) });
    expect(wilcoxonSignedRank(withSum([9]))?.p).toBeGreaterThan(0.05);
  });

  it('cannot rank zeros, differences of one size, none, or more than fifty', () => {
    expect(wilcoxonSignedRank([1, 0, 2])).toBeUndefined();
    expect(wilcoxonSignedRank([0.3, -0.1 - 0.2, 2])).toBeUndefined();
    expect(wilcoxonSignedRank([])).toBeUndefined();
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    expect(wilcoxonSignedRank(many)).toBeUndefined();
    expect(wilcoxonSignedRank(many.slice(1))?.p).toBeCloseTo(2 ** -49, 20);
  });

  it('gives the same for swapped arms and other orders', () => {
    const values = [1.5, -2, 3.25, 4, -0.5, 6];
    expect(wilcoxonSignedRank(negated(values))).toEqual(wilcoxonSignedRank(values));
    expect(wilcoxonSignedRank(shuffled(values, 3))).toEqual(wilcoxonSignedRank(values));
  });
});

describe("Cochran's Q", () => {
  it('is the squared McNemar statistic for two treatments, in whatever order tasks and treatments stand', () => {
    const tasks = [...Array(9).fill([true, false]), ...Array(3).fill([false, true]), ...Array(5).fill([true, true])];
    const found = cochranQ(tasks);
    expect(found).toMatchObject({ q: expect.closeTo((9 - 3) ** 2 / (9 + 3), 12), df: 1 });
    expect(cochranQ(shuffled(tasks, 5).map(([a, b]) => [b, a]))).toEqual(found);
    expect(Math.abs((found?.p ?? 1) - mcnemarExact(9, 3))).toBeLessThan(0.1);
  });

  it('does not exist where no task tells the treatments apart', () => {
    expect(
      cochranQ([
        [true, true, true],
        [false, false, false],
      ]),
    ).toBeUndefined();
    expect([cochranQ([]), cochranQ([[true], [false]]), cochranQ([[true, false], [true]])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the intraclass correlation', () => {
  it('is 1 where groups are alike in themselves, and then each group counts as one unit', () => {
    expect(
      intraclassCorrelation([
        [1, 1, 1],
        [0, 0, 0],
      ]),
    ).toMatchObject({ icc: 1, designEffect: 3, effectiveUnits: 2 });
  });

  it('is at its lowest where all groups have the same mean, which weighs as no number of units', () => {
    const found = intraclassCorrelation([
      [0, 1, 0.5],
      [0.5, 1, 0],
      [0, 0.5, 1],
    ]);
    expect(found).toMatchObject({ between: 0, icc: -0.5, designEffect: 0, effectiveUnits: null });
  });

  it('takes groups of different sizes, of which one may be of one unit', () => {
    const found = intraclassCorrelation([[1, 0, 1], [0], [0, 0], []]);
    expect(found?.icc).toBeCloseTo((1 / 3 - 2 / 9) / (1 / 3 + ((6 - 14 / 6) / 2 - 1) * (2 / 9)), 12);
    expect(found?.designEffect).toBeCloseTo(1 + (14 / 6 - 1) * (found?.icc ?? 0), 12);
  });

  it('says what it cannot say', () => {
    expect(intraclassCorrelation([[1], [0]])).toBeUndefined();
    expect(intraclassCorrelation([[1, 0]])).toBeUndefined();
    expect(intraclassCorrelation([[0.1, 0.1], [0.1]])).toMatchObject({ icc: null, designEffect: null });
  });
});
