import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../model/canonical-json.ts';
import { isObject, type Json } from '../model/json.ts';
import type { ModelRecord } from '../model/trace.ts';
import type { Problem } from '../problems/problem.ts';
import type { Source } from '../sources/define-source.ts';
import { detectSource } from '../sources/detect.ts';
import { discoverInputs } from '../sources/input/discover.ts';
import type { OpenedInput } from '../sources/input/input-from-bytes.ts';
import { memoryFile } from '../sources/input/memory-file.ts';
import { openFile } from '../sources/input/open-file.ts';
import { makeOpening } from '../sources/input/opening.ts';
import { reportOnce } from '../sources/input/report-once.ts';
import { SOURCES } from '../sources/registry.ts';
import { expectSample } from './expect-sample.ts';
import { shuffled } from './shuffled.ts';

const EXPECTED = '.expected.jsonl';
const PROBLEMS = '.problems.json';
const CUTS = 50;

interface Reading {
  readonly records: readonly ModelRecord[];
  readonly problems: readonly Problem[];
}

async function read(source: Source, files: readonly OpenedInput[]): Promise<Reading> {
  const records: ModelRecord[] = [];
  const problems: Problem[] = [];
  const report = reportOnce((problem) => problems.push(problem));
  for await (const record of source.read(files, { report })) records.push(record);
  return { records, problems };
}

/** Files and folders of a sample folder, without what is expected of them. */
function samplesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort();
  return names.filter((name) => !name.endsWith(EXPECTED) && !name.endsWith(PROBLEMS) && !name.startsWith('.'));
}

async function open(folder: string, sample: string): Promise<OpenedInput[]> {
  const { files } = await discoverInputs([sample], folder, () => {});
  return Promise.all(files.map(({ absolutePath, path }) => openFile(absolutePath, path)));
}

/** One record as a line of an expected file. */
function recordLine(record: ModelRecord): string {
  return `${canonicalJson(record)}\n`;
}

function withoutAt(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutAt);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'at');
  return Object.fromEntries(members.map(([key, member]) => [key, withoutAt(member)]));
}

/** Records as a set, without the places that they were read from. */
function asSet(records: readonly ModelRecord[]): string[] {
  return records.map((record) => canonicalJson(withoutAt(JSON.parse(canonicalJson(record)) as Json))).sort();
}

/** The files with one of them replaced by other bytes of the same name. */
async function withContent(
  folder: string,
  sample: string,
  change: (bytes: Buffer, path: string) => Buffer,
): Promise<OpenedInput[]> {
  const { files } = await discoverInputs([sample], folder, () => {});
  return files.map(({ absolutePath, path }) => memoryFile(path, change(readFileSync(absolutePath), path)));
}

function permutedLines(bytes: Buffer, seed: number): Buffer {
  const lines = bytes.toString('utf8').split('\n');
  return Buffer.from(shuffled(lines, seed).join('\n'));
}

function goodSamples(source: Source, folder: string): void {
  const samples = samplesIn(folder);
  it('has good samples', () => expect(samples).not.toEqual([]));

  it.each(samples)('reads %s without a problem into what stands beside it', async (sample) => {
    const { records, problems } = await read(source, await open(folder, sample));
    expect(problems).toEqual([]);
    expectSample(join(folder, sample + EXPECTED), records.map(recordLine).join(''));
  });

  it.each(samples)('reads %s in any order of lines and files into the same records', async (sample) => {
    const files = await open(folder, sample);
    const whole = await read(source, files);
    const areLines = new Map<string, boolean>();
    for (const file of files) areLines.set(file.path, makeOpening(file.path, await file.head()).shape === 'lines');
    for (const seed of [1, 2, 3]) {
      const permuted = await withContent(folder, sample, (bytes, path) =>
        areLines.get(path) ? permutedLines(bytes, seed) : bytes,
      );
      const reading = await read(source, shuffled(permuted, seed));
      expect(asSet(reading.records)).toEqual(asSet(whole.records));
    }
  });

  it.each(samples)('survives %s cut at any byte', async (sample) => {
    const count = (await open(folder, sample)).length;
    for (let cut = 0; cut < CUTS; cut++) {
      let at = 0;
      const files = await withContent(folder, sample, (bytes) => {
        const isCut = at++ === cut % count;
        return isCut ? bytes.subarray(0, Math.floor((bytes.length * (cut + 0.5)) / CUTS)) : bytes;
      });
      await read(source, files);
    }
  });
}

function badSamples(source: Source, folder: string): void {
  const samples = samplesIn(folder);
  it('has bad samples', () => expect(samples).not.toEqual([]));
  it.each(samples)('reads %s to its end and reports what stands beside it', async (sample) => {
    const { problems } = await read(source, await open(folder, sample));
    expect(problems).not.toEqual([]);
    expectSample(join(folder, sample + PROBLEMS), `${JSON.stringify(problems, null, 2)}\n`);
  });
}

/** Names of the sources that are chosen for the files of a sample. */
async function chosenFor(folder: string, sample: string, sources: readonly Source[]): Promise<Set<string>> {
  const chosen = new Set<string>();
  for (const file of await open(folder, sample)) {
    const choice = detectSource(makeOpening(file.path, await file.head()), sources);
    if (choice) chosen.add(choice.source.name);
  }
  return chosen;
}

function detection(source: Source, folder: string, otherFolders: readonly string[]): void {
  const sources = SOURCES.some(({ name }) => name === source.name) ? SOURCES : [...SOURCES, source];
  it.each(samplesIn(folder))('is chosen for %s', async (sample) => {
    expect([...(await chosenFor(folder, sample, sources))]).toEqual([source.name]);
  });
  const others = otherFolders.flatMap((other) => samplesIn(other).map((sample) => [other, sample] as const));
  it.skipIf(others.length === 0)('is not chosen for the samples of other sources', async () => {
    for (const [other, sample] of others) {
      const chosen = await chosenFor(other, sample, sources);
      expect(chosen.has(source.name), `${join(other, sample)} is claimed by ${source.name}`).toBe(false);
    }
  });
}

/** Sample folders of the sources that stand beside this one. */
function neighbours(samplesFolder: string): string[] {
  const own = resolve(samplesFolder, '..');
  const sources = resolve(own, '..');
  const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => join(sources, name)).filter((folder) => folder !== own);
  return names.map((folder) => join(folder, 'samples', 'good')).filter((folder) => existsSync(folder));
}

/**
 * The contract of every source, as tests of Vitest over `samplesFolder/good` and `samplesFolder/bad`. A sample is a
 * file or a folder; beside it stands `NAME.expected.jsonl` (good) or `NAME.problems.json` (bad), written by a run with
 * UPDATE_SAMPLES=1 and to be read before it is kept.
 */
export function itKeepsTheSourceContract(source: Source, samplesFolder: string): void {
  const good = join(samplesFolder, 'good');
  describe(`the source ${source.name}`, () => {
    goodSamples(source, good);
    badSamples(source, join(samplesFolder, 'bad'));
    detection(source, good, neighbours(samplesFolder));
  });
}
