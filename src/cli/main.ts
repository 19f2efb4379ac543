#!/usr/bin/env node
import { runCli } from './run-cli.ts';
import { usesColor } from './terminal.ts';

const controller = new AbortController();
process.on('SIGINT', () => {
  if (controller.signal.aborted) process.exit(130);
  controller.abort();
});
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe has seen enough.
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  // A pseudo-terminal that nobody sized has 0 columns.
  width: process.stdout.columns || 100,
  color: usesColor(process.env, process.stdout.isTTY === true),
  showsProgress: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
  signal: controller.signal,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  stdin: () => process.stdin,
});
// A terminal or pipe that nobody reads any more must not keep the process alive.
if (controller.signal.aborted) process.stdin.destroy();
