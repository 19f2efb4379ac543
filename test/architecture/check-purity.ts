import { blankText } from './blank-text.ts';
import { PURE_FLOORS } from './floors.ts';
import { isTest, placeOf, type SourceTree, scripts } from './source-tree.ts';

/** What a pure floor may not say, and what it would see by it. */
const IMPURE: readonly (readonly [pattern: RegExp, sees: string])[] = [
  [/(?<![.\w$])Date\.now\b/, 'the clock (Date.now)'],
  [/\bnew\s+Date\s*(?:\(\s*\)|(?![\s(]))/, 'the clock (new Date)'],
  [/(?<![.\w$])performance\s*[.[?]/, 'the clock (performance)'],
  [/(?<![.\w$])(?:setTimeout|setInterval|setImmediate|queueMicrotask)\b/, 'the clock (timers)'],
  [/\bMath\s*\.\s*random\b/, 'randomness (Math.random)'],
  [/(?<![.\w$])crypto\s*[.[?]/, 'randomness (crypto)'],
  [/(?<![.\w$])process\s*[.[?]/, 'the environment (process)'],
  [/(?<![.\w$])(?:globalThis|navigator|window|document)\s*[.[?]/, 'the environment (globals)'],
  // A locale that is written out segments alike everywhere.
  [/\.(?:toLocale\w+|localeCompare)\b|\bIntl\s*\.(?!(?:Segmenter\(' +'|SegmentData\b))/, 'the environment (locale)'],
  [/(?<![.\w$])pc\s*\.\s*(?!createColors\b)|\bcreateColors\s*\(\s*\)/, 'the environment (colours of the terminal)'],
  [/(?<![.\w$])(?:fetch\s*\(|new\s+(?:XMLHttpRequest|WebSocket|EventSource)\b)/, 'the network'],
  [/(?<![.\w$])(?:eval\s*\(|new\s+Function\b)/, 'code made from text'],
  [/(?<![.\w$])import\s*\(\s*[^'"\s]/, 'a module chosen at run time'],
];

const MEASURES = /\bperformance\b|\bhrtime\b|\b(?:memory|cpu|resource)Usage\b/;

/** Tests that measure: what they assert depends on the machine. Speed stands in bench/. */
export function checkTestsMeasureNothing(tree: SourceTree): string[] {
  return scripts(tree)
    .filter(([path, source]) => isTest(path) && MEASURES.test(blankText(source)))
    .map(([path]) => `${path}: a test measures time or memory`);
}

/** Places where a pure floor sees the clock, randomness, the environment or the network. */
export function checkPurity(tree: SourceTree): string[] {
  const faults: string[] = [];
  for (const [path, source] of scripts(tree)) {
    const floor = placeOf(path)?.floor ?? '';
    if (!PURE_FLOORS.has(floor) || isTest(path)) continue;
    blankText(source)
      .split('\n')
      .forEach((code, index) => {
        for (const [pattern, sees] of IMPURE) {
          if (pattern.test(code)) faults.push(`${path}:${index + 1}: ${floor}/ is pure and may not see ${sees}`);
        }
      });
  }
  return faults;
}
