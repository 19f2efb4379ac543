import { type SampleFigures, sampleFigures } from './sample-figures.ts';
import type { Sample } from './samples.ts';
import type { Scale } from './scale.ts';
import type { FaultKind } from './transport.ts';

/** What the samples of one judgement come to. */
export type SampleResult =
  | {
      readonly status: 'scored';
      readonly score: number;
      readonly label?: string;
      /** Of the sample that stands for all: the one nearest to the mean, or the first of the majority. */
      readonly explanation?: string;
    }
  | { readonly status: 'unresolved'; readonly reason: 'judge_tie'; readonly bounds: readonly [number, number] }
  | { readonly status: 'error'; readonly reason: string; readonly message: string };

/** Faults that say why nobody could be asked: where too few samples are valid, one of them is the reason. */
const DECISIVE: readonly FaultKind[] = [
  'judge_cancelled',
  'judge_not_configured',
  'egress_not_allowed',
  'judge_budget_unpriced',
  'judge_budget_exhausted',
  'context_overflow',
  'replay_miss',
];

interface Valid {
  readonly score: number;
  readonly label?: string;
  readonly explanation?: string;
}

/**
 * Numeric: the mean of the valid samples. Boolean and categorical: the value of most of them; a tie is unresolved. At
 * least half of all samples have to be valid, else it is an error, never a score.
 */
export function resultOf(samples: readonly Sample[], scale: Scale): SampleResult {
  const valid = samples.flatMap(({ parsed }): Valid[] => (parsed.valid ? [parsed] : []));
  const needed = Math.ceil(samples.length / 2);
  if (valid.length < needed || valid.length === 0) return tooFew(samples, valid.length, needed);
  return scale.kind === 'numeric' ? meanOf(valid) : majorityOf(valid);
}

/** The figures of the samples; those of labels count how often each label occurs. */
export function figuresOf(samples: readonly Sample[], scale: Scale): SampleFigures & { readonly mode?: string } {
  const scores = sampleFigures(samples.map(({ parsed }) => (parsed.valid ? parsed.score : null)));
  if (scale.kind !== 'categorical') return scores;
  const names = [...scale.labels.keys()];
  const positions = samples.map(({ parsed }) => (parsed.valid ? names.indexOf(parsed.label ?? '') : null));
  const labels = sampleFigures(positions);
  const mode = labels.majority === null ? undefined : names[labels.majority];
  return {
    ...scores,
    majority: mode === undefined ? null : (scale.labels.get(mode) ?? null),
    agreement_with_mode: labels.agreement_with_mode,
    ...(mode !== undefined && { mode }),
  };
}

function meanOf(valid: readonly Valid[]): SampleResult {
  const { mean } = sampleFigures(valid.map(({ score }) => score));
  const score = mean ?? 0;
  let nearest = valid[0];
  for (const each of valid)
    if (nearest && Math.abs(each.score - score) < Math.abs(nearest.score - score)) nearest = each;
  return { status: 'scored', score, ...explained(nearest) };
}

function majorityOf(valid: readonly Valid[]): SampleResult {
  const counts = new Map<string, number>();
  for (const { label = '' } of valid) counts.set(label, (counts.get(label) ?? 0) + 1);
  let most = 0;
  for (const count of counts.values()) most = Math.max(most, count);
  const leading = [...counts].filter(([, count]) => count === most).map(([label]) => label);
  const [first, ...others] = leading.flatMap((label) => valid.find((each) => each.label === label) ?? []);
  if (first && others.length === 0)
    return {
      status: 'scored',
      score: first.score,
      ...(first.label !== undefined && { label: first.label }),
      ...explained(first),
    };
  const scores = valid.filter(({ label = '' }) => leading.includes(label)).map(({ score }) => score);
  const [low = 0, high = low] = [scores.sort((a, b) => a - b)[0], scores.at(-1)];
  return { status: 'unresolved', reason: 'judge_tie', bounds: [low, high] };
}

function explained(sample: Valid | undefined): { readonly explanation?: string } {
  return sample?.explanation === undefined ? {} : { explanation: sample.explanation };
}

function tooFew(samples: readonly Sample[], valid: number, needed: number): SampleResult {
  const faults = samples.flatMap(({ parsed }) => ('fault' in parsed ? [parsed.fault] : []));
  for (const kind of DECISIVE) {
    const fault = faults.find((each) => each.kind === kind);
    if (fault) return { status: 'error', reason: kind, message: fault.message };
  }
  const why = new Map<string, number>();
  for (const { parsed } of samples) {
    if (parsed.valid) continue;
    const words = 'fault' in parsed ? parsed.fault.message : parsed.reason;
    why.set(words, (why.get(words) ?? 0) + 1);
  }
  const reasons = [...why].map(([words, count]) => `${count} × ${words}`).join(', ');
  const message = `${valid} of ${samples.length} answers are valid, and ${needed} are needed: ${reasons}`;
  return { status: 'error', reason: 'judge_unresolved', message };
}
