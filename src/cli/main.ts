#!/usr/bin/env node
import { runCli } from './run-cli.ts';

const controller = new AbortController();
process.on('SIGINT', () => {
  if (controller.signal.aborted) process.exit(130);
  controller.abort();
});
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe has seen enough.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const noColor = process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== '';
process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  width: process.stdout.columns ?? 100,
  color: process.stdout.isTTY === true && !noColor && process.env.TERM !== 'dumb',
  showsProgress: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
  signal: controller.signal,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  stdin: () => process.stdin,
});
