import { blankText } from './blank-text.ts';
import { isTest, type SourceTree, scripts } from './source-tree.ts';

/** Calls that take any number of arguments, which the stack has to hold: beyond some 100,000 it throws. */
const OPEN_ENDED = /(?:\.(?:push|unshift|splice|concat|apply|call)|Math\.(?:max|min|hypot)|String\.from\w+)\(/g;

/** Files whose lists have an end that is in sight, and what it is. */
const BOUNDED: ReadonlyMap<string, string> = new Map([
  ['cli/metric.ts', 'the metrics that there are'],
  ['cli/program-page.ts', 'the commands that there are'],
  ['model/same-span.ts', 'one span'],
  ['reports/terminal/ending.ts', 'the lines of a sentence that was cut'],
  ['reports/terminal/header.ts', 'the few inputs that the page shows'],
  ['reports/terminal/metric-errors.ts', 'the lines of a sentence that was cut'],
  ['run/write-run.ts', 'the times of three files'],
  ['verdicts/gate-tally.ts', 'the limits of a gate'],
]);

/** True where one of the arguments that begin at `start` is a list that is spread. */
function spreads(code: string, start: number): boolean {
  let depth = 1;
  let isBeginning = true;
  for (let at = start; at < code.length && depth > 0; at++) {
    const character = code[at] ?? '';
    if (depth === 1 && isBeginning && code.startsWith('...', at)) return true;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (character.trim() !== '') isBeginning = depth === 1 && character === ',';
  }
  return false;
}

/** Places where a list of any length becomes the arguments of one call. */
export function checkSpreads(tree: SourceTree): string[] {
  const faults: string[] = [];
  for (const [path, source] of scripts(tree)) {
    if (isTest(path) || path.startsWith('testing/') || BOUNDED.has(path)) continue;
    const code = blankText(source);
    for (const call of code.matchAll(OPEN_ENDED)) {
      if (!spreads(code, call.index + call[0].length)) continue;
      const line = code.slice(0, call.index).split('\n').length;
      faults.push(`${path}:${line}: a list of any length becomes the arguments of one call`);
    }
  }
  return faults;
}
