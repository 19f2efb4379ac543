import { CHANGE_KINDS, type Change, type Changes, type Escalations } from '../../results/comparison.ts';
import type { MetricScores, ScoredCase } from './arm-scores.ts';
import { type CasePair, matchCases } from './match-cases.ts';

/** Cases of a kind that are listed. */
const LISTED = 20;

/** Cases whose answer changed in a way that someone has to look at, greatest difference first. */
export function changesOf(pairs: readonly CasePair[], direction: string): Changes {
  const byKind = new Map<Change['kind'], CasePair[]>(CHANGE_KINDS.map((kind) => [kind, []]));
  for (const pair of pairs) {
    const kind = kindOf(pair, direction);
    if (kind) byKind.get(kind)?.push(pair);
  }
  const count = (kind: Change['kind']): number => byKind.get(kind)?.length ?? 0;
  return {
    counts: {
      newly_fails: count('newly_fails'),
      newly_error: count('newly_error'),
      newly_unresolved: count('newly_unresolved'),
      newly_passes: count('newly_passes'),
    },
    listed: CHANGE_KINDS.flatMap((kind) =>
      (byKind.get(kind) ?? [])
        .map((pair) => ({ pair, size: sizeOf(pair) }))
        .sort((x, y) => y.size - x.size)
        .slice(0, LISTED)
        .map(({ pair }) => ({ kind, ...changeOf(pair) })),
    ),
  };
}

/** Only scores between 0 and 1 of a metric with a better end pass and fail; of others nobody said what is full. */
function kindOf({ a, b }: CasePair, direction: string): Change['kind'] | undefined {
  if (a.status === 'scored' && b.status === 'error') return 'newly_error';
  if (a.status === 'scored' && b.status === 'unresolved') return 'newly_unresolved';
  if (direction !== 'higher_is_better' || a.score === null || b.score === null) return undefined;
  if (![a.score, b.score].every((score) => score >= 0 && score <= 1)) return undefined;
  if (a.score === 1 && b.score < 1) return 'newly_fails';
  return a.score < 1 && b.score === 1 ? 'newly_passes' : undefined;
}

function sizeOf({ a, b }: CasePair): number {
  return a.score === null || b.score === null ? 0 : Math.abs(a.score - b.score);
}

function changeOf({ a, b }: CasePair): Omit<Change, 'kind'> {
  return { of: b.of, answers: { a: a.answer, b: b.answer } };
}

/** Runs that a person took over in one of the runs alone. */
export function escalationsOf(a: MetricScores | undefined, b: MetricScores | undefined): Escalations {
  const pairs = matchCases({ a, b }).pairs.filter((pair) => pair.a.score !== null && pair.b.score !== null);
  const taken = ({ score }: ScoredCase): boolean => (score ?? 0) > 0;
  return {
    known_in_both: pairs.length,
    newly: pairs.filter((pair) => !taken(pair.a) && taken(pair.b)).map(changeOf),
    no_longer: pairs.filter((pair) => taken(pair.a) && !taken(pair.b)).map(changeOf),
  };
}
