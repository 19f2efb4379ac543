import type { EvaluationCase } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import { type ArgumentRule, ignoresAll, isEquality } from './argument-rules.ts';
import { argumentDifferences, argumentKey } from './compare-arguments.ts';
import type { ObservedCall } from './observed-calls.ts';

/** A call that a case expects. Without `arguments` it is met by any. */
export type ExpectedCall = NonNullable<EvaluationCase['expectedCalls']>[number];

/** Equal calls, by their places in their list. */
export interface CallKind {
  readonly name: string;
  readonly arguments: Json | undefined;
  readonly places: readonly number[];
  /** Characters of what is looked at. */
  readonly size: number;
}

/** Which kinds of calls that were made fit which expected ones. */
export interface CallRelation {
  readonly expected: readonly CallKind[];
  readonly made: readonly CallKind[];
  /** By kind of expected call, the kinds that fit it. */
  readonly sure: readonly (readonly number[])[];
  /** The same with those whose arguments are unknown, and may fit it. */
  readonly possible: readonly (readonly number[])[];
}

/** Different calls of one tool that are compared one by one, by how much there is to compare. */
const WORK_LIMIT = 2_000_000;
/** Characters of arguments that weigh as much as one pair. */
const PAIR_LENGTH = 64;

type Rules = (tool: string) => ArgumentRule;
interface KeyedKind {
  readonly kind: number;
  readonly key: string;
  readonly size: number;
  readonly arguments: Json | undefined;
}

/** Relates expected calls with those that were made; undefined where too many different ones would be compared. */
export function relateCalls(
  expected: readonly ExpectedCall[],
  made: readonly ObservedCall[],
  rules: Rules,
): CallRelation | undefined {
  const wanted = kindsOf(expected, rules);
  const found = kindsOf(made, rules);
  const sure: number[][] = wanted.kinds.map(() => []);
  const possible: number[][] = wanted.kinds.map(() => []);
  for (const [name, ours] of wanted.byName) {
    const theirs = found.byName.get(name) ?? [];
    const fit = fitting(ours, theirs, rules(name));
    if (!fit) return undefined;
    const unknown = theirs.filter((each) => each.arguments === undefined).map((each) => each.kind);
    for (const [at, { kind }] of ours.entries()) {
      const fits = fit[at] ?? [];
      sure[kind] = fits;
      possible[kind] = unknown.length === 0 ? fits : [...new Set([...fits, ...unknown])];
    }
  }
  return { expected: wanted.kinds, made: found.kinds, sure, possible };
}

interface Kinds {
  readonly kinds: readonly (CallKind & { readonly places: number[] })[];
  readonly byName: ReadonlyMap<string, readonly KeyedKind[]>;
}

function kindsOf(
  calls: readonly { readonly name: string; readonly arguments?: Json | undefined }[],
  rules: Rules,
): Kinds {
  const kinds: (CallKind & { readonly places: number[] })[] = [];
  const known = new Map<string, Map<string, KeyedKind>>();
  for (const [place, { name, arguments: args }] of calls.entries()) {
    const ofTool = known.get(name) ?? new Map<string, KeyedKind>();
    known.set(name, ofTool);
    const key = args === undefined ? '' : `=${argumentKey(args, rules(name))}`;
    const earlier = ofTool.get(key);
    if (earlier) kinds[earlier.kind]?.places.push(place);
    else {
      ofTool.set(key, { kind: kinds.length, key, size: key.length, arguments: args });
      kinds.push({ name, arguments: args, places: [place], size: key.length });
    }
  }
  return { kinds, byName: new Map([...known].map(([name, ofTool]) => [name, [...ofTool.values()]])) };
}

/** For each expected kind of one tool, the kinds that fit it. */
function fitting(ours: readonly KeyedKind[], theirs: readonly KeyedKind[], rule: ArgumentRule): number[][] | undefined {
  const all = theirs.map(({ kind }) => kind);
  if (ignoresAll(rule)) return ours.map(() => all);
  if (isEquality(rule)) {
    const byKey = new Map(theirs.map(({ key, kind }) => [key, kind]));
    return ours.map(({ key, arguments: args }) => {
      if (args === undefined) return all;
      const kind = byKey.get(key);
      return kind === undefined ? [] : [kind];
    });
  }
  if (pairWork(ours, theirs) > WORK_LIMIT) return undefined;
  return ours.map(({ arguments: args }) => {
    if (args === undefined) return all;
    return theirs.flatMap(({ kind, arguments: other }) =>
      other !== undefined && argumentDifferences(args, other, rule).length === 0 ? [kind] : [],
    );
  });
}

/** How much it takes to compare each of some calls with each of others. */
export function pairWork(
  ours: readonly { readonly size: number }[],
  theirs: readonly { readonly size: number }[],
): number {
  const total = (list: readonly { readonly size: number }[]): number => list.reduce((sum, { size }) => sum + size, 0);
  return ours.length * theirs.length + (ours.length * total(theirs) + theirs.length * total(ours)) / PAIR_LENGTH;
}
