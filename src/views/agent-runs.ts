import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** Which spans are runs of agents, once wrappers are set aside, and what each agent itself did. */
export interface AgentRuns {
  /** In canonical order. */
  readonly spans: readonly Span[];
  /** AGENT spans that only wrap the run of another: they count as CHAIN. */
  readonly wrappers: ReadonlySet<string>;
  /** The nearest agent at or above a span. */
  ownerOf(span: Span): Span | undefined;
  /** The nearest agent above an agent. */
  parentAgentOf(agent: Span): Span | undefined;
  /** Spans whose nearest agent is this one, without the agent's own span, in canonical order. */
  ownSpansOf(agent: Span): readonly Span[];
}

/** True when an AGENT span names an agent. */
export function hasIdentity(span: Span): boolean {
  const { agent } = span;
  return agent?.name !== undefined || agent?.id !== undefined || agent?.path !== undefined;
}

const WORK: ReadonlySet<Span['kind']> = new Set([
  'LLM',
  'TOOL',
  'RETRIEVER',
  'EMBEDDING',
  'RERANKER',
  'MEMORY',
  'HANDOFF',
]);

interface Surroundings {
  namedAbove: boolean;
  agentBelow: boolean;
  namedBelow: boolean;
  ownsWork: boolean;
  /** Its only nested agents carry the same name, with no tool call between. */
  sameNameBelow: boolean;
}

export const agentRuns = defineView('agent-runs', 1, (trace: Trace): AgentRuns => {
  const around = surroundings(trace);
  const modelsRecorded = trace.spans.some((span) => span.kind === 'LLM');
  const wrappers = new Set<string>();
  for (const [span, about] of around) if (isWrapper(span, about, modelsRecorded)) wrappers.add(span.spanId);
  for (const caller of remoteCallers(around, servedRuns(trace, around))) wrappers.add(caller.spanId);

  const tree = spanTree(trace);
  const owner = new Map<string, Span>();
  const above = new Map<string, Span>();
  const own = new Map<string, Span[]>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    const outer = parent && owner.get(parent.spanId);
    const isRun = span.kind === 'AGENT' && !wrappers.has(span.spanId);
    if (isRun) {
      owner.set(span.spanId, span);
      if (outer) above.set(span.spanId, outer);
    } else if (outer) owner.set(span.spanId, outer);
  }
  for (const span of trace.spans) {
    const agent = owner.get(span.spanId);
    if (!agent || agent === span) continue;
    const list = own.get(agent.spanId);
    if (list) list.push(span);
    else own.set(agent.spanId, [span]);
  }
  return {
    spans: trace.spans.filter((span) => owner.get(span.spanId) === span),
    wrappers,
    ownerOf: (span) => owner.get(span.spanId),
    parentAgentOf: (agent) => above.get(agent.spanId),
    ownSpansOf: (agent) => own.get(agent.spanId) ?? [],
  };
});

/**
 * A wrapper has no name and no content of its own and stands around or inside a named agent; or it has a name, did no
 * work itself in a trace where model calls are recorded, and only holds other agents (a workflow, or the caller's side
 * of a remote agent of the same name).
 */
function isWrapper(span: Span, about: Surroundings, modelsRecorded: boolean): boolean {
  if (span.outputMessages !== undefined) return hasIdentity(span) && about.sameNameBelow && !about.ownsWork;
  if (!hasIdentity(span)) {
    if (span.inputMessages !== undefined) return false;
    return about.namedAbove || (about.namedBelow && !about.ownsWork);
  }
  return about.agentBelow && !about.ownsWork && modelsRecorded;
}

function surroundings(trace: Trace): Map<Span, Surroundings> {
  const tree = spanTree(trace);
  const around = new Map<Span, Surroundings>();
  const nearest = new Map<string, Span>();
  const underTool = new Set<string>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    const outer = parent && (parent.kind === 'AGENT' ? parent : nearest.get(parent.spanId));
    if (parent && (parent.kind === 'TOOL' || (parent.kind !== 'AGENT' && underTool.has(parent.spanId))))
      underTool.add(span.spanId);
    if (outer) nearest.set(span.spanId, outer);
    if (span.kind !== 'AGENT') {
      const about = outer && around.get(outer);
      if (about && WORK.has(span.kind)) about.ownsWork = true;
      continue;
    }
    const namedAbove = outer !== undefined && (hasIdentity(outer) || around.get(outer)?.namedAbove === true);
    around.set(span, { namedAbove, agentBelow: false, namedBelow: false, ownsWork: false, sameNameBelow: false });
    const about = outer && around.get(outer);
    if (!about || !outer) continue;
    const sameName =
      span.agent?.name !== undefined && span.agent.name === outer.agent?.name && !underTool.has(span.spanId);
    about.sameNameBelow = sameName && (about.sameNameBelow || !about.agentBelow);
    about.agentBelow = true;
  }
  // Children come after their parents, so walking back carries "a named agent is below" up any number of levels.
  for (const [span, about] of [...around].reverse()) {
    const outer = nearest.get(span.spanId);
    const outerAbout = outer && around.get(outer);
    if (outerAbout && (hasIdentity(span) || about.namedBelow)) outerAbout.namedBelow = true;
  }
  return around;
}

/**
 * Agents that were called over the network, seen from the caller: a run with nothing below it, around the time of an
 * agent of the same name whose own parent was not exported.
 */
function remoteCallers(around: ReadonlyMap<Span, Surroundings>, served: ReadonlyMap<string, readonly Span[]>): Span[] {
  if (served.size === 0) return [];
  const callers = [...around].filter(
    ([span, about]) => !about.ownsWork && !about.agentBelow && span.outputMessages === undefined,
  );
  return callers.flatMap(([span]) =>
    (served.get(plainName(span)) ?? []).some((run) => run !== span && isWithin(run, span)) ? [span] : [],
  );
}

/** Outermost agents below a span whose parent was not exported, by plain name. */
function servedRuns(trace: Trace, around: ReadonlyMap<Span, Surroundings>): Map<string, Span[]> {
  const { orphans, parentOf } = spanTree(trace);
  const torn = new Set<Span>(orphans);
  const served = new Map<string, Span[]>();
  if (orphans.length === 0) return served;
  for (const span of parentsFirst(trace)) {
    const parent = parentOf(span);
    if (parent && torn.has(parent)) torn.add(span);
    const name = plainName(span);
    if (!torn.has(span) || !around.has(span) || name === '') continue;
    const list = served.get(name);
    if (list) list.push(span);
    else served.set(name, [span]);
  }
  return served;
}

function plainName(span: Span): string {
  return (span.agent?.name ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isWithin(inner: Span, outer: Span): boolean {
  if (inner.startNs === undefined || outer.startNs === undefined || outer.endNs === undefined) return false;
  return inner.startNs >= outer.startNs && (inner.endNs ?? inner.startNs) <= outer.endNs;
}
