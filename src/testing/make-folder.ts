import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ReadResult, readSessions } from '../cli/read-sessions.ts';
import { runCli } from '../cli/run-cli.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { Json } from '../model/json.ts';
import { makeTerminal } from './make-terminal.ts';

/** What a command said and how it ended. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own for one test, and the command line in it. */
export interface Folder {
  readonly path: string;
  write(name: string, text: string): void;
  read(name: string): string;
  /** What the folder holds, read and assembled. */
  sessions(): Promise<ReadResult>;
  muster(...args: string[]): Promise<Ran>;
  /** With a terminal that differs. */
  musterWith(given: Partial<Terminal>, ...args: string[]): Promise<Ran>;
}

/** Makes a folder that is removed when the test ends; `files` by name. */
export function makeFolder(files: Readonly<Record<string, string>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), 'muster-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const musterWith = async (given: Partial<Terminal>, ...args: string[]): Promise<Ran> => {
    const terminal = makeTerminal(path, given);
    const code = await runCli(args, terminal);
    return { code, out: terminal.output(), err: terminal.errors() };
  };
  const folder: Folder = {
    path,
    write: (name, text) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    sessions: () => readSessions({ paths: ['.'], cwd: path }),
    muster: (...args) => musterWith({}, ...args),
    musterWith,
  };
  for (const [name, text] of Object.entries(files)) folder.write(name, text);
  return folder;
}

/** Records as JSON lines. */
export function lines(records: readonly Json[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The run of an agent as a canonical record. The answer `null`: content was not captured. */
export function agentRecord(
  trace: string,
  span: string,
  name: string,
  answer: string | null,
  more: Readonly<Record<string, Json>> = {},
): Json {
  const parts = answer === '' ? [] : [{ type: 'text', content: answer }];
  return {
    type: 'span',
    trace_id: trace,
    session_id: `session-${trace}`,
    span_id: span,
    name,
    kind: 'AGENT',
    status: 'OK',
    start_ns: '1760000000000000000',
    end_ns: '1760000001000000000',
    agent: { name },
    ...(answer === null ? { content_captured: false } : { output_messages: [{ role: 'assistant', parts }] }),
    ...more,
  };
}

/** A model call as a canonical record, with tokens. */
export function callRecord(trace: string, span: string, parent: string, input: number, output: number): Json {
  return {
    type: 'span',
    trace_id: trace,
    session_id: `session-${trace}`,
    span_id: span,
    parent_id: parent,
    name: 'chat',
    kind: 'LLM',
    status: 'OK',
    start_ns: '1760000000100000000',
    end_ns: '1760000000200000000',
    usage: { input_uncached: input, output, scope: 'exclusive', coverage: 'full' },
  };
}

/**
 * Two sessions of a team: in the first its geocoder answers in a word, in the second all is well. At the default
 * length 4 of 5 agent runs are valid.
 */
export const TEAM: readonly Json[] = [
  agentRecord('t1', 'a', 'lead', 'The place is in the north.'),
  callRecord('t1', 'a1', 'a', 100, 20),
  agentRecord('t1', 'b', 'geocoder', 'north', { parent_id: 'a' }),
  callRecord('t1', 'b1', 'b', 50, 5),
  agentRecord('t2', 'a', 'lead', 'The place is in the south.'),
  callRecord('t2', 'a1', 'a', 10, 2),
  agentRecord('t2', 'b', 'geocoder', 'It is at 60.1 N, 24.9 E.', { parent_id: 'a' }),
  agentRecord('t2', 'c', 'writer', 'The south is warmer.', { parent_id: 'b' }),
];
