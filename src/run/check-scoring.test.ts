import { expect, it } from 'vitest';
import { scoringFault } from './check-scoring.ts';

const GROUNDS = { because: 'x', evidence: [], details: {} };
const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) });

it.each([
  { ...GROUNDS, status: 'scored', score: -3.5 },
  { ...GROUNDS, status: 'scored', score: 0.5, bounds: [0.5, 0.75] },
  { ...GROUNDS, status: 'scored', score: 7, bounds: [2, null] },
  { ...GROUNDS, status: 'unresolved', score: null, reason: 'r', bounds: [null, null] },
  { ...GROUNDS, status: 'not_applicable', score: null, reason: 'r', details: { list: [1, { a: null, b: 'x' }] } },
  { ...GROUNDS, status: 'error', score: null, reason: 'r', message: 'm' },
])('a sound answer is taken as it is: %j', (answer) => expect(scoringFault(answer)).toBeUndefined());

it.each([
  [undefined, 'answered undefined, which is no outcome'],
  [0.5, 'answered 0.5, which is no outcome'],
  [Promise.resolve({ ...GROUNDS, status: 'scored', score: 1 }), 'answered a promise, which is no outcome'],
  [{ ...GROUNDS, status: 'passed', score: 1 }, 'answered an object, which is no outcome'],
  [{ status: 'scored', score: 1 }, 'answered without its grounds'],
  [{ ...GROUNDS, details: null, status: 'scored', score: 1 }, 'answered without details'],
  [{ ...GROUNDS, status: 'scored', score: Number.NaN }, 'answered NaN, which is no number'],
  [{ ...GROUNDS, status: 'scored', score: '1' }, 'answered 1, which is no number'],
  [{ ...GROUNDS, status: 'scored', score: 2, bounds: [0, 1] }, 'answered 2, outside of its own bounds'],
  [{ ...GROUNDS, status: 'scored', score: 1, bounds: [3, 2] }, 'gave the bounds 3 and 2'],
  [{ ...GROUNDS, status: 'unresolved', score: 0, reason: 'r', bounds: [0, 1] }, 'gave a score to what is unresolved'],
  [{ ...GROUNDS, status: 'unresolved', score: null, reason: 'r' }, 'answered without bounds'],
  [
    { ...GROUNDS, status: 'unresolved', score: null, reason: 'r', bounds: [Number.NaN, 1] },
    'gave the bounds NaN and 1',
  ],
  [{ ...GROUNDS, status: 'not_applicable', score: null }, 'answered not_applicable without a reason'],
  [{ ...GROUNDS, status: 'scored', score: 1, details: { a: [1, -1 / 0] } }, 'gave -Infinity in details.a.1'],
  [{ ...GROUNDS, status: 'scored', score: 1, details: { a: 1n } }, 'gave a bigint in details.a'],
  [{ ...GROUNDS, status: 'scored', score: 1, details: { a: deep(70) } }, 'nests its details more than 64 levels deep'],
])('an answer is refused where it is unsound: %#', (answer, fault) => expect(scoringFault(answer)).toBe(fault));
