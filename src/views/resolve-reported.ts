import { compareText } from '../model/canonical-order.ts';
import type { Delegation } from '../model/delegation.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { EdgePartners } from './edge-partners.ts';
import { firstRunBelow } from './first-run-below.ts';
import { handoffCalls } from './handoff-calls.ts';
import { hasVia, mergeEdges } from './merge-edges.ts';
import { plainName } from './plain-name.ts';
import { isRecordingCut } from './recording-cut.ts';
import { runStatus } from './run-status.ts';
import { lastStartedBy, runsNamed } from './runs-by-name.ts';
import { spanTree } from './span-tree.ts';

/** An edge of the recording, and what is known of it before its run is. */
interface Stated {
  readonly edge: Delegation;
  /** The agent that issued it, by a span that the edge names. */
  readonly issuer: Span | undefined;
  /** No run that it leads to started earlier. */
  readonly since: bigint;
}

/**
 * Joins the edges that the recording states with the agent runs of the trace. The run that an edge names by id, or that
 * is nested in its tool call, is its own; an edge that names only an agent leads to the first run of that name that
 * starts at or after it and that no other edge has claimed. Edges that mean the same run are one; what nesting alone
 * records is added where no edge says more.
 */
export function resolveReported(trace: Trace, nested: ReadonlyMap<string, Delegation>): Delegation[] {
  const stated = [...trace.delegations, ...handoffCalls(trace)].map((edge) => statedEdge(trace, edge));
  stated.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : compareText(a.edge.id, b.edge.id)));
  const reached = new Map<string, Delegation>();
  const partners = new EdgePartners();
  const reach = (each: Stated, run: Span): void => {
    const resolved = resolve(trace, each, run);
    const known = reached.get(run.spanId);
    reached.set(run.spanId, known ? mergeEdges(known, resolved) : resolved);
    if (!known) partners.add(resolved, run);
  };

  const shown = runsUnderCalls(trace, nested);
  const open: Stated[] = [];
  for (const each of stated) {
    const run = runById(trace, each.edge) ?? shown(each, reached);
    if (run) reach(each, run);
    else open.push(each);
  }
  partners.sort();
  const unreached: Stated[] = [];
  // Those that name a call come first: a record without one may be the other side of theirs.
  for (const isCall of [true, false]) {
    const byName = new Claims(trace, reached);
    for (const each of open.filter(({ edge }) => hasVia(edge) === isCall)) {
      const isNamed = each.edge.toSpanId === undefined;
      const run = isNamed ? (partners.take(named(each), each.since) ?? byName.claim(each)) : undefined;
      if (run) reach(each, run);
      else unreached.push(each);
    }
  }
  const missing: Delegation[] = [];
  for (const each of unreached) {
    // A receiver's clock can be behind that of the call.
    const run = each.edge.toSpanId === undefined ? partners.takeAny(named(each)) : undefined;
    if (run) reach(each, run);
    else missing.push(withoutRun(trace, named(each)));
  }
  for (const [spanId, edge] of nested) {
    const known = reached.get(spanId);
    reached.set(spanId, known ? mergeEdges(known, edge) : edge);
  }
  return [...agentRuns(trace).spans.flatMap((span) => reached.get(span.spanId) ?? []), ...missing];
}

function statedEdge(trace: Trace, edge: Delegation): Stated {
  const { byId } = spanTree(trace);
  const runs = agentRuns(trace);
  const via = byId.get(edge.viaSpanId ?? '');
  const from = byId.get(edge.fromSpanId ?? '');
  const issuer = (from && runs.ownerOf(from)) ?? (via && runs.ownerOf(via));
  const first = edge.fromAgent === undefined ? undefined : runsNamed(trace, edge.fromAgent)[0];
  return { edge, issuer, since: (via ?? from ?? first)?.startNs ?? 0n };
}

/** The edge with the name of its issuer, where only a span tells it. */
function named({ edge, issuer }: Stated): Delegation {
  const fromAgent = edge.fromAgent ?? issuer?.agent?.name;
  return { ...edge, ...(issuer && { fromSpanId: issuer.spanId }), ...(fromAgent !== undefined && { fromAgent }) };
}

function resolve(trace: Trace, each: Stated, run: Span): Delegation {
  const edge = named(each);
  const issuers = each.issuer || edge.fromAgent === undefined ? [] : runsNamed(trace, edge.fromAgent);
  const found = lastStartedBy(
    issuers.filter((span) => span !== run),
    run.startNs,
  );
  return {
    ...edge,
    ...(found && { fromSpanId: found.spanId }),
    toSpanId: run.spanId,
    toAgent: run.agent?.name ?? edge.toAgent ?? run.name,
    status: edge.status === 'unknown' || edge.status === 'missing' ? runStatus(run) : edge.status,
  };
}

function runById(trace: Trace, edge: Delegation): Span | undefined {
  const span = edge.toSpanId === undefined ? undefined : spanTree(trace).byId.get(edge.toSpanId);
  return span && firstRunBelow(trace).get(span);
}

/** Finds the run that is nested in the tool call of an edge, the first that no edge has reached. */
function runsUnderCalls(
  trace: Trace,
  nested: ReadonlyMap<string, Delegation>,
): (each: Stated, reached: ReadonlyMap<string, Delegation>) => Span | undefined {
  const { byId } = spanTree(trace);
  const byCall = new Map<string, Span[]>();
  for (const { viaSpanId, viaToolCallId, fromSpanId, toSpanId } of nested.values()) {
    const run = byId.get(toSpanId ?? '');
    const keys = [viaSpanId && `span ${viaSpanId}`, viaToolCallId && `call ${fromSpanId} ${viaToolCallId}`];
    for (const key of keys) {
      const list = key ? byCall.get(key) : undefined;
      if (list && run) list.push(run);
      else if (key && run) byCall.set(key, [run]);
    }
  }
  const next = new Map<Span[], number>();
  return ({ edge, issuer }, reached) => {
    const list =
      byCall.get(`span ${edge.viaSpanId}`) ??
      (edge.viaToolCallId === undefined ? undefined : byCall.get(`call ${issuer?.spanId} ${edge.viaToolCallId}`));
    if (!list) return undefined;
    let at = next.get(list) ?? 0;
    while (at < list.length && reached.has(list[at]?.spanId ?? '')) at++;
    next.set(list, at);
    const run = list[at] ?? (list.length === 1 ? list[0] : undefined);
    return run && mayBe(run, edge.toAgent) ? run : undefined;
  };
}

function mayBe(run: Span, name: string | undefined): boolean {
  const own = run.agent?.name;
  return (
    name === undefined ||
    own === undefined ||
    [own, run.agent?.id, run.agent?.path].some((each) => plainName(each ?? '') === plainName(name))
  );
}

/** Runs by name that no edge has claimed. Edges come in order of time, so that a run that started before one is past. */
class Claims {
  readonly #trace: Trace;
  readonly #reached: ReadonlyMap<string, Delegation>;
  readonly #next = new Map<readonly Span[], { first: number; second: number }>();

  constructor(trace: Trace, reached: ReadonlyMap<string, Delegation>) {
    this.#trace = trace;
    this.#reached = reached;
  }

  claim({ edge, issuer, since }: Stated): Span | undefined {
    if (edge.toAgent === undefined) return undefined;
    const runs = runsNamed(this.#trace, edge.toAgent);
    const next = this.#next.get(runs) ?? { first: 0, second: 0 };
    this.#next.set(runs, next);
    const isPast = (run: Span | undefined): boolean =>
      run !== undefined && (this.#reached.has(run.spanId) || (run.startNs !== undefined && run.startNs < since));
    while (isPast(runs[next.first])) next.first++;
    // An agent does not hand over to the run that it is.
    if (runs[next.first] !== issuer) return runs[next.first];
    next.second = Math.max(next.second, next.first + 1);
    while (isPast(runs[next.second])) next.second++;
    return runs[next.second];
  }
}

/** An edge whose run is nowhere: with a result it was answered out of sight, without one it is missing. */
function withoutRun(trace: Trace, edge: Delegation): Delegation {
  const { toSpanId: _, ...rest } = edge;
  if (edge.status !== 'unknown') return rest;
  if (edge.resultText === undefined && isRecordingCut(trace)) return { ...rest, status: 'running' };
  return { ...rest, status: edge.resultText === undefined ? 'missing' : 'completed' };
}
