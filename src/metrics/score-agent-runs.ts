import { Failure } from '../problems/failure.ts';

/** One finished run, as a project's own log tells it. */
export interface AgentRun {
  /** True when every constraint that was declared passed. */
  readonly constraints_met: boolean;
  /** Each call as the pair of its halves. An empty list counts as correct. */
  readonly tool_calls: readonly { readonly valid_tool: boolean; readonly valid_params: boolean }[];
  /** True only when the run reached a stop state within its step cap. */
  readonly terminated: boolean;
  /** How many steps it took. */
  readonly steps: number;
  /** True when a human took the task over. */
  readonly escalated: boolean;
}

/** Shares of runs, and the mean of their steps. */
export interface AgentRunScores {
  readonly constraint_satisfaction: number;
  readonly tool_call_correctness: number;
  readonly loop_termination: number;
  readonly mean_steps: number;
  readonly human_escalation: number;
}

/**
 * Scores flat runs: shares between 0 and 1 of all runs, and the mean of their steps. No run gives `{}`. For runs of which
 * something is unknown use the metrics over traces. Throws Failure RUNS_BAD_VALUE for anything that is not a run.
 */
export function scoreAgentRuns(runs: readonly AgentRun[]): AgentRunScores | Record<string, never> {
  if (!Array.isArray(runs)) throw bad('the runs', runs, 'a list');
  if (runs.length === 0) return {};
  runs.forEach(checkRun);
  const share = (holds: (run: AgentRun) => boolean): number => runs.filter(holds).length / runs.length;
  return {
    constraint_satisfaction: share((run) => run.constraints_met),
    tool_call_correctness: share((run) => run.tool_calls.every((call) => call.valid_tool && call.valid_params)),
    loop_termination: share((run) => run.terminated),
    mean_steps: runs.reduce((sum, { steps }) => sum + steps, 0) / runs.length,
    human_escalation: share((run) => run.escalated),
  };
}

function checkRun(run: unknown, index: number): void {
  const at = `runs[${index}]`;
  const known = asRecord(run, at);
  for (const key of ['constraints_met', 'terminated', 'escalated'] as const)
    if (typeof known[key] !== 'boolean') throw bad(`${at}.${key}`, known[key], 'true or false');
  const { steps, tool_calls: calls } = known;
  if (typeof steps !== 'number' || !Number.isSafeInteger(steps) || steps < 0)
    throw bad(`${at}.steps`, steps, 'a whole number of 0 or more');
  if (!Array.isArray(calls)) throw bad(`${at}.tool_calls`, calls, 'a list');
  for (const [nth, call] of (calls as readonly unknown[]).entries()) {
    const place = `${at}.tool_calls[${nth}]`;
    const pair = asRecord(call, place);
    for (const key of ['valid_tool', 'valid_params'] as const)
      if (typeof pair[key] !== 'boolean') throw bad(`${place}.${key}`, pair[key], 'true or false');
  }
}

function asRecord(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(at, value, 'an object');
  return value as Readonly<Record<string, unknown>>;
}

function bad(what: string, value: unknown, expected: string): Failure {
  const shown =
    typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'an object') : String(value);
  return new Failure('RUNS_BAD_VALUE', { what, value: shown.slice(0, 80), expected });
}
