import { describe, expect, it } from 'vitest';
import { blankText } from './blank-text.ts';
import { readImports } from './read-imports.ts';

const specifiers = (source: string) => readImports(source).map(({ specifier }) => specifier);

describe('readImports', () => {
  it('finds every form of import with its line', () => {
    const source = [
      "import a from './a.ts';",
      "import type { B } from './b.ts';",
      'import {',
      '  c,',
      '  type D,',
      "} from './c.ts';",
      "import * as e from 'node:fs';",
      "import './side-effect.ts';",
      "export { f } from './f.ts';",
      "export type { G } from './g.ts';",
      "export * from './h.ts';",
      "const i = await import('./i.ts');",
      "let j: import('./j.ts').J;",
      "const k = require('./k.ts');",
      'const l = import(`./l.ts`);',
    ].join('\n');
    expect(readImports(source)).toEqual([
      { specifier: './a.ts', line: 1 },
      { specifier: './b.ts', line: 2 },
      { specifier: './c.ts', line: 6 },
      { specifier: 'node:fs', line: 7 },
      { specifier: './side-effect.ts', line: 8 },
      { specifier: './f.ts', line: 9 },
      { specifier: './g.ts', line: 10 },
      { specifier: './h.ts', line: 11 },
      { specifier: './i.ts', line: 12 },
      { specifier: './j.ts', line: 13 },
      { specifier: './k.ts', line: 14 },
      { specifier: './l.ts', line: 15 },
    ]);
  });

  it('takes no text and no comment for an import', () => {
    expect(specifiers("// import a from './a.ts';\n/* import './b.ts'; */")).toEqual([]);
    expect(specifiers('const s = "import c from \'./c.ts\'"; const t = `import d from "./d.ts"`;')).toEqual([]);
  });

  it('finds an import after a regular expression that holds quotes', () => {
    expect(specifiers("const quote = /['\"`/*]/.test(x);\nimport a from './a.ts';")).toEqual(['./a.ts']);
  });

  it('is not led astray by an export that imports nothing', () => {
    expect(specifiers("export const a = 1;\nconst from = 'x';\nimport b from './b.ts';")).toEqual(['./b.ts']);
  });
});

/** `§{` stands for the opening of a template's expression. */
const blank = (source: string) => blankText(source.replaceAll('§', '$')).replaceAll('$', '§');

describe('blankText', () => {
  it('blanks comments, strings and regular expressions, and keeps the code of templates', () => {
    expect(blank("a = 'process.env'; // process.env")).toBe(`a = '${' '.repeat(11)}'; ${' '.repeat(14)}`);
    expect(blank('b = /process.env/g;')).toBe(`b = ${' '.repeat(13)}g;`);
    expect(blank('c = `x §{process.env} y`;')).toBe('c = `  §{process.env}  `;');
    expect(blank('/* a\n\nb */ c')).toBe('    \n\n     c');
  });

  it('reads a division as a division and an escaped quote as text', () => {
    expect(blank('a = b / c; d = e / f;')).toBe('a = b / c; d = e / f;');
    expect(blank("a = 'it\\'s'; b")).toBe("a = '     '; b");
  });

  it('comes back from nested templates and objects inside them', () => {
    expect(blank('`a§{ {b: `c§{d}e`} }f` + g')).toBe('` §{ {b: ` §{d} `} } ` + g');
  });
});
