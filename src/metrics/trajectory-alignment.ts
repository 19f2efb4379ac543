import type { ArgumentRule } from './argument-rules.ts';
import { leastCostAssignment } from './assignment.ts';
import { maximumMatching, sizeOf } from './bipartite-matching.ts';
import { longestAlignment, type Pair } from './call-alignment.ts';
import { type CallKind, type CallRelation, pairWork } from './call-relation.ts';
import { argumentDifferences } from './compare-arguments.ts';

/** What became of one expected call, or of a call that was made and not expected. */
export interface AlignedCall {
  readonly name: string;
  readonly verdict: 'matched' | 'different' | 'out_of_order' | 'unknown' | 'missing' | 'extra';
  /** Place among the expected calls. */
  readonly expected?: number;
  /** Place among the calls that were made. */
  readonly made?: number;
  /** Where the arguments differ. */
  readonly paths?: readonly string[];
}

/** How many expected calls were met: for sure, and at most. */
export interface Aligned {
  readonly met: readonly [atLeast: number, atMost: number];
  readonly calls: readonly AlignedCall[];
}

/** Pairs of places beyond which no order is looked for: 5,000 expected calls and 5,000 that were made. */
export const ORDER_LIMIT = 25_000_000;

/** Pairs as many calls as can be paired, in any order. */
export function alignUnordered(relation: CallRelation, rules: Rules): Aligned {
  const { expected, made, sure, possible } = relation;
  const sizes = (kinds: readonly CallKind[]): number[] => kinds.map(({ places }) => places.length);
  const matching = maximumMatching(sizes(expected), sizes(made), sure);
  const atMost = possible.some((kinds, at) => kinds.length !== sure[at]?.length)
    ? sizeOf(maximumMatching(sizes(expected), sizes(made), possible))
    : sizeOf(matching);
  const pairs: Pair[] = [];
  const [ours, theirs] = [expected.map(() => 0), made.map(() => 0)];
  for (const [kind, partners] of matching.entries())
    for (const [other, count] of partners)
      for (let n = 0; n < count; n++) {
        const place = expected[kind]?.places[ours[kind] ?? 0] ?? 0;
        pairs.push([place, made[other]?.places[theirs[other] ?? 0] ?? 0]);
        ours[kind] = (ours[kind] ?? 0) + 1;
        theirs[other] = (theirs[other] ?? 0) + 1;
      }
  return { met: [pairs.length, atMost], calls: explain(relation, pairs, rules) };
}

/** Pairs as many calls as can be paired in the order of both lists. */
export function alignOrdered(relation: CallRelation, rules: Rules): Aligned {
  const pairs = longest(relation, relation.sure);
  const isUnknown = relation.possible.some((kinds, at) => kinds.length !== relation.sure[at]?.length);
  const atMost = isUnknown ? longest(relation, relation.possible).length : pairs.length;
  return { met: [pairs.length, atMost], calls: explain(relation, pairs, rules) };
}

type Rules = (tool: string) => ArgumentRule;

function longest({ expected, made }: CallRelation, fits: CallRelation['sure']): Pair[] {
  const kindAt = kindsByPlace(expected);
  const count = kindsByPlace(made).length;
  return longestAlignment(kindAt.length, count, (place) => {
    const marks = new Uint8Array(count);
    for (const kind of fits[kindAt[place] ?? 0] ?? []) for (const at of made[kind]?.places ?? []) marks[at] = 1;
    return marks;
  });
}

/** The kind of the call at each place. */
function kindsByPlace(kinds: readonly CallKind[]): number[] {
  const kindAt: number[] = [];
  for (const [kind, { places }] of kinds.entries()) for (const place of places) kindAt[place] = kind;
  return kindAt;
}

interface Left {
  readonly place: number;
  readonly kind: CallKind;
}

/** What became of each call, given those that are paired: what is left of one tool is paired by what differs least. */
function explain(relation: CallRelation, pairs: readonly Pair[], rules: Rules): AlignedCall[] {
  const ours = new Map(pairs);
  const theirs = new Set(pairs.map(([, made]) => made));
  const missing = leftByName(relation.expected, (place) => ours.has(place));
  const extra = leftByName(relation.made, (place) => theirs.has(place));
  const calls: AlignedCall[] = [];
  const nameAt = kindsByPlace(relation.expected);
  for (const [expected, made] of pairs)
    calls.push({ name: relation.expected[nameAt[expected] ?? 0]?.name ?? '', verdict: 'matched', expected, made });
  for (const [name, left] of missing) {
    const others = extra.get(name) ?? [];
    const compared = compareLeft(left, others, rules(name));
    const taken = new Set(compared.map(({ made }) => made));
    const done = new Set(compared.map(({ expected }) => expected));
    for (const call of compared) calls.push(call);
    for (const { place } of left) if (!done.has(place)) calls.push({ name, verdict: 'missing', expected: place });
    extra.set(
      name,
      others.filter(({ place }) => !taken.has(place)),
    );
  }
  for (const [name, left] of extra) for (const { place } of left) calls.push({ name, verdict: 'extra', made: place });
  const order = (call: AlignedCall): number => call.expected ?? Number.POSITIVE_INFINITY;
  return calls.sort((a, b) => (order(a) === order(b) ? (a.made ?? 0) - (b.made ?? 0) : order(a) - order(b)));
}

function leftByName(kinds: readonly CallKind[], isPaired: (place: number) => boolean): Map<string, Left[]> {
  const left = new Map<string, Left[]>();
  for (const kind of kinds) {
    for (const place of kind.places) {
      if (isPaired(place)) continue;
      const known = left.get(kind.name);
      if (known) known.push({ place, kind });
      else left.set(kind.name, [{ place, kind }]);
    }
  }
  return left;
}

/** More calls of one tool than this are not paired for the explanation: they are missing and extra. */
const EXPLAINED = 40;
const EXPLAINED_WORK = 200_000;
/** More than any number of paths that differ. */
const UNKNOWN_COST = 30;

/** Pairs calls of one tool that do not fit each other by what differs least. */
function compareLeft(missing: readonly Left[], extra: readonly Left[], rule: ArgumentRule): AlignedCall[] {
  if (missing.length === 0 || extra.length === 0 || missing.length > EXPLAINED || extra.length > EXPLAINED) return [];
  const [ours, theirs] = [missing.map(({ kind }) => kind), extra.map(({ kind }) => kind)];
  if (pairWork(ours, theirs) > EXPLAINED_WORK) return [];
  const paths = missing.map((ours) => extra.map((theirs) => differences(ours.kind, theirs.kind, rule)));
  const costs = paths.map((row) => row.map((each) => each?.length ?? UNKNOWN_COST));
  const isWide = missing.length <= extra.length;
  const turned = isWide ? costs : extra.map((_, column) => costs.map((row) => row[column] ?? 0));
  return leastCostAssignment(turned).flatMap((partner, at): AlignedCall[] => {
    const [row, column] = isWide ? [at, partner] : [partner, at];
    const [wanted, found] = [missing[row], extra[column]];
    if (!wanted || !found) return [];
    const place = { name: wanted.kind.name, expected: wanted.place, made: found.place };
    const different = paths[row]?.[column];
    if (!different) return [{ ...place, verdict: 'unknown' }];
    return [
      different.length > 0
        ? { ...place, verdict: 'different', paths: different }
        : { ...place, verdict: 'out_of_order' },
    ];
  });
}

function differences(
  { arguments: ours }: CallKind,
  { arguments: theirs }: CallKind,
  rule: ArgumentRule,
): string[] | undefined {
  if (ours === undefined) return [];
  return theirs === undefined ? undefined : argumentDifferences(ours, theirs, rule);
}
