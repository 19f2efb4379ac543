import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceSequenceHalfWidth } from './confidence-sequence.ts';
import { tAround, wilson } from './interval.ts';
import { missingDifferenceBounds, missingOutcomeBounds, type PairOutcomes } from './missing-outcomes.ts';
import { nonInferiorityT, nonInferiorityTango } from './non-inferiority.ts';
import { detectableDifference, requiredPairs, requiredTasks } from './planning.ts';

const USUAL = { alpha: 0.05, power: 0.8 };
const arm = (variance: number, trials = 1) => ({ variance, trials });

describe('a plan', () => {
  it('finds with as many tasks as it asks for the difference it asks for', () => {
    const { raw, n } = requiredTasks(
      { betweenTasks: 0.04, treatment: arm(0.09, 3), baseline: arm(0.06, 3) },
      0.07,
      USUAL,
    );
    expect(detectableDifference(0.3, raw, USUAL)).toBeCloseTo(0.07, 12);
    expect(n).toBe(Math.ceil(raw));
  });

  it('needs more for a smaller difference, a smaller error and more power, fewer with more trials', () => {
    const scores = { betweenTasks: 0.1, treatment: arm(0.2), baseline: arm(0.2) };
    const { raw } = requiredTasks(scores, 0.1, USUAL);
    for (const [delta, strictness] of [
      [0.09, USUAL],
      [0.1, { alpha: 0.01, power: 0.8 }],
      [0.1, { alpha: 0.05, power: 0.9 }],
    ] as const)
      expect(requiredTasks(scores, delta, strictness).raw).toBeGreaterThan(raw);
    expect(requiredTasks({ ...scores, treatment: arm(0.2, 4) }, 0.1, USUAL).raw).toBeLessThan(raw);
  });

  it('needs as many pairs whichever arm is better, and more where pairs differ more often for no reason', () => {
    expect(requiredPairs(0.3, 0.1, USUAL)).toEqual(requiredPairs(0.1, 0.3, USUAL));
    expect(requiredPairs(0.4, 0.2, USUAL).raw).toBeGreaterThan(requiredPairs(0.3, 0.1, USUAL).raw);
  });
});

describe('non-inferiority', () => {
  const differences = [0.1, -0.1, 0.05, 0, -0.05, 0.02];

  it('is shown where the bound lies above the margin, which is no matter of the margin itself', () => {
    const strict = nonInferiorityT(differences, { margin: 0.01, alpha: 0.05 });
    const loose = nonInferiorityT(differences, { margin: 0.2, alpha: 0.05 });
    expect([strict?.nonInferior, loose?.nonInferior]).toEqual([false, true]);
    expect(strict?.lowerBound).toBe(loose?.lowerBound);
    expect(nonInferiorityT(differences, { margin: 0.2, alpha: 0.01 })?.lowerBound).toBeLessThan(loose?.lowerBound ?? 0);
  });

  it('is not shown by a bound at the margin', () => {
    const { lowerBound = 0 } = nonInferiorityTango(3, 9, 50, { margin: 0, alpha: 0.05 }) ?? {};
    expect(nonInferiorityTango(3, 9, 50, { margin: -lowerBound, alpha: 0.05 })?.nonInferior).toBe(false);
    expect(nonInferiorityTango(3, 9, 50, { margin: 1e-9 - lowerBound, alpha: 0.05 })?.nonInferior).toBe(true);
  });

  it('cannot be spoken of without pairs, or where differences do not vary', () => {
    expect(nonInferiorityTango(0, 0, 0, { margin: 0.1, alpha: 0.05 })).toBeUndefined();
    expect(nonInferiorityT([0.1, 0.1, 0.1], { margin: 0.1, alpha: 0.05 })).toBeUndefined();
    expect(nonInferiorityT([], { margin: 0.1, alpha: 0.05 })).toBeUndefined();
  });
});

describe('bounds over missing outcomes', () => {
  const count = fc.nat(30);

  it('hold the observed rate, are it where nothing is missing, and turn round with success and failure', () => {
    fc.assert(
      fc.property(count, count, count, (success, failure, missing) => {
        fc.pre(success + failure > 0);
        const found = missingOutcomeBounds({ success, failure, missing });
        const turned = missingOutcomeBounds({ success: failure, failure: success, missing });
        const { observedOnly, lower = 2, upper = -1, outer } = found ?? {};
        expect(lower).toBeLessThanOrEqual((observedOnly ?? -1) + 1e-15);
        expect(upper).toBeGreaterThanOrEqual((observedOnly ?? 2) - 1e-15);
        expect(outer?.low).toBeLessThanOrEqual(lower);
        expect(outer?.high).toBeGreaterThanOrEqual(upper);
        expect(turned).toMatchObject({ lower: expect.closeTo(1 - upper, 12), upper: expect.closeTo(1 - lower, 12) });
        if (missing === 0) expect(outer).toMatchObject({ low: wilson(success, success + failure)?.low });
      }),
      { numRuns: 40 },
    );
    expect(missingOutcomeBounds({ success: 0, failure: 0, missing: 0 })).toBeUndefined();
  });

  it('of pairs turn round with the arms and close where every outcome is there', () => {
    const outcome = fc.constantFrom(0, 1, null);
    fc.assert(
      fc.property(fc.array(fc.tuple(outcome, outcome), { minLength: 1, maxLength: 12 }), (pairs) => {
        const found = missingDifferenceBounds(pairs);
        const turned = missingDifferenceBounds(pairs.map(([a, b]): PairOutcomes => [b, a]));
        expect(turned?.lower).toBeCloseTo(-(found?.upper ?? 9), 12);
        expect(turned?.completeCase ?? 0).toBeCloseTo(-(found?.completeCase ?? 0), 12);
        const isComplete = pairs.every(([a, b]) => a !== null && b !== null);
        expect(found?.lower === found?.upper).toBe(isComplete);
        if (isComplete) expect(found?.completeCase).toBe(found?.lower);
      }),
      { numRuns: 40 },
    );
    expect(missingDifferenceBounds([[null, 1]])).toEqual({ completeCase: null, lower: -1, upper: 0 });
    expect(missingDifferenceBounds([])).toBeUndefined();
  });
});

describe('a confidence sequence', () => {
  it('is wider than the interval of one look, and narrows as units come', () => {
    const width = (n: number) => confidenceSequenceHalfWidth(n, { deviation: 0.5, rho: 0.3, alpha: 0.05 });
    for (const n of [10, 50, 200, 5000]) {
      expect(width(n)).toBeGreaterThan(tAround(0, 0.5 / Math.sqrt(n), n - 1)?.high ?? 9);
      expect(width(n * 2)).toBeLessThan(width(n));
    }
  });
});
