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

/** The sessions with the traces that match every `key=glob`. Throws Failure CLI_BAD_USAGE for an unknown key. */
export function filterTraces(sessions: readonly Session[], entries: readonly string[], command: string): Session[] {
  const tests = entries.map((entry) => {
    const equals = entry.indexOf('=');
    const key = entry.slice(0, Math.max(0, equals));
    const values = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
    if (!values) {
      const known = Object.keys(FIELDS);
      const reason = `--filter takes key=glob with ${known.join(', ')}, and was given '${entry}'.${didYouMean(key, known)}`;
      throw new Failure('CLI_BAD_USAGE', { reason, command });
    }
    const glob = entry.slice(equals + 1);
    return (trace: Trace): boolean => values(trace).some((value) => matchesGlob(glob, value));
  });
  return sessions.flatMap((session) => {
    const traces = session.traces.filter((trace) => tests.every((test) => test(trace)));
    return traces.length ? [{ ...session, traces }] : [];
  });
}
