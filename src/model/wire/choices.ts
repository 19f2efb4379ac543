import type { Delegation } from '../delegation.ts';
import type { OutputSource, Status } from '../span.ts';
import type { TerminalState } from '../terminal.ts';
import type { UsageScope } from '../usage.ts';

/** The words that a field of the wire can hold. */
export const SCOPES = [
  'exclusive',
  'inclusive',
  'cumulative_snapshot',
  'last_call',
  'unknown',
] as const satisfies readonly UsageScope[];

export const OUTPUT_SOURCES = [
  'span',
  'event',
  'vendor',
  'child_llm',
  'parent_tool_result',
  'none',
] as const satisfies readonly OutputSource[];

export const STATUSES = ['UNSET', 'OK', 'ERROR'] as const satisfies readonly Status[];

export const STATES = [
  'completed',
  'escalated',
  'max_steps',
  'truncated',
  'context_limit',
  'budget',
  'timeout',
  'blocked',
  'aborted',
  'error',
  'incomplete',
  'unknown',
] as const satisfies readonly TerminalState[];

export const MODES = [
  'tool_return',
  'handoff',
  'spawn_async',
  'route',
  'workflow',
] as const satisfies readonly Delegation['mode'][];

export const CONTEXTS = [
  'isolated',
  'inherited',
  'compact',
  'unknown',
] as const satisfies readonly Delegation['context'][];

export const EVIDENCES = ['reported', 'derived', 'none'] as const satisfies readonly Delegation['contextEvidence'][];

export const EDGE_STATUSES = [
  'completed',
  'error',
  'cancelled',
  'missing',
  'running',
  'unknown',
] as const satisfies readonly Delegation['status'][];
