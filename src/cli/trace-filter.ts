import { matchesGlob } from '../metrics/glob.ts';
import type { Session, Trace } from '../model/trace.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import { agents } from '../views/agents.ts';

const FIELDS: Readonly<Record<string, (trace: Trace) => readonly string[]>> = {
  session: (trace) => [trace.sessionId],
  trace: (trace) => [trace.traceId],
  agent: (trace) => agents(trace).map(({ name }) => name),
};

/** Leaves the traces that a filter asks for. */
export type TraceFilter = (sessions: readonly Session[]) => Session[];

/**
 * Reads `key=glob` entries: entries of one key are alternatives, different keys must all hold. Throws Failure
 * CLI_BAD_USAGE for an unknown key.
 */
export function traceFilter(entries: readonly string[], command: string): TraceFilter {
  const wanted = new Map<string, string[]>();
  for (const entry of entries) {
    const equals = entry.indexOf('=');
    const key = entry.slice(0, Math.max(0, equals));
    if (!Object.hasOwn(FIELDS, key)) {
      const known = Object.keys(FIELDS);
      const reason = `--filter takes key=glob with ${known.join(', ')}, and was given '${entry}'.${didYouMean(key, known)}`;
      throw new Failure('CLI_BAD_USAGE', { reason, command });
    }
    wanted.set(key, [...(wanted.get(key) ?? []), entry.slice(equals + 1)]);
  }
  const holds = (trace: Trace): boolean =>
    [...wanted].every(([key, globs]) => {
      const values = FIELDS[key]?.(trace) ?? [];
      return globs.some((glob) => values.some((value) => matchesGlob(glob, value)));
    });
  return (sessions) =>
    sessions.flatMap((session) => {
      const traces = session.traces.filter(holds);
      return traces.length ? [{ ...session, traces }] : [];
    });
}
