/** How a run ended. The table of reported words stands in `terminal-words.ts`. */
export type TerminalState =
  | 'completed'
  | 'escalated'
  | 'max_steps'
  | 'truncated'
  | 'context_limit'
  | 'budget'
  | 'timeout'
  | 'blocked'
  | 'aborted'
  | 'error'
  | 'incomplete'
  | 'unknown';

export interface Terminal {
  readonly state: TerminalState;
  /** The word that the recording uses. */
  readonly reason?: string;
  readonly by?: 'agent' | 'user' | 'framework' | 'human';
  readonly source: 'reported' | 'derived';
}
