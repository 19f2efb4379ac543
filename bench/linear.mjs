// Is grading linear in the spans of ONE trace?
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, median, printTable, timeGrade } from './measure.mjs';
import { writeTraces } from './write-traces.mjs';

const SIZES = [1, 1_000, 10_000, 100_000];
const ROUNDS = 3;
/** Ten times the spans take ten times as long; a quadratic step takes a hundred times as long. */
const SUSPICIOUS = 15;
/** Below this share of a second the difference from the start-up is noise, and no ratio is printed. */
const READABLE_MS = 30;

function measure(shape, folder) {
  const times = new Map(SIZES.map((size) => [size, []]));
  for (const size of SIZES) writeTraces(join(folder, `${size}.jsonl`), 1, size, shape);
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of SIZES) {
      times.get(size).push(timeGrade(join(folder, `${size}.jsonl`), folder));
      rmSync(join(folder, 'run'), { recursive: true, force: true });
    }
  }
  const startUp = median(times.get(1));
  const rows = [['spans', 'wall ms', 'over start-up ms', 'us a span', 'ratio to the tenth']];
  let flagged = false;
  let smaller;
  for (const size of SIZES.slice(1)) {
    const wall = median(times.get(size));
    const over = wall - startUp;
    const ratio = smaller !== undefined && smaller >= READABLE_MS ? over / smaller : undefined;
    const flag = ratio !== undefined && ratio > SUSPICIOUS ? '  <- not linear' : '';
    flagged ||= flag !== '';
    const shown = ratio === undefined ? '-' : `${ratio.toFixed(1)}${flag}`;
    rows.push([size, wall.toFixed(0), over.toFixed(0), ((over * 1000) / size).toFixed(1), shown]);
    smaller = over;
  }
  printTable(`grade, one ${shape} trace, median of ${ROUNDS} rounds, start-up ${startUp.toFixed(0)} ms`, rows);
  if (flagged) process.exitCode = 1;
}

for (const shape of ['wide', 'deep']) await inFolder((folder) => measure(shape, folder));
