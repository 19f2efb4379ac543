import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const MUSTER = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Runs a Node script as a process of its own and returns its wall time in milliseconds. A failure ends the benchmark. */
export function timeNode(args) {
  if (args[0] === MUSTER && !existsSync(MUSTER)) throw new Error('dist/ is missing: run `npm run build`');
  const before = performance.now();
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  const elapsed = performance.now() - before;
  if (run.status !== 0) throw new Error(`node ${args.join(' ')} ended with ${run.status}\n${run.stderr}`);
  return elapsed;
}

/** Wall time of grading a path, without any gate, into a folder that is thrown away. */
export function timeGrade(path, folder) {
  return timeNode([MUSTER, path, '--out', join(folder, 'run'), '--quiet']);
}

/** Runs a function with an empty temporary folder and removes the folder when it is done. */
export async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The middle value of a list of numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Prints rows as a table: the first row is the head, and every column is right-aligned. */
export function printTable(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row) => row.map((cell, column) => String(cell).padStart(widths[column])).join('  ');
  console.log(`\n${title}\n${rows.map(line).join('\n')}`);
}
