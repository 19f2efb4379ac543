import { isObject, type Json } from '../../model/json.ts';
import type { ToolDefinition } from '../../model/span.ts';
import { listAt, member, textAt } from './keys.ts';
import { parametersSchema } from './parameters-schema.ts';

/** One agent as its case declares it. */
export interface DeclaredAgent {
  readonly type?: string;
  readonly description?: string;
  readonly instruction?: string;
  readonly tools: readonly ToolDefinition[];
}

/** The agents that a case declares. */
export interface AgentRoster {
  has(name: string): boolean;
  get(name: string): DeclaredAgent | undefined;
  /** Agents that may hand over to this one. */
  issuersOf(name: string): ReadonlySet<string>;
  /** The agent that no other one issues, where there is exactly one. */
  readonly root?: string;
  readonly allTools: readonly ToolDefinition[];
}

const NOBODY: ReadonlySet<string> = new Set();

/** Reads the agents of `agent_data`, else those of `agent_info`. */
export function agentRoster(evalCase: Json): AgentRoster {
  const info = member(evalCase, 'agent_info');
  const declared = member(member(evalCase, 'agent_data'), 'agents') ?? member(info, 'agents');
  const agents = new Map<string, DeclaredAgent>();
  const issuers = new Map<string, Set<string>>();
  for (const [name, agent] of Object.entries(isObject(declared) ? declared : {})) {
    agents.set(name, declaredAgent(agent));
    for (const child of listAt(agent, 'sub_agents')) {
      if (typeof child !== 'string') continue;
      const known = issuers.get(child);
      if (known) known.add(name);
      else issuers.set(child, new Set([name]));
    }
  }
  const root = textAt(info, 'root_agent_id') ?? onlyOne([...agents.keys()].filter((name) => !issuers.has(name)));
  const tools = [...agents.values()].flatMap((agent) => agent.tools);
  return {
    has: (name) => agents.has(name),
    get: (name) => agents.get(name),
    issuersOf: (name) => issuers.get(name) ?? NOBODY,
    ...(root !== undefined && { root }),
    allTools: [...new Map(tools.map((tool) => [tool.name, tool])).values()],
  };
}

function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

function declaredAgent(agent: Json): DeclaredAgent {
  const type = textAt(agent, 'agent_type');
  const description = textAt(agent, 'description');
  const instruction = textAt(agent, 'instruction');
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(instruction !== undefined && { instruction }),
    tools: declaredTools(listAt(agent, 'tools')),
  };
}

/** The functions that a list of tools declares. */
export function declaredTools(tools: readonly Json[]): ToolDefinition[] {
  return tools.flatMap((tool) =>
    listAt(tool, 'function_declarations').flatMap((declaration): ToolDefinition[] => {
      const name = textAt(declaration, 'name');
      if (name === undefined) return [];
      const description = textAt(declaration, 'description');
      const parameters = parametersSchema(declaration);
      return [
        { name, ...(description !== undefined && { description }), ...(parameters !== undefined && { parameters }) },
      ];
    }),
  );
}
