// Does anything grow faster than its input? Each hot spot at a size and at four times the size.
import { hotSpots } from './hot-spots.mjs';
import { inFolder, printTable } from './measure.mjs';

const FACTOR = 4;
const ROUNDS = 5;
/** Four times the input takes four times as long; a quadratic step takes sixteen times as long. */
const SUSPICIOUS = 8;
/** Below this a time is mostly noise, and its ratio is no reason to stop. */
const READABLE_MS = 5;

/** Milliseconds of the processor: other work on the machine counts little. */
async function time(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least time of each size, measured by turns. */
async function measure([name, size, prepare]) {
  const [small, large] = [prepare(size), prepare(size * FACTOR)];
  await small();
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    least[0] = Math.min(least[0], await time(small));
    least[1] = Math.min(least[1], await time(large));
  }
  const ratio = least[1] / least[0];
  const flagged = ratio > SUSPICIOUS && least[1] >= READABLE_MS * FACTOR;
  if (flagged) process.exitCode = 1;
  return [
    name,
    size,
    least[0].toFixed(1),
    least[1].toFixed(1),
    `${ratio.toFixed(1)}${flagged ? '  <- not linear' : ''}`,
  ];
}

await inFolder(async (folder) => {
  const rows = [['what', 'size', 'CPU ms', `CPU ms at ${FACTOR} times the size`, 'ratio']];
  for (const spot of hotSpots(folder)) rows.push(await measure(spot));
  printTable(`the least of ${ROUNDS} rounds, by turns, in one process`, rows);
});
