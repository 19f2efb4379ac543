import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Assembly } from '../../model/assemble.ts';
import { isObject, type Json } from '../../model/json.ts';
import { memoryFile } from '../input/memory-file.ts';
import { chatSource } from './source.ts';

const sample = (name: string): string => readFileSync(new URL(`./samples/good/${name}`, import.meta.url), 'utf8');
const SAMPLES = [
  JSON.parse(sample('conversation.json')) as Json,
  JSON.parse(sample('tau-bench.json')) as Json,
  sample('fine-tuning.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json),
];

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

const JUNK = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<Json>('__proto__', JSON.parse('{"__proto__":{"role":"user"}}') as Json, [[[]]], -1, '', 'assistant'),
) as fc.Arbitrary<Json>;

it('survives any value in any place, and loses no record that it does not report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SAMPLES), fc.nat(), JUNK, async (document, place, junk) => {
      const changed = replaced(document, { left: place % size(document) }, junk);
      const problems: unknown[] = [];
      const report = (problem: unknown): void => void problems.push(problem);
      const assembly = new Assembly(report);
      const file = memoryFile('a.json', Buffer.from(JSON.stringify(changed)));
      let records = 0;
      for await (const record of chatSource.read([file], { report })) {
        assembly.add(record, { name: 'chat', runUnit: 'trace' });
        records++;
      }
      expect(records + problems.length).toBeGreaterThan(0);
      const traces = assembly.finish().sessions.flatMap((session) => session.traces);
      const items = Array.isArray(changed) && document !== SAMPLES[0] ? changed.length : 0;
      expect(traces.length + problems.length).toBeGreaterThanOrEqual(items);
      for (const { traceId, spans, findings } of traces) {
        expect(traceId).not.toBe('');
        expect(findings).toEqual([]);
        expect(spans.filter((span) => span.parentId === undefined)).toHaveLength(1);
      }
    }),
    { numRuns: 100, seed: 11 },
  );
});
