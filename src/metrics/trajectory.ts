import type { Json } from '../model/json.ts';
import type { Bounds, Ref } from '../results/outcome.ts';
import { quote } from '../results/quote.ts';
import { notApplicable, unresolved } from './answers.ts';
import { argumentRules } from './argument-rules.ts';
import { relateCalls } from './call-relation.ts';
import type { ConfigFault, Partition, ScoreContext, Scoring } from './define-metric.ts';
import { casedTraces, isDecided } from './evaluated-case.ts';
import { matchesGlob } from './glob.ts';
import { hiddenCallers, observedCalls } from './observed-calls.ts';
import { type Aligned, type AlignedCall, alignOrdered, alignUnordered, ORDER_LIMIT } from './trajectory-alignment.ts';
import { counted } from './words.ts';

/** Expected calls and those that were made, aligned. */
export interface Trajectory extends Aligned {
  readonly expected: number;
  readonly made: number;
  /** Some agent may have made calls that were not recorded. */
  readonly hidden: boolean;
}

/** Between what is sure and what is possible; why there is no figure where it is 0/0. */
export type Range = readonly [atLeast: number, atMost: number] | 'no_calls_made' | 'no_expected_calls';

/** A figure of a trajectory. */
export type Figure = (trajectory: Trajectory) => Range;

const SHOWN = 50;

/** The parameter `arguments` has a shape that JSON Schema alone does not state. */
export function argumentsFault({ arguments: value }: ScoreContext['config']): ConfigFault | undefined {
  if (argumentRules(value)) return undefined;
  return {
    key: 'arguments',
    expected: 'exact, subset, superset or ignore, or a map from tools to one of these or to a map of fields',
  };
}

/** How a metric reads a trajectory. */
export interface Reading {
  readonly order: 'ordered' | 'unordered';
  readonly figure: Figure;
  /** Without expected calls it holds whatever was made. */
  readonly isVacuous?: boolean;
}

/** Scores the calls of a partition against those that its case expects. */
export function scoreTrajectory(
  partition: Partition,
  { config, declared }: ScoreContext,
  { order, figure, isVacuous }: Reading,
): Scoring {
  const cased = casedTraces(partition);
  if (isDecided(cased)) return cased;
  const { given, traces } = cased;
  if (!given.expectedCalls) return notApplicable('no_expected_calls', `case ${given.id} expects no calls`);
  const all = observedCalls(traces, declared.tools);
  const isLeftOut = leftOut(config.ignore_tools);
  const expected = given.expectedCalls.filter(({ name }) => !isLeftOut(name));
  const counted = all.filter(({ name }) => !isLeftOut(name));
  const made = config.count_failed === false ? counted.filter(({ failed }) => !failed) : counted;
  const rules = argumentRules(config.arguments) ?? (() => ({ mode: 'exact' as const, fields: new Map() }));
  const relation = relateCalls(expected, made, rules);
  if (!relation || (order === 'ordered' && expected.length * made.length > ORDER_LIMIT))
    return unresolved('too_many_calls', `${expected.length} expected calls and ${made.length} made are too many`);
  const hidden = traces.flatMap(hiddenCallers);
  const aligned = order === 'ordered' ? alignOrdered(relation, rules) : alignUnordered(relation, rules);
  const trajectory = { ...aligned, expected: expected.length, made: made.length, hidden: hidden.length > 0 };
  const details = {
    ...figuresOf(trajectory),
    ...(isVacuous && expected.length === 0 && { vacuous: true }),
    excluded: { ignored_tools: all.length - counted.length, failed: counted.length - made.length },
    ...(hidden.length > 0 && { agents_not_observed: hidden.slice(0, 20).map(({ name }) => name) }),
  };
  const refs = made.map(({ ref }) => ref);
  return answer(trajectory, figure(trajectory), details, evidenceOf(aligned.calls, refs));
}

function leftOut(value: Json | undefined): (name: string) => boolean {
  const globs = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  return (name) => globs.some((glob) => matchesGlob(glob, name));
}

function answer(
  trajectory: Trajectory,
  figure: Range,
  details: Readonly<Record<string, Json>>,
  evidence: readonly Ref[],
): Scoring {
  const because = sentence(trajectory);
  if (typeof figure === 'string')
    return { status: 'not_applicable', score: null, reason: figure, because, evidence, details };
  const [atLeast, atMost] = figure;
  if (atLeast === atMost) return { status: 'scored', score: atLeast, because, evidence, details };
  const bounds: Bounds = [atLeast, atMost];
  const reason = trajectory.hidden ? 'internals_not_observed' : 'arguments_not_recorded';
  return unresolved(reason, because, { bounds, evidence, details });
}

function figuresOf({ expected, made, met, calls }: Trajectory): Record<string, Json> {
  const known = met[0] === met[1];
  // Those that did not fit come first: they are why.
  const shown = [...calls.filter(isOdd), ...calls.filter((call) => !isOdd(call))].slice(0, SHOWN);
  return {
    expected,
    made,
    matched: known ? met[0] : null,
    ...(!known && { matched_bounds: met }),
    calls: shown.map((call) => ({ ...call })),
    ...(calls.length > SHOWN && { calls_not_shown: calls.length - SHOWN }),
  };
}

function isOdd({ verdict }: AlignedCall): boolean {
  return verdict !== 'matched';
}

function evidenceOf(calls: readonly AlignedCall[], refs: readonly Ref[]): Ref[] {
  const odd = calls.filter((call) => isOdd(call) && call.made !== undefined);
  const of = odd.length > 0 ? odd : calls;
  return of.flatMap(({ made }) => (made === undefined ? [] : (refs[made] ?? []))).slice(0, 20);
}

const NOTED = 3;

function sentence({ expected, made, met: [atLeast, atMost], calls }: Trajectory): string {
  const matched = atLeast === atMost ? `${atLeast}` : `${atLeast} to ${atMost}`;
  const counts = counted(calls.filter(isOdd).map(noteOf));
  const notes = [...counts].map(([note, count]) => (count === 1 ? note : `${count} times ${note}`));
  const more = notes.length > NOTED ? [`${notes.length - NOTED} more`] : [];
  const head = `${matched} of ${expected} expected calls matched, ${made} made`;
  return [head, ...notes.slice(0, NOTED), ...more].join('; ');
}

function noteOf({ name, verdict, paths }: AlignedCall): string {
  const tool = quote(name.slice(0, 60));
  if (verdict === 'different') return `${tool} differs at ${quote((paths ?? []).slice(0, 3).join(', ').slice(0, 80))}`;
  if (verdict === 'unknown') return `the arguments of ${tool} are unknown`;
  if (verdict === 'out_of_order') return `${tool} is out of order`;
  return `${tool} is ${verdict}`;
}
