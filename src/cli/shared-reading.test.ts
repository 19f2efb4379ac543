import { describe, expect, it } from 'vitest';
import { SharedReading } from './shared-reading.ts';

const BATCHES = [[1, 2, 3], [4, 5], [], [6]];
const ALL = BATCHES.flat();

/** A reading of the batches that counts how often it was begun, and how many batches were read. */
function counted(batches: readonly (readonly number[])[] = BATCHES) {
  const seen = { opened: 0, read: 0 };
  const shared = new SharedReading<number>(async function* () {
    seen.opened++;
    for (const batch of batches) {
      seen.read++;
      yield batch;
    }
  });
  return { seen, shared };
}

async function all(list: AsyncIterable<number>): Promise<number[]> {
  const found: number[] = [];
  for await (const item of list) found.push(item);
  return found;
}

describe('a shared reading', () => {
  it('reads once for all who start together, however slow one of them is', async () => {
    const { seen, shared } = counted();
    const found: number[][] = [];
    const ended = await shared.run([
      async (list) => void found.push(await all(list)),
      async (list) => {
        for await (const _ of list) await new Promise((resolve) => setImmediate(resolve));
        found.push(ALL);
      },
      async () => undefined,
    ]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(found).toEqual([ALL, ALL]);
    expect(seen).toEqual({ opened: 1, read: BATCHES.length });
  });

  it('never holds more than the batch that the slowest is at', async () => {
    const { seen, shared } = counted();
    let at = 0;
    const slow = async (list: AsyncIterable<number>): Promise<void> => {
      for await (const item of list) {
        await new Promise((resolve) => setImmediate(resolve));
        expect(seen.read).toBe(1 + BATCHES.findIndex((batch) => batch.includes(item)));
        at = item;
      }
    };
    const quick = async (list: AsyncIterable<number>): Promise<void> => void (await all(list));
    const ended = await shared.run([quick, slow]);
    expect([at, ended.map(({ status }) => status)]).toEqual([6, ['fulfilled', 'fulfilled']]);
  });

  it('begins again for those who go through the list again, with all of these at once', async () => {
    const { seen, shared } = counted();
    const passes = async (list: AsyncIterable<number>, times: number): Promise<void> => {
      for (let pass = 0; pass < times; pass++) expect(await all(list)).toEqual(ALL);
    };
    const ended = await shared.run([3, 1, 3].map((times) => (list) => passes(list, times)));
    expect(ended.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(seen.opened).toBe(3);
  });

  it('goes on where one stops early or fails', async () => {
    const { seen, shared } = counted();
    const ended = await shared.run([
      async (list) => {
        for await (const item of list) if (item === 2) break;
      },
      async (list) => {
        for await (const item of list) if (item === 4) throw new Error('full');
      },
      async (list) => expect(await all(list)).toEqual(ALL),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(seen.opened).toBe(1);
  });

  it('gives a list within the list a reading of its own', async () => {
    const { seen, shared } = counted();
    const [end] = await shared.run([
      async (list) => {
        for await (const item of list) if (item === 2) expect(await all(list)).toEqual(ALL);
      },
    ]);
    expect(end?.status).toBe('fulfilled');
    expect(seen.opened).toBe(2);
  });

  it('fails everyone who reads when the file cannot be read', async () => {
    const shared = new SharedReading<number>(async function* () {
      yield [1];
      throw new Error('gone');
    });
    const ended = await shared.run([1, 2].map(() => async (list) => void (await all(list))));
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
