import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { toWire, type WireRecord } from '../model/wire/to-wire.ts';
import { caseRecordOf, traceRecords } from '../model/wire/trace-records.ts';
import { Failure } from '../problems/failure.ts';
import { formatAt } from '../problems/problem.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import type { ConvertFlags } from './convert-command.ts';
import { readSessions, refuseEmpty } from './read-sessions.ts';
import type { Terminal } from './terminal.ts';

const SHOWN_PROBLEMS = 5;

/** Runs `muster convert` and gives back its exit code. Records come in canonical order, each span once. */
export async function runConvert(paths: readonly string[], flags: ConvertFlags, terminal: Terminal): Promise<number> {
  const { cwd, signal, stdin } = terminal;
  const read = await readSessions({
    paths,
    cwd,
    signal,
    stdin,
    ...(flags.source !== undefined && { source: flags.source }),
    ...(flags.strict && { strict: true }),
  });
  refuseEmpty(read, paths);
  const write = flags.out === undefined ? undefined : openFile(resolve(cwd, flags.out), flags.out);
  const line = async (record: WireRecord): Promise<void> => {
    const text = `${JSON.stringify(toWire(record))}\n`;
    if (write) await write.line(text);
    else terminal.out(text);
  };
  for (const session of read.sessions)
    for (const trace of session.traces) for (const record of traceRecords(trace)) await line(record);
  for (const carried of read.cases) await line(caseRecordOf(carried));
  await write?.close();
  for (const { code, message, at } of read.problems.slice(0, SHOWN_PROBLEMS)) {
    terminal.err(escapeTerminal(`muster: ${at ? `${formatAt(at)}: ` : ''}${code}: ${message}`));
    terminal.err('\n');
  }
  const rest = read.problems.length - SHOWN_PROBLEMS;
  if (rest > 0) terminal.err(`muster: … and ${rest} more problems; \`muster grade\` lists them\n`);
  return 0;
}

function openFile(path: string, shown: string): { line(text: string): Promise<void>; close(): Promise<void> } {
  const stream = createWriteStream(path);
  let failed: Error | undefined;
  stream.on('error', (error) => {
    failed = error;
  });
  const check = (): void => {
    if (failed) throw new Failure('RUN_CANNOT_WRITE', { path: shown, reason: failed.message });
  };
  return {
    async line(text) {
      check();
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
    },
    async close() {
      stream.end();
      if (!stream.closed) await once(stream, 'close').catch(() => undefined);
      check();
    },
  };
}
