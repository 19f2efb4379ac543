import { expect, it } from 'vitest';
import { quotedCodes, readRaisedCodes } from './read-raised-codes.ts';

it('reads the code, the names of the facts and the line of each raise', () => {
  const source = [
    "report(problem('A_ONE', { reason: f(`x, }`, [a, b]), bytes }, at));",
    "throw new Failure('A_TWO');",
    "throw new Failure('A_THREE', {",
    '  name,',
    "  near: didYouMean(name, ['a', 'b']),",
    '});',
  ].join('\n');
  expect(readRaisedCodes(source)).toEqual([
    { code: 'A_ONE', facts: ['reason', 'bytes'], line: 1 },
    { code: 'A_TWO', facts: [], line: 2 },
    { code: 'A_THREE', facts: ['name', 'near'], line: 3 },
  ]);
});

it('does not guess facts that are spread or stand in a variable', () => {
  expect(readRaisedCodes("problem('A_ONE', facts)")[0]?.facts).toBeUndefined();
  expect(readRaisedCodes("problem('A_ONE', { ...facts, reason })")[0]?.facts).toBeUndefined();
  expect(readRaisedCodes("problem('A_ONE', more ? { a } : { b })")[0]?.facts).toBeUndefined();
});

it('finds quoted codes in code, and none in comments', () => {
  expect(quotedCodes("const c = odd ? 'A_ONE' : 'A_TWO'; // 'A_THREE'\nconst d = 'not a code';")).toEqual([
    'A_ONE',
    'A_TWO',
  ]);
});
