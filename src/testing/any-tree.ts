import fc from 'fast-check';
import type { Made } from './make-trace.ts';

/** Trees of any shape whose nodes `node` draws; the first is the root. */
export function anyTree(node: fc.Arbitrary<Made>, maxLength = 25): fc.Arbitrary<Made> {
  return fc.array(fc.tuple(node, fc.nat()), { minLength: 1, maxLength }).map((drawn) => {
    const children: Made[][] = drawn.map(() => []);
    const made = drawn.map(
      ([each], index): Made => ({ ...each, shape: { ...each.shape, children: children[index] ?? [] } }),
    );
    made.forEach((each, index) => {
      if (index > 0) children[(drawn[index]?.[1] ?? 0) % index]?.push(each);
    });
    return made[0] as Made;
  });
}
