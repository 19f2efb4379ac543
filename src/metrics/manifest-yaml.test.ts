import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Manifest } from './manifest.ts';
import { manifestYaml } from './manifest-yaml.ts';
import { METRICS } from './registry.ts';

const PUBLISHED = readFileSync(
  new URL('../../test/golden/agent.subagent_validity.manifest.yaml', import.meta.url),
  'utf8',
);

/** Any data printed as if it were a manifest. */
const print = (data: unknown): string => manifestYaml(data as Manifest);

describe('a manifest as YAML', () => {
  it('prints the published manifest back byte for byte', () => {
    expect(print(parse(PUBLISHED))).toBe(PUBLISHED);
  });

  it.each(METRICS.map(({ manifest }) => manifest))('reads back as $name', (manifest) => {
    expect(parse(manifestYaml(manifest))).toEqual(manifest);
  });

  it('quotes texts that YAML would read as something else', () => {
    const texts = ['', '1', '1.5', 'yes', 'no', 'null', '~', '2026-01-01', '12:30', ' a', 'a: b', 'a #b', '- a', '*a'];
    for (const text of texts) expect(print({ text })).toBe(`text: '${text}'\n`);
    for (const text of ['1.0.0', 'a:b', 'a#b', '-a', "it's"]) expect(print({ text })).toBe(`text: ${text}\n`);
    expect(print({ text: 'a\nb' })).toBe('text: "a\\nb"\n');
  });

  it('reads back as the same data, whatever the texts hold', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...' -:#\'"ab,[]{}!&*?|>%@`\n\t1.e~=é—') }),
      fc.lorem({ mode: 'sentences', maxCount: 8 }),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(
          text.filter((key) => key !== '__proto__'),
          tie('tree'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
          tree,
          { noNullPrototype: true },
        ),
        (data) => {
          expect(parse(print(data))).toEqual(data);
        },
      ),
      { numRuns: 100, seed: 7 },
    );
  });
});
