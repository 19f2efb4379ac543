import { resolve } from 'node:path';
import { toWire, type WireRecord } from '../model/wire/to-wire.ts';
import { caseRecordOf, traceRecords } from '../model/wire/trace-records.ts';
import { Failure } from '../problems/failure.ts';
import { TextFile } from '../run/text-file.ts';
import { EXIT } from '../verdicts/exit-code.ts';
import type { ConvertFlags } from './convert-command.ts';
import { readSessions, refuseEmpty } from './read-sessions.ts';
import { refuseUnwritable } from './refuse-unwritable.ts';
import { tellProblems } from './tell-problems.ts';
import type { Terminal } from './terminal.ts';

const SHOWN_PROBLEMS = 5;

/** Runs `muster convert` and gives back its exit code. Records come in canonical order, each span once. */
export async function runConvert(paths: readonly string[], flags: ConvertFlags, terminal: Terminal): Promise<number> {
  const { cwd, signal, stdin } = terminal;
  if (flags.out !== undefined) await refuseUnwritable(flags.out, 'file', cwd);
  const read = await readSessions({
    paths,
    cwd,
    signal,
    stdin,
    ...(flags.source !== undefined && { source: flags.source }),
    ...(flags.strict && { strict: true }),
  });
  const everything = { hide: (text: string) => text, content: 'full' } as const;
  refuseEmpty(read, paths, terminal, everything);
  const { out } = flags;
  const file = out === undefined ? undefined : new TextFile(resolve(cwd, out));
  const line = async (record: WireRecord): Promise<void> => {
    const text = `${JSON.stringify(toWire(record))}\n`;
    if (file && out !== undefined) await writing(out, () => file.write(text));
    else terminal.out(text);
  };
  for (const session of read.sessions)
    for (const trace of session.traces) for (const record of traceRecords(trace)) await line(record);
  for (const carried of read.cases) await line(caseRecordOf(carried));
  if (file && out !== undefined) await writing(out, () => file.close());
  tellProblems(read.problems, terminal, { ...everything, limit: SHOWN_PROBLEMS, more: '; `muster grade` lists them' });
  return read.interrupted ? EXIT.interrupted : EXIT.done;
}

async function writing(shown: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new Failure('RUN_CANNOT_WRITE', { path: shown, reason: error.message });
  }
}
