import { expect, it } from 'vitest';
import { mapAhead } from './map-ahead.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it('keeps the order and never has more under way than it may', async () => {
  let [underWay, most] = [0, 0];
  const doubled = mapAhead([5, 1, 4, 2, 3], 3, async (item) => {
    most = Math.max(most, ++underWay);
    for (let turn = 0; turn < item * 10; turn++) await Promise.resolve();
    underWay--;
    return item * 2;
  });
  expect(await collect(doubled)).toEqual([10, 2, 8, 4, 6]);
  expect(most).toBe(3);
});

it('fails when the turn of the item comes that failed', async () => {
  const found: number[] = [];
  const walk = async (): Promise<void> => {
    for await (const item of mapAhead([1, 2, 3], 2, async (each) =>
      each === 2 ? Promise.reject(new Error('two')) : each,
    ))
      found.push(item);
  };
  await expect(walk()).rejects.toThrow('two');
  expect(found).toEqual([1]);
});
