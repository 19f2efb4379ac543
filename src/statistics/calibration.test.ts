import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffled } from '../testing/shuffled.ts';
import { type PairVerdict, positionSwap } from './position-swap.ts';
import { meanOfLabels, predictionPoweredMean } from './prediction-powered.ts';
import { repeatedSamples } from './repeated-samples.ts';
import { type JudgedPrevalence, roganGladen } from './rogan-gladen.ts';

const GOOD: JudgedPrevalence = {
  judgedPositive: 120,
  judged: 200,
  truePositives: 45,
  positives: 50,
  trueNegatives: 40,
  negatives: 50,
};

describe('a corrected prevalence', () => {
  it('of a judge that never errs is what the judge says', () => {
    const perfect = roganGladen({ ...GOOD, truePositives: 50, trueNegatives: 50 });
    expect(perfect).toMatchObject({ apparent: 0.6, corrected: 0.6, outsideUnitInterval: false, reason: null });
  });

  it('turns round with what is called positive, and its interval grows with its level', () => {
    const within = (n: number) => fc.integer({ min: Math.ceil(n * 0.6), max: n });
    fc.assert(
      fc.property(within(40), within(30), fc.nat(100), (truePositives, trueNegatives, judgedPositive) => {
        const given = { judgedPositive, judged: 100, truePositives, positives: 40, trueNegatives, negatives: 30 };
        const found = roganGladen(given);
        const turned = roganGladen({
          judgedPositive: 100 - judgedPositive,
          judged: 100,
          truePositives: trueNegatives,
          positives: 30,
          trueNegatives: truePositives,
          negatives: 40,
        });
        const { low = 2, high = -1 } = found.langReiczigel ?? {};
        expect(turned.corrected).toBeCloseTo(1 - (found.corrected ?? 9), 10);
        expect(turned.langReiczigel).toMatchObject({
          low: expect.closeTo(1 - high, 9),
          high: expect.closeTo(1 - low, 9),
        });
        expect(roganGladen(given, 0.8).wald?.low).toBeGreaterThanOrEqual(found.wald?.low ?? 9);
        expect([low >= 0, high <= 1, low <= high]).toEqual([true, true, true]);
      }),
      { numRuns: 40 },
    );
  });

  it('at the edge of what can be is not outside of it by rounding', () => {
    // The judge calls as many positive as it does of all that are not.
    for (const wrong of [1, 3, 7, 9, 11, 13]) {
      const given = { ...GOOD, judgedPositive: wrong * 10, judged: 490, trueNegatives: 49 - wrong, negatives: 49 };
      expect(roganGladen(given)).toMatchObject({ corrected: 0, outsideUnitInterval: false });
    }
  });

  it('that falls outside of what can be is cut and says so', () => {
    expect(roganGladen({ ...GOOD, judgedPositive: 10 })).toMatchObject({ clipped: 0, outsideUnitInterval: true });
    expect(roganGladen({ ...GOOD, judgedPositive: 10 }).corrected).toBeLessThan(0);
  });

  it('says why there is none', () => {
    const few = roganGladen({ ...GOOD, positives: 9, truePositives: 9 });
    expect(few).toMatchObject({
      corrected: null,
      langReiczigel: null,
      sensitivity: 1,
      reason: 'calibration_too_small',
    });
    // 0.7 and 0.3 add up to a little more or less than 1 when they are rounded.
    const guessing = { ...GOOD, truePositives: 35, trueNegatives: 15 };
    expect(roganGladen(guessing)).toMatchObject({ corrected: null, wald: null, reason: 'judge_not_informative' });
    const idle = roganGladen({ ...GOOD, judged: 0, judgedPositive: 0 });
    expect(idle).toMatchObject({ apparent: null, corrected: null, reason: 'nothing_judged' });
    expect(roganGladen({ ...GOOD, positives: 0, truePositives: 0 }).sensitivity).toBeNull();
  });

  it('keeps its value without an interval where the judge is informative by a hair', () => {
    const hair = { ...GOOD, positives: 10, truePositives: 10, negatives: 1000, trueNegatives: 1 };
    expect(roganGladen(hair)).toMatchObject({ reason: null, langReiczigel: null });
  });
});

describe('a prediction-powered mean', () => {
  const labels = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1];
  const unlabeledScores = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 0 : 1));

  it('of a judge that says what people say trusts it, and is narrower than labels alone', () => {
    const found = predictionPoweredMean({ labels, scores: labels, unlabeledScores });
    const alone = meanOfLabels(labels);
    expect(found?.lambda).toBeGreaterThan(0.8);
    expect(found?.standardError).toBeLessThan(alone?.standardError ?? 0);
  });

  it('trusts no judge that says the opposite, or always the same: it is the mean of labels then', () => {
    const { lambda, ...alone } = meanOfLabels(labels) ?? {};
    const opposite = labels.map((label) => 1 - label);
    for (const [scores, others] of [
      [opposite, unlabeledScores],
      [labels.map(() => 0.1), unlabeledScores.map(() => 0.1)],
    ] as const)
      expect(predictionPoweredMean({ labels, scores, unlabeledScores: others })).toEqual({ lambda: 0, ...alone });
    expect(lambda).toBe(0);
  });

  it('takes away the same bias from every score', () => {
    const biased = {
      labels,
      scores: labels.map((label) => label + 5),
      unlabeledScores: unlabeledScores.map((s) => s + 5),
    };
    const found = predictionPoweredMean({ labels, scores: labels, unlabeledScores });
    expect(predictionPoweredMean(biased)?.estimate).toBeCloseTo(found?.estimate ?? 9, 12);
  });

  it('holds its estimate in an interval that grows with its level, and does not ask for an order', () => {
    const scores = shuffled(labels, 5);
    const found = predictionPoweredMean({ labels, scores, unlabeledScores });
    const wide = predictionPoweredMean({ labels, scores, unlabeledScores }, { level: 0.99 });
    expect(wide?.interval.low).toBeLessThan(found?.interval.low ?? -9);
    expect((found?.interval.low ?? 0) + (found?.interval.high ?? 0)).toBeCloseTo(2 * (found?.estimate ?? 9), 12);
    const turned = {
      labels: labels.toReversed(),
      scores: scores.toReversed(),
      unlabeledScores: unlabeledScores.toReversed(),
    };
    expect(predictionPoweredMean(turned)).toEqual(found);
  });

  it('needs labels, as many scores, and other scores', () => {
    expect(predictionPoweredMean({ labels: [], scores: [], unlabeledScores })).toBeUndefined();
    expect(predictionPoweredMean({ labels, scores: [1], unlabeledScores })).toBeUndefined();
    expect(predictionPoweredMean({ labels, scores: labels, unlabeledScores: [] })).toBeUndefined();
    expect(meanOfLabels([])).toBeUndefined();
  });
});

describe('repeated samples', () => {
  it('are the same in every order, and invalid ones never count as 0', () => {
    const samples = [3, null, 5, 3, 0, null, 4.5];
    const found = repeatedSamples(samples);
    expect(found).toMatchObject({ valid: 5, invalid: 2, mode: 3, median: 3, agreementWithMode: 0.4 });
    expect(repeatedSamples(shuffled(samples, 8))).toEqual(found);
    expect(repeatedSamples([]).mean).toBeNull();
  });
});

describe('verdicts in both orders', () => {
  it('turn round with the candidates, and places with them', () => {
    const verdict = fc.constantFrom<PairVerdict>('A', 'B', 'tie');
    const named = { A: 'B', B: 'A', tie: 'tie' } as const;
    fc.assert(
      fc.property(fc.array(fc.tuple(verdict, verdict), { maxLength: 12 }), (given) => {
        const found = positionSwap(given);
        const renamed = positionSwap(given.map(([a, b]) => [named[b], named[a]]));
        expect(renamed).toEqual({ ...found, winsA: found.winsB, winsB: found.winsA });
        expect(found.winsA + found.winsB + found.ties + found.inconsistent).toBe(given.length);
        expect(found.firstSlot + found.secondSlot).toBeLessThanOrEqual(found.inconsistent);
      }),
      { numRuns: 40 },
    );
  });

  it('show a judge that prefers the first place', () => {
    const found = positionSwap(Array.from({ length: 8 }, () => ['A', 'B'] as const));
    expect(found).toMatchObject({ consistency: 0, firstSlot: 8, firstSlotP: 2 / 2 ** 8 });
    expect(positionSwap([])).toMatchObject({ consistency: null, consistencyInterval: null, firstSlotP: 1 });
  });
});
