import type { Delegation } from '../../model/delegation.ts';
import { type Message, textMessage } from '../../model/message.ts';
import type { Span } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import { agentRuns } from '../../views/agent-runs.ts';
import { type Agent, agents } from '../../views/agents.ts';
import { defineView } from '../../views/define-view.ts';
import { delegations } from '../../views/delegations.ts';
import { spanTree } from '../../views/span-tree.ts';
import { withoutNotices } from '../../views/stop-notices.ts';

/** One delegation to judge: an agent run that another agent issued, or an edge whose run was not observed. */
export interface Target {
  readonly name: string;
  readonly agent?: Agent;
  readonly delegation?: Delegation;
  /** The span that stands for it: its run, else the issuer's tool call, else the issuer. */
  readonly span?: Span;
  /** What the issuer received; undefined when the recording does not say. */
  readonly received?: readonly Message[];
  readonly receivedError: boolean;
}

/** The delegations of a trace, observed or not, in canonical order. */
export const targetsOf = defineView('delegation-targets', 1, (trace: Trace): readonly Target[] => {
  const byId = spanTree(trace).byId;
  const observed = agents(trace)
    .filter((agent) => agent.role === 'delegated')
    .map((agent): Target => {
      const tool = toolOf(trace, agent);
      const received = receivedBy(tool, agent.delegation);
      return {
        name: agent.name,
        agent,
        ...(agent.delegation && { delegation: agent.delegation }),
        span: agent.span,
        ...(received && { received }),
        receivedError: isFailed(tool),
      };
    });
  const unobserved = delegations(trace)
    .filter((edge) => edge.toSpanId === undefined)
    .map((edge): Target => {
      const tool = byId.get(edge.viaSpanId ?? '');
      const span = tool ?? byId.get(edge.fromSpanId ?? '');
      const received = receivedBy(tool, edge);
      return {
        name: edge.toAgent ?? 'an agent without a name',
        delegation: edge,
        ...(span && { span }),
        ...(received && { received }),
        receivedError: isFailed(tool),
      };
    });
  return [...observed, ...unobserved];
});

/** The delegations of a trace that lead to a run, by the id of its span. */
export const targetBySpan = defineView(
  'delegation-target-by-span',
  1,
  (trace: Trace): ReadonlyMap<string, Target> =>
    new Map(targetsOf(trace).flatMap((target) => (target.agent ? [[target.agent.span.spanId, target]] : []))),
);

function toolOf(trace: Trace, agent: Agent): Span | undefined {
  const via = spanTree(trace).byId.get(agent.delegation?.viaSpanId ?? '');
  const tool = via ?? agentRuns(trace).toolAbove(agent.span);
  return tool?.kind === 'TOOL' && agent.delegation?.mode !== 'handoff' ? tool : undefined;
}

function receivedBy(tool: Span | undefined, edge: Delegation | undefined): readonly Message[] | undefined {
  const result = edge?.resultText ?? tool?.tool?.result;
  if (result === undefined || result === null) return undefined;
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  // A stop word is a signal, not an answer.
  return withoutNotices([textMessage('assistant', text)]).messages;
}

function isFailed(tool: Span | undefined): boolean {
  return tool?.status === 'ERROR' || tool?.tool?.resultIsError === true;
}
