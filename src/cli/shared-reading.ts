/** One of those who read: it waits for the next batch, or for a reading to start. */
interface Seat<T> {
  /** Set while it waits; called with the next batch, or undefined at the end. */
  take: ((batch: readonly T[] | undefined) => void) | undefined;
  fail: ((error: unknown) => void) | undefined;
  /** Whether it takes part in the reading that is under way. */
  reads: boolean;
}

/**
 * Lets several readers of one long list go through it together, so that it is read once for all who start at the same
 * time. Nothing is held but one batch: the next one is read when everyone waits for it. Who goes through the list
 * again does so with those who do so too.
 */
export class SharedReading<T> {
  readonly #open: () => AsyncIterator<readonly T[]>;
  readonly #seats = new Set<Seat<T>>();
  #running = 0;
  #reading: AsyncIterator<readonly T[]> | undefined;

  constructor(open: () => AsyncIterator<readonly T[]>) {
    this.#open = open;
  }

  /** Runs all of them to their end, each with a list of its own to iterate, and gives back how each ended. */
  async run(readers: readonly ((list: AsyncIterable<T>) => Promise<void>)[]): Promise<PromiseSettledResult<void>[]> {
    this.#running = readers.length;
    const ended = await Promise.allSettled(
      readers.map(async (reader) => {
        const seat: Seat<T> = { take: undefined, fail: undefined, reads: false };
        try {
          await reader({ [Symbol.asyncIterator]: () => this.#listFor(seat) });
        } finally {
          this.#running--;
          this.#seats.delete(seat);
          this.#goOn();
        }
      }),
    );
    await this.#reading?.return?.();
    return ended;
  }

  async *#listFor(seat: Seat<T>): AsyncGenerator<T> {
    // A list within the list: its own reading, as the outer one stands still.
    if (this.#seats.has(seat)) {
      for (let reading = this.#open(), next = await reading.next(); !next.done; next = await reading.next())
        yield* next.value;
      return;
    }
    this.#seats.add(seat);
    try {
      for (let batch = await this.#next(seat); batch; batch = await this.#next(seat)) yield* batch;
    } finally {
      seat.reads = false;
      this.#seats.delete(seat);
      this.#goOn();
    }
  }

  #next(seat: Seat<T>): Promise<readonly T[] | undefined> {
    return new Promise((resolve, reject) => {
      seat.take = resolve;
      seat.fail = reject;
      this.#goOn();
    });
  }

  /** Reads on once everyone who still runs waits. */
  #goOn(): void {
    const waiting = [...this.#seats].filter(({ take }) => take);
    if (waiting.length === 0 || waiting.length < this.#running) return;
    let readers = waiting.filter(({ reads }) => reads);
    if (readers.length === 0) {
      void this.#reading?.return?.();
      this.#reading = this.#open();
      for (const seat of waiting) seat.reads = true;
      readers = waiting;
    }
    void this.#deliver(readers, this.#reading ?? this.#open());
  }

  async #deliver(readers: readonly Seat<T>[], reading: AsyncIterator<readonly T[]>): Promise<void> {
    const takers = readers.map((seat) => {
      const { take, fail } = seat;
      seat.take = undefined;
      return { seat, take, fail };
    });
    try {
      const next = await reading.next();
      if (next.done) {
        this.#reading = undefined;
        for (const { seat } of takers) seat.reads = false;
      }
      for (const { take } of takers) take?.(next.done ? undefined : next.value);
    } catch (error) {
      this.#reading = undefined;
      for (const { seat } of takers) seat.reads = false;
      for (const { fail } of takers) fail?.(error);
    }
  }
}
