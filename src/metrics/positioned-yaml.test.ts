import { describe, expect, it } from 'vitest';
import { readPositioned } from './positioned-yaml.ts';

function fault(text: string): string {
  const read = readPositioned('m.yaml', text);
  return read.fault ? `${read.fault.at.line}: ${read.fault.reason}` : 'accepted';
}

const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]
${[...'bcdefgh'].map((key, index) => `${key}: &${key} [${`*${'abcdefgh'[index]},`.repeat(9)}]`).join('\n')}
`;

describe('a YAML file of a metric', () => {
  it('tells the line of a key, and of the nearest key above one that is not there', () => {
    const read = readPositioned('m.yaml', 'a:\n  - b: 1\n    c: 2\n');
    if (read.fault) throw new Error(read.fault.reason);
    expect(read.placeOf(['a', 0, 'c'])).toEqual({ file: 'm.yaml', line: 3 });
    expect(read.placeOf(['a', 0, 'missing', 'x'])).toMatchObject({ line: 2 });
  });

  it.each([
    ['nested too deep', `a: 1\nb: ${'['.repeat(200_000)}`, '2: it is nested more than 64 levels deep'],
    ['a value that holds itself', 'a: &a\n  b: *a\n', '1: it is nested more than 64 levels deep'],
    ['too many aliases', BOMB, '1: Excessive alias count indicates a resource exhaustion attack'],
    [
      'a tag that nothing resolves',
      'a: 1\nb: !!python/object:x {}\n',
      '2: Unresolved tag: tag:yaml.org,2002:python/object:x',
    ],
  ])('is refused where it holds %s', (_, text, expected) => expect(fault(text)).toBe(expected));
});
