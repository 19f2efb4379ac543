import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agents } from '../views/agents.ts';
import { notApplicable } from './answers.ts';
import type { Partition, ScoreContext, Scoring } from './define-metric.ts';
import { tracesOf } from './evaluated-case.ts';
import { matchesGlob } from './glob.ts';
import { hiddenCallers, type ObservedCall, observedCalls } from './observed-calls.ts';

/** The calls of the agents that a metric is about. */
export interface ScopedCalls {
  /** Calls that count, in order. */
  readonly calls: readonly ObservedCall[];
  /** Failed calls, where they do not count. */
  readonly failed: number;
  /** Agents among them whose calls were not recorded. */
  readonly hidden: readonly string[];
}

/** The calls of the agents with the configured name and of all that they issued; without a name, of the whole trace. */
export function scopedCalls(partition: Partition, { config, declared }: ScoreContext): ScopedCalls | Scoring {
  const found = tracesOf(partition).map((trace) => inTrace(trace, config.agent, declared));
  const within = found.filter((each) => each !== undefined);
  if (within.length === 0) return notApplicable('agent_not_found', `no agent ${String(config.agent)} was recorded`);
  const all = within.flatMap(({ calls }) => calls);
  const calls = config.include_failed === true ? all : all.filter(({ failed }) => !failed);
  return { calls, failed: all.length - calls.length, hidden: within.flatMap(({ hidden }) => hidden) };
}

function inTrace(
  trace: Trace,
  agent: unknown,
  declared: ScoreContext['declared'],
): { calls: ObservedCall[]; hidden: string[] } | undefined {
  const calls = observedCalls([trace], declared.tools);
  const unobserved = hiddenCallers(trace);
  if (typeof agent !== 'string') return { calls, hidden: unobserved.map(({ name }) => name) };
  const subtree = subtreeOf(trace, agent);
  if (subtree.size === 0) return undefined;
  const spans = new Set([...subtree].map(({ spanId }) => spanId));
  for (const { call } of calls)
    if (call.agent && subtree.has(call.agent))
      for (const span of [call.executedBy, call.requestedBy]) if (span) spans.add(span.spanId);
  return {
    calls: calls.filter(({ call }) => call.agent && subtree.has(call.agent)),
    hidden: unobserved.filter(({ spanId }) => spanId !== undefined && spans.has(spanId)).map(({ name }) => name),
  };
}

/** The runs of agents with a name, and of all agents below them. */
function subtreeOf(trace: Trace, pattern: string): ReadonlySet<Span> {
  const list = agents(trace);
  const issued = new Map<Span, Span[]>();
  for (const { span, issuer } of list) {
    if (!issuer) continue;
    const known = issued.get(issuer);
    if (known) known.push(span);
    else issued.set(issuer, [span]);
  }
  const subtree = new Set(list.filter(({ name }) => matchesGlob(pattern, name)).map(({ span }) => span));
  for (const span of subtree) for (const child of issued.get(span) ?? []) subtree.add(child);
  return subtree;
}
