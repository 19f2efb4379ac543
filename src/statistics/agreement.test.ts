import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observedAgreement } from './agreement-table.ts';
import { cohenKappa, type KappaWeights } from './cohen-kappa.ts';
import { confusionFigures } from './confusion.ts';
import { fleissKappa } from './fleiss-kappa.ts';
import { gwetAc1 } from './gwet-ac1.ts';
import { krippendorffAlpha, type MeasurementLevel } from './krippendorff-alpha.ts';

const WEIGHTS: readonly KappaWeights[] = ['nominal', 'linear', 'quadratic'];
const LEVELS: readonly MeasurementLevel[] = ['nominal', 'ordinal', 'interval', 'ratio'];
const row = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20));
const tables = fc.tuple(row, row, row);
const transposed = (table: readonly (readonly number[])[]) =>
  table.map((_, column) => table.map((each) => each[column] ?? 0));

describe("Cohen's kappa", () => {
  it('lies in [-1, 1], does not ask who is the first rater, and is the same on a scale turned round', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom(...WEIGHTS), (table, weights) => {
        const found = cohenKappa(table, weights);
        fc.pre(found !== undefined);
        const { kappa = 2, standardError = -1 } = found ?? {};
        expect(Math.abs(kappa)).toBeLessThanOrEqual(1 + 1e-12);
        expect(standardError).toBeGreaterThanOrEqual(0);
        for (const other of [transposed(table), table.map((each) => each.toReversed()).toReversed()])
          expect(cohenKappa(other, weights)).toEqual({
            kappa: expect.closeTo(kappa, 10),
            standardError: expect.closeTo(standardError, 7),
          });
      }),
      { numRuns: 40 },
    );
  });

  it('has the standard error that comes of moving each cell a little', () => {
    const table = [
      [11, 3, 1],
      [2, 8, 4],
      [0, 3, 9],
    ];
    const n = table.flat().reduce((a, b) => a + b, 0);
    for (const weights of WEIGHTS) {
      const slopes = table.map((counts, i) =>
        counts.map((_, j) => {
          const moved = (by: number) =>
            table.map((each, k) => each.map((count, l) => count + (k === i && l === j ? by : 0)));
          return (
            (((cohenKappa(moved(1e-4), weights)?.kappa ?? 0) - (cohenKappa(moved(-1e-4), weights)?.kappa ?? 0)) /
              2e-4) *
            n
          );
        }),
      );
      const average = (power: number) =>
        table.flat().reduce((sum, count, index) => sum + (count / n) * (slopes.flat()[index] ?? 0) ** power, 0);
      const expected = Math.sqrt((average(2) - average(1) ** 2) / n);
      expect(cohenKappa(table, weights)?.standardError).toBeCloseTo(expected, 6);
    }
  });

  it('is 1 where raters always agree, and does not exist where they could not have disagreed', () => {
    for (const weights of WEIGHTS)
      expect(
        cohenKappa(
          [
            [4, 0],
            [0, 5],
          ],
          weights,
        ),
      ).toEqual({ kappa: 1, standardError: 0 });
    expect([
      cohenKappa([
        [0, 0],
        [0, 7],
      ]),
      cohenKappa([[9]]),
      cohenKappa([]),
    ]).toEqual([undefined, undefined, undefined]);
    expect(
      observedAgreement([
        [0, 0],
        [0, 0],
      ]),
    ).toBeUndefined();
  });
});

describe("Gwet's AC1", () => {
  it('is 1 where raters agree on one category, where kappa is silent', () => {
    expect(
      gwetAc1([
        [30, 0],
        [0, 0],
      ]),
    ).toBe(1);
    expect([
      gwetAc1([[3]]),
      gwetAc1([
        [0, 0],
        [0, 0],
      ]),
    ]).toEqual([undefined, undefined]);
  });

  it('lies in [-1, 1] and does not ask who is the first rater', () => {
    fc.assert(
      fc.property(tables, (table) => {
        fc.pre(table.flat().some((count) => count > 0));
        const found = gwetAc1(table) ?? 2;
        expect(Math.abs(found)).toBeLessThanOrEqual(1);
        expect(gwetAc1(transposed(table))).toBeCloseTo(found, 12);
      }),
      { numRuns: 30 },
    );
  });
});

describe("Fleiss' kappa", () => {
  it('is 1 where all raters agree, and lowest where each item splits them', () => {
    expect(
      fleissKappa([
        [3, 0],
        [0, 3],
        [3, 0],
      ]),
    ).toBe(1);
    expect(
      fleissKappa([
        [1, 1],
        [1, 1],
      ]),
    ).toBe(-1);
  });

  it('does not exist for one rater, for different numbers of raters, for one category and for nothing', () => {
    expect(
      [
        [
          [1, 0],
          [0, 1],
        ],
        [
          [2, 0],
          [1, 2],
        ],
        [
          [3, 0],
          [3, 0],
        ],
        [],
      ].map(fleissKappa),
    ).toEqual(Array(4).fill(undefined));
  });
});

describe("Krippendorff's alpha", () => {
  const label = fc.constantFrom(0, 1, 2, 3, 7, null);
  const rater = fc.array(label, { minLength: 5, maxLength: 5 });
  const raters = fc.tuple(rater, rater, rater);

  /** By the definition: the observed and expected distances over all pairs of labels, each pair by itself. */
  function byDefinition(given: readonly (readonly (number | null)[])[], level: MeasurementLevel): number | undefined {
    const units = [0, 1, 2, 3, 4]
      .map((unit) => given.flatMap((each) => each[unit] ?? []))
      .filter((labels) => labels.length > 1);
    const all = units.flat();
    const between = (a: number, b: number) =>
      all.filter((each) => each >= Math.min(a, b) && each <= Math.max(a, b)).length;
    const share = (each: number) => all.filter((other) => other === each).length / 2;
    const distance = {
      nominal: (a: number, b: number) => (a === b ? 0 : 1),
      ordinal: (a: number, b: number) => (a === b ? 0 : (between(a, b) - share(a) - share(b)) ** 2),
      interval: (a: number, b: number) => (a - b) ** 2,
      ratio: (a: number, b: number) => (a === b ? 0 : ((a - b) / (a + b)) ** 2),
    }[level];
    const over = (labels: readonly number[]) =>
      labels.flatMap((a) => labels.map((b) => distance(a, b))).reduce((sum, each) => sum + each, 0);
    const expected = over(all) / (all.length - 1);
    if (!(expected > 0)) return undefined;
    return 1 - units.reduce((sum, labels) => sum + over(labels) / (labels.length - 1), 0) / expected;
  }

  it('is what its definition says, on every level, whoever rates first and whatever is left out', () => {
    fc.assert(
      fc.property(raters, fc.constantFrom(...LEVELS), (given, level) => {
        const expected = byDefinition(given, level);
        const found = krippendorffAlpha(given, level);
        if (expected === undefined) return expect(found).toBeUndefined();
        expect(found).toBeCloseTo(expected, 10);
        expect(krippendorffAlpha(given.toReversed(), level)).toBeCloseTo(expected, 10);
        const unitsTurned = given.map((each) => each.toReversed());
        expect(krippendorffAlpha(unitsTurned, level)).toBeCloseTo(expected, 10);
      }),
      { numRuns: 60 },
    );
  });

  it('does not exist where labels do not vary, no unit has two, or a ratio would be of a negative label', () => {
    for (const level of LEVELS) {
      expect(
        krippendorffAlpha(
          [
            [0.1, 0.1, 0.1],
            [0.1, 0.1, 0.1],
          ],
          level,
        ),
      ).toBeUndefined();
      expect(
        krippendorffAlpha(
          [
            [1, null],
            [null, 2],
          ],
          level,
        ),
      ).toBeUndefined();
      expect(krippendorffAlpha([], level)).toBeUndefined();
    }
    expect(
      krippendorffAlpha(
        [
          [1, -1],
          [1, 1],
        ],
        'ratio',
      ),
    ).toBeUndefined();
    expect(
      krippendorffAlpha(
        [
          [1, -1],
          [1, 1],
        ],
        'interval',
      ),
    ).toBeDefined();
  });
});

describe('figures of a confusion table', () => {
  it('lie where they can, and turn round with what is called positive', () => {
    const count = fc.nat(40);
    fc.assert(
      fc.property(count, count, count, count, (tp, fp, fn, tn) => {
        const given = { truePositives: tp, falsePositives: fp, falseNegatives: fn, trueNegatives: tn };
        const { matthews, kappa, ...shares } = confusionFigures(given);
        const turned = confusionFigures({
          truePositives: tn,
          falsePositives: fn,
          falseNegatives: fp,
          trueNegatives: tp,
        });
        for (const each of Object.values(shares)) {
          expect(each ?? 0).toBeGreaterThanOrEqual(0);
          expect(each ?? 0).toBeLessThanOrEqual(1);
        }
        expect(Math.max(Math.abs(matthews ?? 0), Math.abs(kappa ?? 0))).toBeLessThanOrEqual(1 + 1e-12);
        expect(turned).toMatchObject({ recall: shares.specificity, precision: shares.negativePredictiveValue });
        expect(turned.matthews ?? 0).toBeCloseTo(matthews ?? 0, 12);
      }),
      { numRuns: 40 },
    );
  });

  it('are null, not 0, where they are of nothing', () => {
    const nothing = confusionFigures({ truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 });
    expect(Object.values(nothing)).toEqual(Array(8).fill(null));
  });
});
