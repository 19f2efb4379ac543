import { compareSpans } from '../model/canonical-order.ts';
import type { Delegation } from '../model/delegation.ts';
import type { Message } from '../model/message.ts';
import type { OutputSource, Span } from '../model/span.ts';
import type { Terminal } from '../model/terminal.ts';
import type { Trace } from '../model/trace.ts';
import { findInput, findOutput } from './agent-output.ts';
import { agentRuns } from './agent-runs.ts';
import { contentCaptured } from './content-captured.ts';
import { defineView } from './define-view.ts';
import { delegations } from './delegations.ts';
import { spanTree } from './span-tree.ts';
import { weightOf } from './stop-notices.ts';

/** One run of one agent in a trace, after wrapper spans were set aside. */
export interface Agent {
  readonly span: Span;
  /** The best name recorded: agent name, else path, else id, else the span's name. */
  readonly name: string;
  readonly role: 'root' | 'delegated';
  /** Delegations from the root agent down to this one; the root has 0, a run whose issuer was not recorded at least 1. */
  readonly depth: number;
  /** The agent that issued it: source of its delegation edge, else its nearest AGENT ancestor. */
  readonly issuer?: Span;
  /** The edge that leads to it. */
  readonly delegation?: Delegation;
  /** Undefined: no output was found anywhere. `[]`: recorded, and empty. */
  readonly output: readonly Message[] | undefined;
  readonly outputSource: OutputSource;
  /** The span that the output was taken from. */
  readonly outputSpan?: Span;
  /** What it said last, where that was a stop word or the notice of a cap in a message of its own: no output. */
  readonly stopNotice?: Terminal;
  readonly input: readonly Message[] | undefined;
  /** False when content was not recorded: the recorder says so, no span carries any, or its last answer is missing. */
  readonly contentCaptured: boolean;
}

/** The agents of a trace in canonical order. */
export const agents = defineView('agents', 3, (trace: Trace): readonly Agent[] => {
  const edges = new Map(
    delegations(trace).flatMap((edge) => (edge.toSpanId === undefined ? [] : [[edge.toSpanId, edge] as const])),
  );
  const issuers = issuersOf(trace, edges);
  const depths = depthsOf(trace, issuers, edges);
  const captured = contentCaptured(trace);
  const runs = agentRuns(trace);
  const found = runs.spans.map((span): Agent => {
    const edge = edges.get(span.spanId);
    const issuer = issuers.get(span.spanId);
    const tool = toolOf(trace, span, edge);
    const places = {
      trace,
      agent: span,
      ...(tool && { tool }),
      ...(edge?.resultText !== undefined && { resultText: edge.resultText }),
    };
    const output = findOutput(places);
    return {
      span,
      name: agentName(span),
      role: issuer || isIssuedElsewhere(edge) ? 'delegated' : 'root',
      depth: depths.get(span.spanId) ?? 0,
      ...(issuer && { issuer }),
      ...(edge && { delegation: edge }),
      output: output.messages,
      outputSource: output.source,
      ...(output.span && { outputSpan: output.span }),
      ...(output.stopNotice && { stopNotice: output.stopNotice }),
      input: findInput(places),
      contentCaptured: span.contentCaptured !== false && captured && !output.notRecorded,
    };
  });
  return withEarlierWords(found);
});

/**
 * Recorders of conversations give an agent a run for each message. A run that only says a stop word answers with what
 * that agent said in an earlier run of the same conversation; one that a call issued was asked by itself.
 */
function withEarlierWords(list: readonly Agent[]): readonly Agent[] {
  if (list.every(({ stopNotice }) => stopNotice === undefined)) return list;
  const spoken = new Map<string, Agent>();
  return list.map((agent) => {
    const { name, issuer, delegation } = agent;
    if (delegation?.mode === 'tool_return' || delegation?.mode === 'spawn_async') return agent;
    const key = JSON.stringify([issuer?.spanId ?? null, name]);
    const saysSomething = weightOf(agent.output ?? []) > 0;
    if (saysSomething) spoken.set(key, agent);
    const before = spoken.get(key);
    if (saysSomething || !agent.stopNotice || !before) return agent;
    const { output, outputSource, outputSpan = before.span } = before;
    return { ...agent, output, outputSource, outputSpan };
  });
}

/** True for an edge whose issuer was not recorded: its agent is delegated all the same. */
function isIssuedElsewhere(edge: Delegation | undefined): boolean {
  return edge !== undefined && edge.fromSpanId === undefined;
}

/** The name by which people know an agent. */
export function agentName(span: Span): string {
  const { agent } = span;
  return (
    agent?.name ?? agent?.path ?? agent?.id ?? (span.name.replace(/^(invoke_agent|agent_run)\s+/, '') || span.name)
  );
}

/** The tool call that ran an agent and no other: a handoff returns nothing, a call that ran several answers for all. */
function toolOf(trace: Trace, span: Span, edge: Delegation | undefined): Span | undefined {
  const runs = agentRuns(trace);
  const tool = runs.toolAbove(span) ?? spanTree(trace).byId.get(edge?.viaSpanId ?? '');
  if (tool?.kind !== 'TOOL' || edge?.mode === 'handoff') return undefined;
  return runs.runsUnder(tool).length > 1 ? undefined : tool;
}

/** Who issued each agent. Issuers that form a circle are cut at the run that started first. */
function issuersOf(trace: Trace, edges: ReadonlyMap<string, Delegation>): Map<string, Span> {
  const runs = agentRuns(trace);
  const byId = spanTree(trace).byId;
  const issuers = new Map<string, Span>();
  for (const span of runs.spans) {
    const from = byId.get(edges.get(span.spanId)?.fromSpanId ?? '');
    const issuer = (from && runs.ownerOf(from)) ?? runs.parentAgentOf(span);
    if (issuer && issuer !== span) issuers.set(span.spanId, issuer);
  }
  const settled = new Set<Span>();
  for (const span of runs.spans) {
    const path = new Set<Span>();
    let at: Span | undefined = span;
    while (at && !settled.has(at) && !path.has(at)) {
      path.add(at);
      at = issuers.get(at.spanId);
    }
    if (at && path.has(at)) issuers.delete(firstOfCircle(at, issuers).spanId);
    for (const each of path) settled.add(each);
  }
  return issuers;
}

function firstOfCircle(entry: Span, issuers: ReadonlyMap<string, Span>): Span {
  let first = entry;
  for (let at = issuers.get(entry.spanId); at && at !== entry; at = issuers.get(at.spanId))
    if (compareSpans(at, first) < 0) first = at;
  return first;
}

function depthsOf(
  trace: Trace,
  issuers: ReadonlyMap<string, Span>,
  edges: ReadonlyMap<string, Delegation>,
): Map<string, number> {
  const depths = new Map<string, number>();
  for (const span of agentRuns(trace).spans) {
    const path: Span[] = [];
    let at: Span | undefined = span;
    while (at && !depths.has(at.spanId)) {
      path.push(at);
      at = issuers.get(at.spanId);
    }
    const top = path.at(-1);
    const above = top && isIssuedElsewhere(edges.get(top.spanId)) ? 0 : -1;
    let depth = at ? (depths.get(at.spanId) ?? 0) : above;
    for (const each of path.reverse()) depths.set(each.spanId, ++depth);
  }
  return depths;
}
