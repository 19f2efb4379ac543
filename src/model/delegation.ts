import type { At } from '../problems/problem.ts';

/**
 * Work that one agent hands to another, apart from span parenthood. It can be issued and never observed (`missing`).
 */
export interface Delegation {
  readonly id: string;
  readonly traceId: string;
  readonly fromSpanId?: string;
  readonly fromAgent?: string;
  readonly viaToolCallId?: string;
  /** The span of the tool call or handoff that carries it. */
  readonly viaSpanId?: string;
  readonly toSpanId?: string;
  readonly toAgent?: string;
  readonly mode: 'tool_return' | 'handoff' | 'spawn_async' | 'route' | 'workflow';
  readonly task?: string;
  readonly context: 'isolated' | 'inherited' | 'compact' | 'unknown';
  readonly contextEvidence: 'reported' | 'derived' | 'none';
  /** `reported`: the recording says so, by an edge or by nesting. `inferred`: concluded from names, times or equal texts. */
  readonly basis: 'reported' | 'inferred';
  readonly status: 'completed' | 'error' | 'cancelled' | 'missing' | 'running' | 'unknown';
  /** What the issuer received. */
  readonly resultText?: string;
  readonly required?: boolean;
  readonly at?: At;
}
