import { isObject, type Json } from '../../model/json.ts';
import type { ToolDefinition } from '../../model/span.ts';
import { listAt, member, textAt } from './keys.ts';

/** The agents that a case declares. */
export interface AgentRoster {
  has(name: string): boolean;
  /** Agents that may hand over to this one. */
  issuersOf(name: string): readonly string[];
  toolsOf(name: string): readonly ToolDefinition[];
  descriptionOf(name: string): string | undefined;
  readonly allTools: readonly ToolDefinition[];
}

/** Reads `agent_data.agents`. */
export function agentRoster(agentData: Json | undefined): AgentRoster {
  const agents = member(agentData, 'agents');
  const entries = new Map(isObject(agents) ? Object.entries(agents) : []);
  const issuers = new Map<string, string[]>();
  for (const [name, agent] of entries) {
    for (const child of listAt(agent, 'sub_agents')) {
      if (typeof child === 'string') issuers.set(child, [...(issuers.get(child) ?? []), name]);
    }
  }
  const tools = new Map([...entries].map(([name, agent]) => [name, declaredTools(agent)]));
  const all = new Map([...tools.values()].flat().map((tool) => [tool.name, tool]));
  return {
    has: (name) => entries.has(name),
    issuersOf: (name) => issuers.get(name) ?? [],
    toolsOf: (name) => tools.get(name) ?? [],
    descriptionOf: (name) => textAt(entries.get(name), 'description'),
    allTools: [...all.values()],
  };
}

function declaredTools(agent: Json): ToolDefinition[] {
  return listAt(agent, 'tools').flatMap((tool) =>
    listAt(tool, 'function_declarations').flatMap((declaration): ToolDefinition[] => {
      const name = textAt(declaration, 'name');
      if (name === undefined) return [];
      const description = textAt(declaration, 'description');
      const parameters = member(declaration, 'parameters_json_schema') ?? member(declaration, 'parameters');
      return [
        { name, ...(description !== undefined && { description }), ...(parameters !== undefined && { parameters }) },
      ];
    }),
  );
}
