/** What `start` makes of each item, in order, with up to `count` of them under way at once. */
export async function* mapAhead<In, Out>(
  items: Iterable<In> | AsyncIterable<In>,
  count: number,
  start: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const underWay: Promise<Out>[] = [];
  for await (const item of items) {
    const begun = start(item);
    // A failure is met when its turn comes, and not before.
    begun.catch(() => {});
    underWay.push(begun);
    if (underWay.length >= count) yield await (underWay.shift() as Promise<Out>);
  }
  for (const begun of underWay) yield await begun;
}
