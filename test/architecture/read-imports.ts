import { blankText } from './blank-text.ts';

/** One import of a module, by any form: static, type-only, re-export, side effect, dynamic or in a type. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
}

const FROM = /\b(?:import|export)\b[^'";()]*?\bfrom\s*(['"])/g;
const SIDE_EFFECT = /\bimport\s*(['"])/g;
const CALL = /\b(?:import|require)\s*\(\s*(['"`])/g;

/** Every import of a TypeScript file, in order of place; text that only looks like an import is none. */
export function readImports(source: string): Import[] {
  const code = blankText(source);
  const found: { specifier: string; at: number }[] = [];
  for (const pattern of [FROM, SIDE_EFFECT, CALL]) {
    for (const match of code.matchAll(pattern)) {
      const start = match.index + match[0].length;
      const end = code.indexOf(match[1] ?? "'", start);
      found.push({ specifier: source.slice(start, end), at: start });
    }
  }
  return found
    .sort((a, b) => a.at - b.at)
    .map(({ specifier, at }) => ({ specifier, line: source.slice(0, at).split('\n').length }));
}
