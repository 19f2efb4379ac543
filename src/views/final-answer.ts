import type { Trace } from '../model/trace.ts';
import { type Agent, agents } from './agents.ts';
import { defineView } from './define-view.ts';

/**
 * The agent whose output is the answer of the run: the root agent; where control moved on by handoff, the last agent of
 * the chain; where a trace has several roots, the one that ended last. Undefined without any agent.
 */
export const finalAnswer = defineView('final-answer', 1, (trace: Trace): Agent | undefined => {
  const speakers = agents(trace).filter((agent) => agent.role === 'root' || agent.delegation?.mode === 'handoff');
  let answer: Agent | undefined;
  for (const agent of speakers) {
    if (!answer || (agent.span.endNs ?? 0n) > (answer.span.endNs ?? 0n)) answer = agent;
    else if (
      agent.issuer === answer.span &&
      agent.delegation?.mode === 'handoff' &&
      answer.span.endNs === agent.span.endNs
    )
      answer = agent;
  }
  return answer;
});
