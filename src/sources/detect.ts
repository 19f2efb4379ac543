import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { Detection, Opening, Source } from './define-source.ts';

/** The source that reads a file, and why it was chosen. */
export interface ChosenSource extends Detection {
  readonly source: Source;
  /** Other sources that could read it, in order of the registry. */
  readonly others: readonly string[];
}

/** Asks every source; a definite answer goes before a likely one, and the order of the registry breaks ties. */
export function detectSource(opening: Opening, sources: readonly Source[]): ChosenSource | undefined {
  const found: { source: Source; detection: Detection }[] = [];
  for (const source of sources) {
    const detection = source.detect(opening);
    if (detection) found.push({ source, detection });
  }
  const best = found.find(({ detection }) => detection.confidence === 'definite') ?? found[0];
  if (!best) return undefined;
  const others = found.filter((entry) => entry !== best).map(({ source }) => source.name);
  return { source: best.source, ...best.detection, others };
}

/** The source of a name. Throws Failure SOURCE_UNKNOWN with the nearest names. */
export function sourceNamed(name: string, sources: readonly Source[]): Source {
  const source = sources.find((candidate) => candidate.name === name);
  if (source) return source;
  const names = sources.map((candidate) => candidate.name);
  throw new Failure('SOURCE_UNKNOWN', { name, near: didYouMean(name, names) });
}

const KEYS_NAMED = 8;

function keyList(keys: readonly string[]): string {
  const named = keys.slice(0, KEYS_NAMED).map((key) => (key.length > 30 ? `${key.slice(0, 30)}…` : key));
  return keys.length > KEYS_NAMED ? `${named.join(', ')}, …` : named.join(', ');
}

/** The keys that an unrecognised file shows, wherever they stand. */
export function keysSeen(opening: Opening): readonly string[] {
  const [first] = opening.records;
  const inFirst = typeof first === 'object' && first !== null && !Array.isArray(first) ? Object.keys(first) : [];
  return [...new Set([...opening.topKeys, ...opening.itemKeys, ...inFirst])];
}

/** What an unrecognised file looks like, in words for the user. */
export function describeOpening(opening: Opening): string {
  const keys = keysSeen(opening);
  const withKeys = keys.length > 0 ? ` with the keys ${keyList(keys)}` : ' without keys';
  if (opening.shape === 'lines') return `it is JSON lines${withKeys}`;
  if (opening.shape === 'other') return 'it does not begin like JSON';
  return opening.text.trimStart().startsWith('[')
    ? `it is a JSON list of items${withKeys}`
    : `it is a JSON document${withKeys}`;
}
