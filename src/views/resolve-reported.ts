import type { Delegation } from '../model/delegation.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { defineView } from './define-view.ts';
import { handoffCalls } from './handoff-calls.ts';
import { runStatus } from './run-status.ts';
import { spanTree } from './span-tree.ts';

/** Runs of agents by name, in canonical order. */
const runsByName = defineView('runs-by-name', 1, (trace: Trace): ReadonlyMap<string, readonly Span[]> => {
  const byName = new Map<string, Span[]>();
  for (const span of agentRuns(trace).spans) {
    const names = [span.agent?.name, span.agent?.id, span.agent?.path].flatMap((name) =>
      name === undefined ? [] : [name, plainName(name)],
    );
    for (const name of new Set(names)) {
      const list = byName.get(name);
      if (list) list.push(span);
      else byName.set(name, [span]);
    }
  }
  return byName;
});

/** Runs of an agent by its name, else by the name as a tool call spells it (`transfer_to_math_tutor` for `Math Tutor`). */
function runsNamed(trace: Trace, name: string): readonly Span[] | undefined {
  const byName = runsByName(trace);
  return byName.get(name) ?? byName.get(plainName(name));
}

function plainName(name: string): string {
  return `~${name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
}

/**
 * Joins the edges that the recording states with the agent runs of the trace. An edge that names only agents leads to
 * the first run of that name that starts at or after it and that no other edge has claimed. Edges that mean the same
 * run are one; what nesting alone records is added where no edge says more.
 */
export function resolveReported(trace: Trace, nested: ReadonlyMap<string, Delegation>): Delegation[] {
  const tree = spanTree(trace);
  const runs = agentRuns(trace);
  const reached = new Map<string, Delegation>();
  const unreached: Delegation[] = [];
  const start = (edge: Delegation): bigint => tree.byId.get(edge.viaSpanId ?? edge.fromSpanId ?? '')?.startNs ?? 0n;
  const ordered = [...trace.delegations, ...handoffCalls(trace)].sort((a, b) =>
    start(a) < start(b) ? -1 : start(a) > start(b) ? 1 : 0,
  );
  const claims = new Map<string, number>();

  for (const edge of ordered) {
    const issuer = issuerOf(edge, trace);
    const target = targetOf(edge, trace, issuer, start(edge), reached, claims);
    const base: Delegation = { ...edge, ...(issuer && { fromSpanId: issuer.spanId, ...fromName(edge, issuer) }) };
    if (!target) {
      unreached.push(base);
      continue;
    }
    const known = reached.get(target.spanId);
    const status = edge.status === 'unknown' || edge.status === 'missing' ? runStatus(target) : edge.status;
    const resolved = {
      ...base,
      toSpanId: target.spanId,
      toAgent: target.agent?.name ?? edge.toAgent ?? target.name,
      status,
    };
    reached.set(target.spanId, known ? merge(known, resolved) : resolved);
  }
  for (const [spanId, edge] of nested) {
    const known = reached.get(spanId);
    reached.set(spanId, known ? merge(known, edge) : edge);
  }
  const edges = runs.spans.flatMap((span) => reached.get(span.spanId) ?? []);
  const pairs = new Set(edges.map(pairOf));
  return [...edges, ...unreached.filter((edge) => !isEcho(edge, pairs)).map(withoutRun)];
}

/** What one record of an edge leaves out, another of the same run may say. */
function merge(known: Delegation, other: Delegation): Delegation {
  return { ...other, ...known, context: known.context === 'unknown' ? other.context : known.context };
}

function fromName(edge: Delegation, issuer: Span): { fromAgent?: string } {
  const name = edge.fromAgent ?? issuer.agent?.name;
  return name === undefined ? {} : { fromAgent: name };
}

function issuerOf(edge: Delegation, trace: Trace): Span | undefined {
  const tree = spanTree(trace);
  const runs = agentRuns(trace);
  const via = tree.byId.get(edge.fromSpanId ?? edge.viaSpanId ?? '');
  const owner = via && runs.ownerOf(via);
  if (owner) return owner;
  const named = edge.fromAgent === undefined ? undefined : runsNamed(trace, edge.fromAgent);
  return named?.[0];
}

function targetOf(
  edge: Delegation,
  trace: Trace,
  issuer: Span | undefined,
  since: bigint,
  reached: ReadonlyMap<string, Delegation>,
  claims: Map<string, number>,
): Span | undefined {
  const runs = agentRuns(trace);
  if (edge.toSpanId !== undefined) {
    const span = spanTree(trace).byId.get(edge.toSpanId);
    return span && runs.ownerOf(span) === span ? span : undefined;
  }
  const named = edge.toAgent === undefined ? undefined : runsNamed(trace, edge.toAgent);
  if (!named || edge.toAgent === undefined) return undefined;
  for (let i = claims.get(edge.toAgent) ?? 0; i < named.length; i++) {
    const run = named[i];
    if (!run || run === issuer || (run.startNs ?? since) < since) continue;
    const known = reached.get(run.spanId);
    // The handoff and the target's own note of its source are two records of one edge.
    if (
      known &&
      known.fromAgent === edge.fromAgent &&
      (known.viaSpanId === undefined) !== (edge.viaSpanId === undefined)
    )
      return run;
    if (known) continue;
    claims.set(edge.toAgent, i);
    return run;
  }
  return undefined;
}

/** A second record of an edge that is already resolved, from the side that names no span. */
function isEcho(edge: Delegation, resolved: ReadonlySet<string>): boolean {
  return edge.viaSpanId === undefined && edge.viaToolCallId === undefined && resolved.has(pairOf(edge));
}

function pairOf(edge: Delegation): string {
  return JSON.stringify([edge.fromAgent, edge.toAgent]);
}

/** An edge whose run is nowhere: with a result it was answered out of sight, without one it is missing. */
function withoutRun(edge: Delegation): Delegation {
  if (edge.status !== 'unknown') return edge;
  return { ...edge, status: edge.resultText === undefined ? 'missing' : 'completed' };
}
