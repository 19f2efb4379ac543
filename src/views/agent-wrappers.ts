import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';
import { type RemoteSide, remoteCallers } from './remote-callers.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** True when an AGENT span names an agent. */
function hasIdentity(span: Span): boolean {
  const { agent } = span;
  return agent?.name !== undefined || agent?.id !== undefined || agent?.path !== undefined;
}

const WORK: ReadonlySet<Span['kind']> = new Set(['LLM', 'TOOL', 'RETRIEVER', 'EMBEDDING', 'RERANKER', 'MEMORY']);

/** What stands around an AGENT span that is no mere step of a named agent. */
interface Surroundings {
  agentsBelow: number;
  namedBelow: boolean;
  ownsWork: boolean;
  ownsHandoff: boolean;
  /** How many of the agents below carry the same name, with no tool call between. */
  sameNameBelow: number;
}

interface Place {
  /** The nearest AGENT span above that is no step. */
  readonly outer: Span | undefined;
  /** A tool call stands between. */
  readonly underTool: boolean;
}

/**
 * Ids of the AGENT spans that are no run of an agent and count as CHAIN:
 * a span without a name and content inside a named agent, with no tool call between (an iteration, a step);
 * a span without a name and content that did no work and stands around named agents (a workflow);
 * a named span that did no work and answered nothing itself, in a trace where model calls are recorded, and only holds
 * other agents; and the caller's side of a remote agent.
 */
export const agentWrappers = defineView('agent-wrappers', 1, (trace: Trace): ReadonlySet<string> => {
  const wrappers = new Set<string>();
  const around = surroundings(trace, wrappers);
  const modelsRecorded = trace.spans.some((span) => span.kind === 'LLM');
  const sides: RemoteSide[] = [];
  for (const [span, about] of around) {
    if (isWrapper(span, about, modelsRecorded)) wrappers.add(span.spanId);
    else sides.push({ span, didNothing: !about.ownsWork && !about.ownsHandoff && about.agentsBelow === 0 });
  }
  for (const caller of remoteCallers(trace, sides)) wrappers.add(caller.spanId);
  return wrappers;
});

/** True for a span that names no agent and carries no content of its own. */
function isBare(span: Span): boolean {
  return !hasIdentity(span) && span.outputMessages === undefined && span.inputMessages === undefined;
}

function isWrapper(span: Span, about: Surroundings, modelsRecorded: boolean): boolean {
  if (about.ownsWork) return false;
  if (!hasIdentity(span)) return isBare(span) && about.namedBelow;
  if (about.ownsHandoff || about.agentsBelow === 0) return false;
  if (about.agentsBelow === 1 && about.sameNameBelow === 1) return true;
  return span.outputMessages === undefined && modelsRecorded;
}

/** AGENT spans with what is around them, parents first; steps of named agents are added to `steps` instead. */
function surroundings(trace: Trace, steps: Set<string>): Map<Span, Surroundings> {
  const tree = spanTree(trace);
  const around = new Map<Span, Surroundings>();
  const places = new Map<string, Place>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    const place = placeBelow(parent, parent && places.get(parent.spanId), steps);
    places.set(span.spanId, place);
    const { outer, underTool } = place;
    const about = outer && around.get(outer);
    if (span.kind !== 'AGENT') {
      if (about && WORK.has(span.kind)) about.ownsWork = true;
      if (about && span.kind === 'HANDOFF') about.ownsHandoff = true;
    } else if (outer && hasIdentity(outer) && isBare(span) && !underTool) {
      steps.add(span.spanId);
    } else {
      around.set(span, { agentsBelow: 0, namedBelow: false, ownsWork: false, ownsHandoff: false, sameNameBelow: 0 });
      if (!about) continue;
      about.agentsBelow++;
      if (span.agent?.name !== undefined && span.agent.name === outer?.agent?.name && !underTool) about.sameNameBelow++;
    }
  }
  // Children come after their parents, so walking back carries "a named agent is below" up any number of levels.
  for (const [span, about] of [...around].reverse()) {
    const outer = places.get(span.spanId)?.outer;
    const outerAbout = outer && around.get(outer);
    if (outerAbout && (hasIdentity(span) || about.namedBelow)) outerAbout.namedBelow = true;
  }
  return around;
}

function placeBelow(parent: Span | undefined, above: Place | undefined, steps: ReadonlySet<string>): Place {
  if (!parent || !above) return { outer: undefined, underTool: false };
  if (parent.kind === 'AGENT' && !steps.has(parent.spanId)) return { outer: parent, underTool: false };
  return parent.kind === 'TOOL' ? { outer: above.outer, underTool: true } : above;
}
