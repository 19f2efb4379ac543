import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { type Agent, agents } from './agents.ts';
import { defineView } from './define-view.ts';
import { weightOf } from './stop-notices.ts';

/**
 * The agent whose output is the answer of the run: the root agent; where control moved on by handoff, the last agent of
 * the chain; where a trace has several roots, the one that ended last. One that said nothing but a stop word answers
 * only where no other does. Undefined without any agent.
 */
export const finalAnswer = defineView('final-answer', 2, (trace: Trace): Agent | undefined => {
  const all = speakers(trace);
  const answered = all.filter(({ stopNotice, output }) => !stopNotice || weightOf(output ?? []) > 0);
  return lastOf(answered) ?? lastOf(all);
});

/** The agent that spoke last for the run, though it may have said no more than a stop word. Undefined without any agent. */
export const lastSpeaker = defineView('last-speaker', 1, (trace: Trace): Agent | undefined => lastOf(speakers(trace)));

function speakers(trace: Trace): Agent[] {
  return agents(trace).filter((agent) => agent.role === 'root' || agent.delegation?.mode === 'handoff');
}

/** Of agents in canonical order the one that spoke last; of those that ended together, the end of the chain of handoffs. */
function lastOf(speaking: readonly Agent[]): Agent | undefined {
  let last: Agent | undefined;
  const chain = new Set<Span | undefined>();
  for (const agent of speaking) {
    const isHandedOn = agent.delegation?.mode === 'handoff' && chain.has(agent.issuer);
    const later = compareEnds(agent, last);
    if (last && later < 0) continue;
    if (last && later === 0 && !isHandedOn) continue;
    if (!isHandedOn) chain.clear();
    chain.add(agent.span);
    last = agent;
  }
  return last;
}

function compareEnds(agent: Agent, other: Agent | undefined): number {
  const [a, b] = [spokeAt(agent), other ? spokeAt(other) : 0n];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** When an agent said what its output is: the span of one that handed over can stay open. */
function spokeAt({ span, outputSource, outputSpan }: Agent): bigint {
  return (outputSource === 'child_llm' ? outputSpan?.endNs : undefined) ?? span.endNs ?? 0n;
}
