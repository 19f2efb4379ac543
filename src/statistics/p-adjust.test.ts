import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffled } from '../testing/shuffled.ts';
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm, hommel } from './p-adjust.ts';

const p = fc.double({ noNaN: true, min: 0, max: 1 });
const several = fc.array(p, { maxLength: 7 });
const METHODS = { bonferroni, holm, hommel, benjaminiHochberg, benjaminiYekutieli };

describe.each(Object.entries(METHODS))('p-values adjusted by %s', (_, adjust) => {
  it('are no smaller than before, at most 1, in the same order and independent of how they are listed', () => {
    fc.assert(
      fc.property(several, fc.nat(), (given, seed) => {
        const adjusted = adjust(given);
        for (const [index, each] of adjusted.entries()) {
          expect(each).toBeGreaterThanOrEqual(given[index] ?? 2);
          expect(each).toBeLessThanOrEqual(1);
          for (const [other, low] of adjusted.entries())
            if ((given[other] ?? 0) <= (given[index] ?? 0)) expect(low).toBeLessThanOrEqual(each + 1e-15);
        }
        const byIndex = shuffled([...given.entries()], seed);
        const later = adjust(byIndex.map(([, each]) => each));
        expect(byIndex.map(([index]) => adjusted[index])).toEqual(later);
      }),
      { numRuns: 40 },
    );
  });

  it('of one or none are as they were', () => {
    expect([adjust([]), adjust([0.03])]).toEqual([[], [0.03]]);
  });
});

describe('adjusted p-values', () => {
  it('fall from method to method, each finding at least as much as the one before', () => {
    fc.assert(
      fc.property(several, (given) => {
        const [first, second, third, fourth] = [bonferroni, holm, hommel, benjaminiHochberg].map((each) => each(given));
        for (const index of given.keys()) {
          expect(second?.[index]).toBeLessThanOrEqual((first?.[index] ?? 0) + 1e-12);
          expect(third?.[index]).toBeLessThanOrEqual((second?.[index] ?? 0) + 1e-12);
          expect(fourth?.[index]).toBeLessThanOrEqual((third?.[index] ?? 0) + 1e-12);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of Hommel are those of the closed test that asks Simes about every set of hypotheses', () => {
    fc.assert(
      fc.property(fc.array(p, { minLength: 1, maxLength: 6 }), (given) => {
        const worst = given.map(() => 0);
        for (let set = 1; set < 2 ** given.length; set++) {
          const members = [...given.keys()].filter((index) => (set >> index) & 1);
          const sorted = members.map((index) => given[index] ?? 1).sort((a, b) => a - b);
          const simes = Math.min(...sorted.map((each, index) => (sorted.length * each) / (index + 1)));
          for (const index of members) worst[index] = Math.max(worst[index] ?? 0, simes);
        }
        expect(hommel(given)).toEqual(worst.map((each) => expect.closeTo(each, 12)));
      }),
      { numRuns: 40 },
    );
  });
});
