import type { Span, ToolDefinition } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import { isTruncated } from '../../model/truncated.ts';
import { agentRuns } from '../../views/agent-runs.ts';
import type { ToolCall } from '../../views/tool-calls.ts';
import type { Config, Declared, DeclaredTool } from '../define-metric.ts';
import { configuredAliases, configuredTools } from './settings.ts';

/** Tools of a framework that no project declares: those that hand control on, and those that hand in the answer. */
const OF_FRAMEWORKS = /^(?:transfer_to_\w+|finish|task_complete)$/;

type Definitions = ReadonlyMap<string, ToolDefinition>;

/** What is known of the tool that a call names. */
export interface FoundTool {
  /** Undefined: no toolset is known, or a part of it was cut off. */
  readonly isDeclared: boolean | undefined;
  /** The name under which it is declared. */
  readonly name: string;
  readonly definition?: ToolDefinition;
}

/** Looks up the tools of the calls of one trace. */
export interface Toolset {
  find(call: ToolCall): FoundTool;
}

/**
 * The tools that the caller of a call could see: the definitions recorded on the model call or agent, else those of the
 * agent's other model calls; else those that the case, the metric's configuration or the project declares; else all that
 * the trace records. The schema of a tool may stand in a later of these lists than its name.
 */
export function toolsetOf(trace: Trace, config: Config, declared: Declared): Toolset {
  const runs = agentRuns(trace);
  const project = declared.tools ?? [];
  const ours = firstOf([byName(trace.case?.tools), byName(configuredTools(config)), byName(project)]);
  const aliases = aliasesOf(config, project);
  const framework = new Set(declared.frameworkTools?.get(trace.source) ?? []);
  const anywhere = byName(trace.spans.flatMap(({ toolDefinitions = [] }) => toolDefinitions));
  const ofAgents = new Map<Span, Definitions | undefined>();
  const ofSpans = new Map<Span, Definitions | undefined>();
  const once = (memo: Map<Span, Definitions | undefined>, span: Span, make: () => Definitions | undefined) => {
    if (!memo.has(span)) memo.set(span, make());
    return memo.get(span);
  };
  const visible = ({ requestedBy, agent }: ToolCall): (Definitions | undefined)[] => [
    requestedBy && once(ofSpans, requestedBy, () => byName(requestedBy.toolDefinitions)),
    agent && once(ofSpans, agent, () => byName(agent.toolDefinitions)),
    agent && once(ofAgents, agent, () => byName(runs.ownSpansOf(agent).flatMap((span) => span.toolDefinitions ?? []))),
  ];
  return {
    find: (call) => {
      // A recording may hold a tool under either name.
      const names = [aliases.get(call.name) ?? call.name, call.name];
      const lists = [...visible(call), ours, anywhere];
      const definition = lists
        .flatMap((list) => names.map((name) => list?.get(name)))
        .find((found) => found?.parameters !== undefined);
      const inForce = firstOf(lists);
      const known = names.some((name) => inForce?.has(name) || framework.has(name) || OF_FRAMEWORKS.test(name));
      const isCut = [call.requestedBy, call.agent].some((span) => span && isTruncated(span.attributes));
      return {
        name: names[0] ?? call.name,
        isDeclared: known ? true : inForce && !isCut ? false : undefined,
        ...(definition && { definition }),
      };
    },
  };
}

function firstOf(lists: readonly (Definitions | undefined)[]): Definitions | undefined {
  return lists.find((list) => list !== undefined);
}

/** Undefined where none is named: an empty list is what a recorder writes that did not look. */
function byName(definitions: readonly ToolDefinition[] | undefined): Definitions | undefined {
  if (!definitions?.length) return undefined;
  const map = new Map<string, ToolDefinition>();
  for (const each of definitions) {
    const known = map.get(each.name);
    if (known?.parameters === undefined) map.set(each.name, each);
  }
  return map;
}

function aliasesOf(config: Config, tools: readonly DeclaredTool[]): ReadonlyMap<string, string> {
  const map = new Map(configuredAliases(config));
  for (const { name, aliases = [] } of tools) for (const alias of aliases) map.set(alias, name);
  return map;
}
