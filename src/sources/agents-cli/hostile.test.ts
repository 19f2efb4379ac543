import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Assembly } from '../../model/assemble.ts';
import { isObject, type Json } from '../../model/json.ts';
import { memoryFile } from '../input/memory-file.ts';
import { agentsCliSource } from './source.ts';

const SAMPLES = ['trip.json', 'camel-case.json'].map(
  (name) => JSON.parse(readFileSync(new URL(`./samples/good/${name}`, import.meta.url), 'utf8')) as Json,
);

/** Number of values inside a value, itself included. */
function size(value: Json): number {
  const inner = Array.isArray(value) ? (value as readonly Json[]) : isObject(value) ? Object.values(value) : [];
  return inner.reduce<number>((sum, each) => sum + size(each), 1);
}

/** The value with its n-th inner value replaced. */
function replaced(value: Json, counter: { left: number }, by: Json): Json {
  if (counter.left-- === 0) return by;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => replaced(each, counter, by));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, counter, by)]));
}

it('survives any value in any place, and loses no trace that it does not report', async () => {
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<Json>('__proto__', { __proto__: null }, [[[]]], -1, 4294967294, '', 'user', { parts: 7 }),
  ) as fc.Arbitrary<Json>;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SAMPLES), fc.nat(), junk, async (sample, place, value) => {
      const document = replaced(sample, { left: place % size(sample) }, value);
      const problems: unknown[] = [];
      const report = (problem: unknown): void => void problems.push(problem);
      const assembly = new Assembly(report);
      const file = memoryFile('a.json', Buffer.from(JSON.stringify(document)));
      let records = 0;
      for await (const record of agentsCliSource.read([file], { report })) {
        assembly.add(record, { name: 'agents-cli', runUnit: 'trace' });
        records++;
      }
      const { sessions } = assembly.finish();
      expect(records + problems.length).toBeGreaterThan(0);
      const spans = sessions.flatMap(({ traces }) => traces.flatMap((trace) => trace.spans));
      expect(spans.filter((span) => span.traceId === '')).toEqual([]);
      for (const session of sessions)
        for (const trace of session.traces)
          expect(new Set(trace.spans.map((span) => span.spanId)).size).toBe(trace.spans.length);
    }),
    { numRuns: 150, seed: 7 },
  );
});
