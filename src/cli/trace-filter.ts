import type { Session, Trace } from '../model/trace.ts';
import { type FilterFields, GlobFilter } from '../run/glob-filter.ts';
import { agents } from '../views/agents.ts';

const FIELDS: FilterFields<Trace> = {
  session: (trace) => [trace.sessionId],
  trace: (trace) => [trace.traceId],
  agent: (trace) => agents(trace).map(({ name }) => name),
};

/** Reads the `key=glob` entries of a command that looks at traces. Throws Failure CLI_BAD_USAGE. */
export function traceFilter(entries: readonly string[], command: string): GlobFilter<Trace> {
  return new GlobFilter(entries, FIELDS, command);
}

/** Leaves the traces that a filter asks for. */
export function filterTraces(sessions: readonly Session[], filter: GlobFilter<Trace>): Session[] {
  return sessions.flatMap((session) => {
    const traces = session.traces.filter((trace) => filter.matches(trace));
    return traces.length ? [{ ...session, traces }] : [];
  });
}
