import type { Json, JsonObject } from '../model/json.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agents } from './agents.ts';
import { turnEvents, userEvents } from './turn-events.ts';

/** Runs of any source in the shape of agents-cli's `agent_data`: the agents, and a turn for each trace. */
export function agentData(traces: readonly Trace[]): JsonObject {
  return {
    agents: roster(traces),
    turns: traces.map((trace, index) => ({
      turn_index: index,
      turn_id: turnId(trace, index),
      events: [...userEvents(trace, index === 0), ...turnEvents(trace)],
    })),
  };
}

/** A dataset of agents-cli names its turns. */
function turnId({ source, traceId }: Trace, index: number): string {
  return source === 'agents-cli' ? traceId.slice(traceId.lastIndexOf('/') + 1) : `turn_${index}`;
}

function roster(traces: readonly Trace[]): JsonObject {
  const found = new Map<string, { config: JsonObject; subAgents: Set<string> }>();
  for (const trace of traces) {
    const names = new Map<Span, string>();
    for (const { span, name } of agents(trace)) {
      names.set(span, name);
      const known = found.get(name);
      // A later run of an agent can say what an earlier one left out.
      const config = { ...agentConfig(name, span), ...known?.config };
      found.set(name, { config, subAgents: known?.subAgents ?? new Set() });
    }
    for (const { issuer, name } of agents(trace)) {
      if (issuer) found.get(names.get(issuer) ?? '')?.subAgents.add(name);
    }
  }
  return Object.fromEntries(
    [...found].map(([name, { config, subAgents }]) => [
      name,
      subAgents.size > 0 ? { ...config, sub_agents: [...subAgents] } : config,
    ]),
  );
}

function agentConfig(name: string, { agent, systemInstructions, toolDefinitions }: Span): JsonObject {
  const instruction = (systemInstructions ?? []).map((part) => (part.type === 'text' ? part.content : '')).join('');
  const declarations = (toolDefinitions ?? []).map(
    (tool): Json => ({
      name: tool.name,
      ...(tool.description !== undefined && { description: tool.description }),
      ...(tool.parameters !== undefined && { parameters: tool.parameters }),
    }),
  );
  return {
    agent_id: name,
    ...(agent?.description !== undefined && { description: agent.description }),
    ...(instruction !== '' && { instruction }),
    ...(declarations.length > 0 && { tools: [{ function_declarations: declarations }] }),
  };
}
