import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { observedAgreement } from '../../src/statistics/agreement-table.ts';
import { agrestiCoull } from '../../src/statistics/agresti-coull.ts';
import { agrestiMin } from '../../src/statistics/agresti-min.ts';
import { betaQuantile } from '../../src/statistics/beta.ts';
import { binomialCdf, binomialCoefficient } from '../../src/statistics/binomial.ts';
import { bonettPrice } from '../../src/statistics/bonett-price.ts';
import { bootstrapMean } from '../../src/statistics/bootstrap-mean.ts';
import { chiSquaredSurvival } from '../../src/statistics/chi-squared.ts';
import { type Cluster, meanOfUnits } from '../../src/statistics/clustered.ts';
import { cochranQ } from '../../src/statistics/cochran-q.ts';
import { cohenKappa } from '../../src/statistics/cohen-kappa.ts';
import { confidenceSequenceHalfWidth } from '../../src/statistics/confidence-sequence.ts';
import { confusionFigures } from '../../src/statistics/confusion.ts';
import { costPerSuccess } from '../../src/statistics/cost-per-success.ts';
import { bootstrapCostPerSuccess } from '../../src/statistics/cost-per-success-bootstrap.ts';
import { fieller } from '../../src/statistics/fieller.ts';
import { type FourfoldTable, fisherExact } from '../../src/statistics/fisher.ts';
import { fleissKappa } from '../../src/statistics/fleiss-kappa.ts';
import { gwetAc1 } from '../../src/statistics/gwet-ac1.ts';
import { regularizedBeta } from '../../src/statistics/incomplete-beta.ts';
import { clopperPearson, type Interval, upperBoundOfNone, wilson } from '../../src/statistics/interval.ts';
import { intraclassCorrelation } from '../../src/statistics/intraclass-correlation.ts';
import { jeffreys } from '../../src/statistics/jeffreys.ts';
import { krippendorffAlpha, type MeasurementLevel } from '../../src/statistics/krippendorff-alpha.ts';
import { ratioOfGeometricMeans } from '../../src/statistics/log-ratio.ts';
import { mcnemarExact, mcnemarMidP, mcnemarOneSided } from '../../src/statistics/mcnemar.ts';
import {
  missingDifferenceBounds,
  missingOutcomeBounds,
  type PairOutcomes,
} from '../../src/statistics/missing-outcomes.ts';
import { newcombeIndependent, newcombePaired } from '../../src/statistics/newcombe.ts';
import { nonInferiorityT, nonInferiorityTango } from '../../src/statistics/non-inferiority.ts';
import { normalCdf, normalQuantile } from '../../src/statistics/normal.ts';
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm, hommel } from '../../src/statistics/p-adjust.ts';
import { type PairedCounts, pairedDifference } from '../../src/statistics/paired-counts.ts';
import { type PairedT, pairedT } from '../../src/statistics/paired-t.ts';
import { passAtK, passHatK } from '../../src/statistics/pass-k.ts';
import { detectableDifference, requiredPairs, requiredTasks } from '../../src/statistics/planning.ts';
import { type PairVerdict, positionSwap } from '../../src/statistics/position-swap.ts';
import { meanOfLabels, predictionPoweredMean } from '../../src/statistics/prediction-powered.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { repeatedSamples } from '../../src/statistics/repeated-samples.ts';
import { resampleMeans } from '../../src/statistics/resample-means.ts';
import { roganGladen } from '../../src/statistics/rogan-gladen.ts';
import { seedFromText } from '../../src/statistics/seed.ts';
import { signFlipTest } from '../../src/statistics/sign-flip.ts';
import { signTest, smallestSignTestP } from '../../src/statistics/sign-test.ts';
import { studentTCdf, studentTQuantile } from '../../src/statistics/student-t.ts';
import { tango } from '../../src/statistics/tango.ts';
import { taskDifferences } from '../../src/statistics/task-differences.ts';
import { wilcoxonSignedRank } from '../../src/statistics/wilcoxon.ts';
import { boundedIntegers, xoshiro128 } from '../../src/statistics/xoshiro128.ts';
import { summarizeTrials } from '../../src/verdicts/trial-figures.ts';

interface NumericCase {
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly expected: unknown;
  readonly tolerance: number;
}

const { cases } = JSON.parse(readFileSync(new URL('./golden-stats.json', import.meta.url), 'utf8')) as {
  cases: NumericCase[];
};
const families = new Set(cases.map(({ name }) => name));

/** It needs the noncentral t distribution; `mde_paired_normal` answers the question. */
const LEFT_OUT = new Set(['mde_paired_t']);

/** A family with the inputs that its cases give, and what comes of them in the shape that its cases expect. */
type Family = (given: never) => unknown;
type Numbers = Record<string, number>;
type Trials = Record<string, { A: number[]; B: number[] }>;

const ends = (interval: Interval | null | undefined) => interval && [interval.low, interval.high];
const proportion =
  (of: (successes: number, n: number, level: number) => Interval | undefined): Family =>
  ({ successes = 0, n = 0, confidence = 0 }: Numbers) =>
    ends(of(successes, n, confidence));
const counts = (given: Numbers): PairedCounts => ({
  bothSucceed: given.both_success ?? 0,
  treatmentOnly: given.treatment_only ?? 0,
  baselineOnly: given.baseline_only ?? 0,
  bothFail: given.both_fail ?? 0,
});
const paired =
  (of: (pairs: PairedCounts, level: number) => Interval | undefined): Family =>
  (given: Numbers) => ({
    estimate: pairedDifference(counts(given)),
    interval: ends(of(counts(given), given.confidence ?? 0)),
  });
const tasksOf = (trials: Trials) => Object.values(trials).map(({ A, B }) => ({ treatment: A, baseline: B }));
const clusterOf = (values: readonly number[]): Cluster => ({
  n: values.length,
  sum: values.reduce((a, b) => a + b, 0),
});
const differencesOf = ({ treatment, baseline }: Record<string, number[]>) =>
  treatment?.map((value, index) => value - (baseline?.[index] ?? 0)) ?? [];
const tFigures = (found: PairedT | undefined) =>
  found && { ...found, se: found.standardError, p_two_sided: found.p, interval: ends(found.interval) };
const adjusted =
  (of: (p: readonly number[]) => number[]): Family =>
  ({ p }: { p: number[] }) =>
    of(p);
interface BootstrapInputs {
  readonly task_differences: number[];
  readonly seed?: number;
  readonly resamples: number;
  readonly confidence: number;
}
const bootstrap = ({ task_differences: values, seed = 1, resamples, confidence }: BootstrapInputs) => {
  const found = bootstrapMean(values, { seed, resamples }, confidence);
  return (
    found && {
      estimate: found.estimate,
      boot_se: found.standardError,
      percentile: ends(found.percentile),
      first5: [...resampleMeans(values, { seed, resamples: 5 })],
      z0: found.bca?.z0,
      acceleration: found.bca?.acceleration,
      adjusted_levels: found.bca?.levels,
      bca: ends(found.bca?.interval),
    }
  );
};
const ppi = (given: Record<string, number[]> & Numbers, lambda?: number) => {
  const { labeled_y: labels = [], labeled_f: scores = [], unlabeled_f_ones: ones, unlabeled_f_zeros: zeros } = given;
  const unlabeledScores = [...Array<number>(Number(ones)).fill(1), ...Array<number>(Number(zeros)).fill(0)];
  return ppiFigures(predictionPoweredMean({ labels, scores, unlabeledScores }, lambda === undefined ? {} : { lambda }));
};
const ppiFigures = (found: ReturnType<typeof predictionPoweredMean>) =>
  found && { ...found, se: found.standardError, interval: ends(found.interval) };

const FAMILIES: Readonly<Record<string, Family>> = {
  normal_quantile: ({ p = 0 }: Numbers) => normalQuantile(p),
  normal_cdf: ({ x = 0 }: Numbers) => normalCdf(x),
  student_t_quantile: ({ p = 0, df = 0 }: Numbers) => studentTQuantile(p, df),
  student_t_cdf: ({ x = 0, df = 0 }: Numbers) => studentTCdf(x, df),
  regularized_incomplete_beta: ({ a = 0, b = 0, x = 0 }: Numbers) => regularizedBeta(x, 1 - x, a, b),
  beta_quantile: ({ a = 0, b = 0, p = 0 }: Numbers) => betaQuantile(p, a, b),
  binomial_coefficient: ({ n = 0, k = 0 }: Numbers) => binomialCoefficient(n, k),
  binomial_cdf: ({ n = 0, k = 0, p = 0 }: Numbers) => binomialCdf(k, n, p),
  chi2_sf: ({ x = 0, df = 0 }: Numbers) => chiSquaredSurvival(x, df),
  quantile_type7: ({ x, q }: { x: number[]; q: number }) =>
    quantile(
      [...x].sort((a, b) => a - b),
      q,
    ),

  wilson_interval: proportion(wilson),
  clopper_pearson_interval: proportion(clopperPearson),
  agresti_coull_interval: proportion(agrestiCoull),
  jeffreys_interval_raw: proportion(jeffreys),
  zero_failures_upper_bound: ({ n = 0, confidence }: Numbers) => upperBoundOfNone(n, confidence),

  newcombe_independent_difference: ({ x1 = 0, n1 = 0, x2 = 0, n2 = 0, confidence }: Numbers) =>
    ends(newcombeIndependent({ successes: x1, trials: n1 }, { successes: x2, trials: n2 }, confidence)),
  fisher_exact_two_sided: ({ table }: { table: FourfoldTable }) => fisherExact(table),
  mcnemar_exact_two_sided: ({ treatment_only: b = 0, baseline_only: c = 0 }: Numbers) => ({
    discordant: b + c,
    p: mcnemarExact(b, c),
  }),
  mcnemar_midp: ({ treatment_only: b = 0, baseline_only: c = 0 }: Numbers) => mcnemarMidP(b, c),
  mcnemar_exact_one_sided_treatment_better: ({ treatment_only: b = 0, baseline_only: c = 0 }: Numbers) =>
    mcnemarOneSided(b, c),
  paired_difference_tango: paired((pairs, level) => {
    const { bothSucceed, treatmentOnly, baselineOnly, bothFail } = pairs;
    return tango(treatmentOnly, baselineOnly, bothSucceed + treatmentOnly + baselineOnly + bothFail, level);
  }),
  paired_difference_newcombe10: paired(newcombePaired),
  paired_difference_bonett_price: paired(bonettPrice),
  paired_difference_agresti_min: paired(agrestiMin),
  sign_test_two_sided: ({ wins = 0, losses = 0 }: Numbers) => signTest(wins, losses),
  min_attainable_p_sign_test: ({ n = 0 }: Numbers) => {
    const { twoSided, oneSided } = smallestSignTestP(n);
    return { two_sided: twoSided, one_sided: oneSided };
  },

  paired_t_interval: (given: Record<string, number[]> & Numbers) =>
    tFigures(pairedT(differencesOf(given), given.confidence)),
  sign_flip_permutation_exact: ({ differences }: { differences: number[] }) => {
    const found = signFlipTest(differences, { seed: 0 });
    return (
      found && { p_two_sided: found.pTwoSided, p_one_sided_greater: found.pGreater, permutations: found.permutations }
    );
  },
  wilcoxon_signed_rank_exact: ({ differences }: { differences: number[] }) => {
    const found = wilcoxonSignedRank(differences);
    return found && { statistic_min: found.statistic, p_two_sided: found.p };
  },
  cochran_q: ({ rows_tasks_cols_treatments: rows }: { rows_tasks_cols_treatments: number[][] }) => {
    const found = cochranQ(rows.map((row) => row.map((success) => success === 1)));
    return found && { q: found.q, df: found.df, p_chi2: found.p };
  },
  clustered_se_mean: ({ values, clusters }: { values: number[]; clusters: (string | number)[] }) => {
    const grouped = [...new Set(clusters)].map((id) => values.filter((_, index) => clusters[index] === id));
    const found = meanOfUnits(grouped.map(clusterOf));
    return {
      mean: found?.mean,
      se_naive: meanOfUnits(values.map((value) => ({ n: 1, sum: value })))?.standardError,
      se_cluster_cr0_miller: found?.cr0,
      se_cluster_cr1_inspect: found?.standardError,
      clusters: grouped.length,
      n: values.length,
    };
  },
  paired_task_clustered_difference: ({ trials, confidence }: { trials: Trials; confidence: number }) => {
    const found = taskDifferences(tasksOf(trials), confidence);
    const figures = tFigures(found);
    return {
      ...figures,
      task_differences: found?.differences,
      n_tasks: found?.differences.length,
      n_trials: tasksOf(trials).flatMap(({ treatment }) => treatment).length,
      interval_t: figures?.interval,
      sign_flip_p_two_sided: signFlipTest(found?.differences ?? [], { seed: 0 })?.pTwoSided,
    };
  },
  task_mean_difference_unequal_trials: ({ trials }: { trials: Trials }) => {
    const tasks = tasksOf(trials);
    const [treatment, baseline] = (['treatment', 'baseline'] as const).map((arm) =>
      meanOfUnits(tasks.map((task) => clusterOf(task[arm]))),
    );
    const pooled = (treatment?.mean ?? 0) - (baseline?.mean ?? 0);
    return { estimate: taskDifferences(tasks)?.estimate, pooled_difference_wrong: pooled };
  },
  icc1_design_effect: ({ groups }: { groups: number[][] }) => {
    const found = intraclassCorrelation(groups);
    if (found === undefined) return undefined;
    const { between, within, icc, designEffect, effectiveUnits } = found;
    return { msb: between, msw: within, icc1: icc, design_effect: designEffect, effective_n: effectiveUnits };
  },

  prng_xoshiro128ss_uint32: ({ seed = 0, count = 0 }: Numbers) => {
    const next = xoshiro128(seed);
    return Array.from({ length: count }, () => next());
  },
  prng_bounded_int: ({ seed = 0, n = 0, count = 0 }: Numbers) => {
    const next = boundedIntegers(xoshiro128(seed), n);
    return Array.from({ length: count }, () => next());
  },
  seed_from_sha256: ({ text }: { text: string }) => seedFromText(text),
  cluster_bootstrap_bca_mean: bootstrap,
  cluster_bootstrap_bca_mean_montecarlo_sanity: (given: BootstrapInputs) => bootstrap(given)?.bca,
  cost_per_success_bootstrap: (given: { tasks_cost_success: [number, number][] } & Numbers) => {
    const { tasks_cost_success: tasks, seed = 0, resamples = 0, confidence } = given;
    const found = bootstrapCostPerSuccess(tasks, { seed, resamples }, confidence);
    return (
      found && {
        estimate: found.estimate,
        undefined_resamples: found.undefinedResamples,
        percentile_defined_only: [found.low, found.high],
      }
    );
  },
  cost_per_success: ({ costs = [], successes = [] }: Record<string, number[]>) =>
    costPerSuccess(costs.map((cost, index) => ({ cost, success: successes[index] === 1 }))),
  fieller_paired_ratio_of_means: (given: Record<string, number[]> & Numbers) => {
    const found = fieller(given.numerator ?? [], given.denominator ?? [], given.confidence);
    return found && { ...found, interval: ends(found.interval) };
  },
  log_ratio_geometric_mean: (given: Record<string, number[]> & Numbers) => {
    const found = ratioOfGeometricMeans(given.numerator ?? [], given.denominator ?? [], given.confidence);
    return found && { ...found, interval: ends(found.interval) };
  },

  p_adjust_holm: adjusted(holm),
  p_adjust_benjamini_hochberg: adjusted(benjaminiHochberg),
  p_adjust_bonferroni: adjusted(bonferroni),
  p_adjust_hommel: adjusted(hommel),
  p_adjust_benjamini_yekutieli: adjusted(benjaminiYekutieli),
  pass_at_k: ({ n = 0, c = 0, k = 0 }: Numbers) => passAtK(n, c, k),
  pass_hat_k: ({ n = 0, c = 0, k = 0 }: Numbers) => passHatK(n, c, k),
  pass_hat_k_tasks: ({ tasks, k }: { tasks: { n: number; c: number }[]; k: number[] }) => {
    const { pass_hat_k: found } = summarizeTrials(tasks.map(({ n, c }) => ({ known: n, successes: c, open: 0 })));
    return Object.fromEntries(
      found
        .filter((figure) => k.includes(figure.k))
        .map(({ k: each, value, tasks: used, excluded }) => [
          each,
          excluded === 0 ? value : { value, tasks_used: used, tasks_excluded: excluded },
        ]),
    );
  },

  required_tasks_paired_miller: (given: Numbers) => {
    const { omega2 = 0, sigma2_a = 0, sigma2_b = 0, k_a = 0, k_b = 0, delta = 0, alpha = 0, power = 0 } = given;
    const [treatment, baseline] = [
      { variance: sigma2_a, trials: k_a },
      { variance: sigma2_b, trials: k_b },
    ];
    const { n, raw } = requiredTasks({ betweenTasks: omega2, treatment, baseline }, delta, { alpha, power });
    return { n, n_raw: raw };
  },
  mde_paired_normal: ({ sd_diff = 0, n_tasks = 0, alpha = 0, power = 0 }: Numbers) =>
    detectableDifference(sd_diff, n_tasks, { alpha, power }),
  mcnemar_required_pairs_connor: (given: Numbers) => {
    const { p_treatment_only = 0, p_baseline_only = 0, alpha = 0, power = 0 } = given;
    const { n, raw } = requiredPairs(p_treatment_only, p_baseline_only, { alpha, power });
    return { n, n_raw: raw };
  },
  non_inferiority_t_one_sided: (given: { task_differences: number[]; margin: number; alpha: number }) => {
    const found = nonInferiorityT(given.task_differences, given);
    return found && { lower_bound: found.lowerBound, non_inferior: found.nonInferior };
  },
  non_inferiority_tango_one_sided: (given: Numbers) => {
    const { treatment_only = 0, baseline_only = 0, n = 0, margin = 0, alpha = 0 } = given;
    const found = nonInferiorityTango(treatment_only, baseline_only, n, { margin, alpha });
    return found && { lower_bound: found.lowerBound, non_inferior: found.nonInferior };
  },
  missing_outcome_bounds: ({ success = 0, failure = 0, missing = 0 }: Numbers) => {
    const found = missingOutcomeBounds({ success, failure, missing });
    return found && { ...found, observed_only: found.observedOnly, outer95: ends(found.outer) };
  },
  missing_outcome_difference_bounds: ({ pairs }: { pairs: PairOutcomes[] }) => {
    const found = missingDifferenceBounds(pairs);
    return found && { ...found, complete_case: found.completeCase };
  },
  confidence_sequence_normal_mixture_halfwidth: ({ n = 0, sigma = 0, rho = 0, alpha = 0 }: Numbers) =>
    confidenceSequenceHalfWidth(n, { deviation: sigma, rho, alpha }),

  cohen_kappa: ({ table }: { table: number[][] }) => ({
    po: observedAgreement(table),
    kappa: cohenKappa(table)?.kappa,
    kappa_linear: cohenKappa(table, 'linear')?.kappa,
    kappa_quadratic: cohenKappa(table, 'quadratic')?.kappa,
    se_delta: cohenKappa(table)?.standardError,
  }),
  fleiss_kappa: (given: { counts: number[][] }) => fleissKappa(given.counts),
  krippendorff_alpha: (given: { raters_by_units: (number | null)[][]; level: MeasurementLevel }) =>
    krippendorffAlpha(given.raters_by_units, given.level),
  gwet_ac1: ({ table }: { table: number[][] }) => gwetAc1(table),
  confusion_metrics: ({ tp = 0, fp = 0, fn = 0, tn = 0 }: Numbers) => {
    const found = confusionFigures({ truePositives: tp, falsePositives: fp, falseNegatives: fn, trueNegatives: tn });
    return { ...found, recall_sensitivity: found.recall, npv: found.negativePredictiveValue, mcc: found.matthews };
  },
  rogan_gladen: (given: Numbers) => {
    const found = roganGladen(
      {
        judgedPositive: given.judge_positive ?? 0,
        judged: given.judge_n ?? 0,
        truePositives: given.cal_tp ?? 0,
        positives: given.cal_positives ?? 0,
        trueNegatives: given.cal_tn ?? 0,
        negatives: given.cal_negatives ?? 0,
      },
      given.confidence,
    );
    return {
      apparent: found.apparent,
      se: found.sensitivity,
      sp: found.specificity,
      youden: (found.sensitivity ?? 0) + (found.specificity ?? 0) - 1,
      corrected: found.corrected,
      corrected_clipped: found.clipped,
      delta_se: found.standardError,
      wald: ends(found.wald),
      lang_reiczigel: ends(found.langReiczigel),
      reason: found.reason,
    };
  },
  ppi_mean: (given: Record<string, number[]> & Numbers) => ppi(given, 1),
  ppi_pp_mean: (given: Record<string, number[]> & Numbers) => ppi(given),
  classical_mean_wald: ({ labeled_y }: { labeled_y: number[] }) => ppiFigures(meanOfLabels(labeled_y)),
  judge_sample_aggregation: ({ samples }: { samples: (number | null)[] }) => {
    const { mode, deviation, agreementWithMode, ...found } = repeatedSamples(samples);
    return { ...found, majority: mode, sd: deviation, agreement_with_mode: agreementWithMode };
  },
  pairwise_position_swap: ({ verdicts }: { verdicts: [PairVerdict, PairVerdict][] }) => {
    const found = positionSwap(verdicts);
    return {
      wins_a: found.winsA,
      wins_b: found.winsB,
      ties: found.ties,
      tie_inconsistent: found.inconsistent,
      consistency: found.consistency,
      first_slot_flips: found.firstSlot,
      second_slot_flips: found.secondSlot,
      first_slot_p_two_sided: found.firstSlotP,
    };
  },
};

/** What differs: null is answered by null or undefined alone; numbers above 1 agree relatively. */
function differences(found: unknown, expected: unknown, tolerance: number, at = 'value'): string[] {
  if (expected === null) return (found ?? null) === null ? [] : [`${at}: ${String(found)} is not null`];
  if (typeof expected === 'object') {
    if (typeof found !== 'object' || found === null) return [`${at}: ${String(found)} has no parts`];
    const parts = new Map<string, unknown>(Object.entries(found));
    const many = Array.isArray(expected) && Array.isArray(found) && expected.length !== found.length;
    return [
      ...(many ? [`${at}: not as many`] : []),
      ...Object.entries(expected).flatMap(([key, each]) =>
        parts.has(key) ? differences(parts.get(key), each, tolerance, `${at}.${key}`) : [`${at}.${key} is not there`],
      ),
    ];
  }
  const close =
    typeof expected === 'number' && typeof found === 'number'
      ? Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected))
      : found === expected;
  return close ? [] : [`${at}: ${String(found)} is not ${String(expected)}`];
}

describe('the statistics of reports, comparisons and calibration', () => {
  it('cover every family of golden values but one', () => {
    expect([...families].filter((name) => !(name in FAMILIES))).toEqual([...LEFT_OUT]);
    expect(Object.keys(FAMILIES).filter((name) => !families.has(name))).toEqual([]);
  });

  for (const [name, of] of Object.entries(FAMILIES))
    it.each(cases.filter((each) => each.name === name))(`agree on ${name}: $inputs`, (given) => {
      expect(differences(of(given.inputs as never), given.expected, given.tolerance)).toEqual([]);
    });
});
