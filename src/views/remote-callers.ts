import { compareSpans } from '../model/canonical-order.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { plainName } from './plain-name.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** An AGENT span that may be one side of a call over the network. */
export interface RemoteSide {
  readonly span: Span;
  /** No model call, tool call or agent is recorded below it. */
  readonly didNothing: boolean;
}

/** How many served runs of one name are compared with one caller: parallel calls beyond this are not told apart. */
const COMPARED = 64;

/**
 * Agents that were called over the network, seen from the caller: a run with nothing below it and no output, around the
 * time of a run of the same name that lies under another root, whose parent was not exported. Each run has one caller.
 */
export function remoteCallers(trace: Trace, sides: readonly RemoteSide[]): Span[] {
  const served = servedRuns(trace, sides);
  if (served.size === 0) return [];
  const callers: Span[] = [];
  const taken = new Set<Span>();
  const first = new Map<string, number>();
  const roots = rootsOf(trace);
  const candidates = sides.filter(({ span, didNothing }) => didNothing && span.outputMessages === undefined);
  for (const { span } of candidates.sort((a, b) => compareSpans(a.span, b.span))) {
    const name = plainName(span.agent?.name ?? '');
    const runs = served.get(name) ?? [];
    let from = first.get(name) ?? 0;
    // Callers come in order of start: a run that starts before this one has no later caller.
    while (from < runs.length && isPast(runs[from], span, taken)) from++;
    first.set(name, from);
    const run = runs
      .slice(from, from + COMPARED)
      .find((each) => !taken.has(each) && roots.get(each) !== roots.get(span) && isWithin(each, span));
    if (!run) continue;
    taken.add(run);
    callers.push(span);
  }
  return callers;
}

function isPast(run: Span | undefined, caller: Span, taken: ReadonlySet<Span>): boolean {
  if (!run || taken.has(run)) return true;
  return run.startNs === undefined || (caller.startNs !== undefined && run.startNs < caller.startNs);
}

/** Outermost agents that did something below a span whose parent was not exported, by plain name, in order of start. */
function servedRuns(trace: Trace, sides: readonly RemoteSide[]): Map<string, Span[]> {
  const served = new Map<string, Span[]>();
  const { orphans, parentOf } = spanTree(trace);
  if (orphans.length === 0) return served;
  const atWork = new Set(sides.flatMap(({ span, didNothing }) => (didNothing && !span.outputMessages ? [] : [span])));
  const agents = new Set(sides.map(({ span }) => span));
  /** Spans below an orphan with no agent between. */
  const torn = new Set<Span>(orphans);
  for (const span of parentsFirst(trace)) {
    const parent = parentOf(span);
    if (parent && torn.has(parent) && !agents.has(parent)) torn.add(span);
    const name = plainName(span.agent?.name ?? '');
    if (!torn.has(span) || !atWork.has(span) || name === '') continue;
    const list = served.get(name);
    if (list) list.push(span);
    else served.set(name, [span]);
  }
  for (const list of served.values()) list.sort(compareSpans);
  return served;
}

function rootsOf(trace: Trace): Map<Span, Span> {
  const { parentOf } = spanTree(trace);
  const roots = new Map<Span, Span>();
  for (const span of parentsFirst(trace)) {
    const parent = parentOf(span);
    roots.set(span, (parent && roots.get(parent)) ?? span);
  }
  return roots;
}

function isWithin(inner: Span, outer: Span): boolean {
  if (inner.startNs === undefined || outer.startNs === undefined || outer.endNs === undefined) return false;
  return inner.startNs >= outer.startNs && (inner.endNs ?? inner.startNs) <= outer.endNs;
}
