import type { Delegation } from '../model/delegation.ts';
import type { Span } from '../model/span.ts';

/** How the run of a delegated agent ended, as its own span says. */
export function runStatus(agent: Span): Delegation['status'] {
  if (agent.status === 'ERROR') return 'error';
  return agent.endNs !== undefined || agent.status === 'OK' ? 'completed' : 'unknown';
}
