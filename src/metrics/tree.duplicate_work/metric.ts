import type { Json } from '../../model/json.ts';
import type { Span } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import type { Agent } from '../../views/agents.ts';
import { type ToolCall, toolCalls } from '../../views/tool-calls.ts';
import { notApplicable, onlyTraces, unresolved } from '../answers.ts';
import { callKey, callsByAgent, spanOf } from '../call-key.ts';
import { type Declared, defineMetric, type Scoring } from '../define-metric.ts';
import { momentsOf } from '../moments.ts';
import { type IsReadOnly, readOnlyTools } from '../read-only-tools.ts';
import { siblingsByIssuer, subtreeCalls } from '../subtree-calls.ts';
import { manifest } from './manifest.ts';
import { similarTasks } from './similar-tasks.ts';

/** How much subagents read that another one has read. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'Two agents that check one source independently duplicate work on purpose.',
      'The same question in other words is other arguments: the figure is a lower limit of what is done twice.',
      'A tool that reads a changing world gives something new each time.',
    ],
    decisions: [
      'Of a call that several siblings made, the first is work and the others are duplicate. Repeats within one sibling belong to `tree.repeated_calls`.',
      'The call by which an agent is issued is no work.',
    ],
  },
  score: (partition, { declared }) =>
    partition.type === 'trace' ? scoreTrace(partition.trace, declared) : onlyTraces(),
});

function scoreTrace(trace: Trace, declared: Declared): Scoring {
  const groups = [...siblingsByIssuer(trace).values()].filter((group) => group.length > 1);
  const calls = subtreeCalls(trace);
  const isReadOnly = readOnlyTools(trace, declared);
  if (groups.length === 0) {
    const alone = calls.size ? { repeats_parent: repeatsParent(trace, calls, isReadOnly) } : {};
    return notApplicable('no_siblings', 'no agent issued two others', alone);
  }
  const all = new Set(groups.flat().flatMap((agent) => calls.get(agent) ?? []));
  const details: Record<string, Json> = {
    repeats_parent: repeatsParent(trace, calls, isReadOnly),
    similar_tasks: groups.flatMap((group) => similarTasks(group)).slice(0, 20),
  };
  if (all.size === 0) return notApplicable('no_tool_calls', 'no sibling called a tool', details);
  const blind = [...all].filter((call) => callKey(call) === undefined).length;
  const twice = new Set(groups.flatMap((group) => duplicatesOf(group, calls)));
  const known = [...twice].filter(({ name }) => isReadOnly(name) === true);
  const open = [...twice].filter(({ name }) => isReadOnly(name) === undefined);
  const evidence = [...known, ...open].slice(0, 20).flatMap((call) => {
    const span = spanOf(call);
    return span ? [{ span_id: span.spanId, at: span.at }] : [];
  });
  Object.assign(details, {
    numerator: known.length,
    denominator: all.size,
    excluded: {
      ...(open.length && { read_only_unknown: open.length }),
      ...(blind && { arguments_not_recorded: blind }),
    },
    unknown_tools: [...new Set(open.map(({ name }) => name))].sort().slice(0, 20),
  });
  const because = `${known.length} of ${all.size} calls of siblings read what another sibling had read`;
  const bounds = [known.length / all.size, (known.length + open.length + blind) / all.size] as const;
  if (blind)
    return unresolved('arguments_not_recorded', `${because}; the arguments of ${blind} were not recorded`, {
      bounds,
      evidence,
      details,
    });
  if (open.length)
    return unresolved(
      'read_only_unknown',
      `${because}; of ${open.length} more it is not known whether the tool only reads`,
      { bounds, evidence, details },
    );
  return { status: 'scored', score: known.length / all.size, because, evidence, details };
}

/** The first call of each sibling that another sibling made before it. */
function duplicatesOf(group: readonly Agent[], calls: ReadonlyMap<Agent, readonly ToolCall[]>): ToolCall[] {
  const seen = new Set<string>();
  const found: ToolCall[] = [];
  for (const agent of group) {
    const own = new Map<string, ToolCall>();
    for (const call of calls.get(agent) ?? []) {
      const key = callKey(call);
      if (key !== undefined && !own.has(key)) own.set(key, call);
    }
    for (const [key, call] of own) if (seen.has(key)) found.push(call);
    for (const key of own.keys()) seen.add(key);
  }
  return found;
}

/** When each agent first made each of its calls. */
function firstCallsBy(trace: Trace): Map<Span | undefined, ReadonlyMap<string, bigint>> {
  const moments = momentsOf(trace);
  const found = new Map<Span | undefined, ReadonlyMap<string, bigint>>();
  for (const [agent, calls] of callsByAgent(toolCalls(trace))) {
    const first = new Map<string, bigint>();
    for (const call of calls) {
      const [key, span] = [callKey(call), spanOf(call)];
      if (key === undefined || !span) continue;
      const at = moments.startOf(span);
      const known = first.get(key);
      if (known === undefined || at < known) first.set(key, at);
    }
    found.set(agent, first);
  }
  return found;
}

/** How much of what subagents read their issuer had read before it issued them. */
function repeatsParent(trace: Trace, calls: ReadonlyMap<Agent, readonly ToolCall[]>, isReadOnly: IsReadOnly): Json {
  const read = firstCallsBy(trace);
  const moments = momentsOf(trace);
  const reading = new Set<ToolCall>();
  const repeated = new Set<ToolCall>();
  const unknown = new Set<ToolCall>();
  for (const [agent, made] of calls) {
    if (!agent.issuer) continue;
    const first = read.get(agent.issuer);
    const start = moments.startOf(agent.span);
    for (const call of made) {
      const key = callKey(call);
      const reads = isReadOnly(call.name);
      if (key === undefined || reads === undefined) unknown.add(call);
      else if (reads) {
        reading.add(call);
        const before = first?.get(key);
        if (before !== undefined && before < start) repeated.add(call);
      }
    }
  }
  return {
    score: reading.size ? repeated.size / reading.size : null,
    numerator: repeated.size,
    denominator: reading.size,
    excluded: unknown.size ? { read_only_unknown: unknown.size } : {},
  };
}
