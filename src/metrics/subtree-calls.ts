import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { type Agent, agents } from '../views/agents.ts';
import { type ToolCall, toolCalls } from '../views/tool-calls.ts';
import { callsByAgent } from './call-key.ts';

/** Delegations deeper than this are not looked into: the work stays linear in the calls. */
const DEPTH = 64;

/** The tool calls of each delegated agent and of all that it issued. */
export function subtreeCalls(trace: Trace): Map<Agent, ToolCall[]> {
  const list = agents(trace);
  const bySpan = new Map(list.map((agent) => [agent.span, agent]));
  const calls = new Map<Agent, ToolCall[]>();
  for (const [span, own] of callsByAgent(toolCalls(trace).filter((call) => !isDelegation(call, list)))) {
    let agent = span && bySpan.get(span);
    for (let level = 0; agent?.role === 'delegated' && level < DEPTH; level++) {
      const known = calls.get(agent);
      if (known) for (const call of own) known.push(call);
      else calls.set(agent, [...own]);
      agent = agent.issuer && bySpan.get(agent.issuer);
    }
  }
  return calls;
}

/** The agents that each agent issued, by issuer. */
export function siblingsByIssuer(trace: Trace): Map<Span, Agent[]> {
  const groups = new Map<Span, Agent[]>();
  for (const agent of agents(trace)) {
    if (!agent.issuer) continue;
    const group = groups.get(agent.issuer);
    if (group) group.push(agent);
    else groups.set(agent.issuer, [agent]);
  }
  return groups;
}

const VIA = new WeakMap<readonly Agent[], { readonly ids: ReadonlySet<string>; readonly spans: ReadonlySet<string> }>();

/** True for the call by which an agent is issued: it is the delegation, and not work of its own. */
function isDelegation({ id, executedBy }: ToolCall, list: readonly Agent[]): boolean {
  let via = VIA.get(list);
  if (!via) {
    via = {
      ids: new Set(list.flatMap(({ delegation }) => delegation?.viaToolCallId ?? [])),
      spans: new Set(list.flatMap(({ delegation }) => delegation?.viaSpanId ?? [])),
    };
    VIA.set(list, via);
  }
  return (id !== undefined && via.ids.has(id)) || (executedBy !== undefined && via.spans.has(executedBy.spanId));
}
