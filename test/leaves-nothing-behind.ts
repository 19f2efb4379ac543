import { afterAll, beforeAll, expect } from 'vitest';

const SHARED = [Object, Array, Map, Set, String, Number, Function, Promise, RegExp, Error].map((of) => of.prototype);

/** What test files share that one of them could change for the next. */
const shared = (): unknown => ({
  folder: process.cwd(),
  environment: { ...process.env },
  exitCode: process.exitCode,
  listeners: process.eventNames().map((event) => [String(event), process.listenerCount(event)]),
  prototypes: SHARED.map((prototype) => Object.getOwnPropertyNames(prototype)),
});

let before: unknown;
beforeAll(() => {
  before = shared();
});
afterAll(() => expect(shared(), 'a test file leaves the process as it found it').toEqual(before));
