// What does `muster --help` cost over a bare Node?
import { MUSTER, median, printTable, timeNode } from './measure.mjs';

const PAIRS = 30;
const TARGET_MS = 40;

const bare = [];
const help = [];
for (let pair = 0; pair < PAIRS; pair++) {
  // The order changes by turns, so that neither side always runs on the warmer machine.
  const measure = [() => bare.push(timeNode(['-e', '0'])), () => help.push(timeNode([MUSTER, '--help']))];
  for (const run of pair % 2 ? measure.reverse() : measure) run();
}
const difference = median(help.map((time, pair) => time - bare[pair]));
printTable(`--help against a bare node, ${PAIRS} interleaved pairs, medians`, [
  ['node -e 0 ms', 'muster --help ms', 'difference ms', 'target ms'],
  [median(bare).toFixed(1), median(help).toFixed(1), difference.toFixed(1), `< ${TARGET_MS}`],
]);
