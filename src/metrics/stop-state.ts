import type { Span } from '../model/span.ts';
import type { Terminal, TerminalState } from '../model/terminal.ts';
import { terminalState } from '../model/terminal-words.ts';
import type { Trace } from '../model/trace.ts';
import { type Agent, agents } from '../views/agents.ts';
import { finalAnswer } from '../views/final-answer.ts';
import type { ModelCall } from '../views/model-calls.ts';
import { runRoot } from '../views/run-root.ts';
import { terminal } from '../views/terminal.ts';
import { ownWork } from './own-work.ts';

/** How a loop ended. */
export interface StopState {
  readonly state: TerminalState;
  /** The word by which the recording states it. */
  readonly reason?: string;
  /** Words that the recording uses for it, for stop states that a project adds. */
  readonly words: readonly string[];
  /** True where the loop has an end. */
  readonly ended: boolean;
}

/** Why a state is no stop state. Those that are missing are stop states, or say nothing. */
const REASONS: ReadonlyMap<TerminalState, string> = new Map([
  ['max_steps', 'framework_step_limit'],
  ['truncated', 'truncated'],
  ['context_limit', 'context_limit'],
  ['budget', 'budget_exhausted'],
  ['timeout', 'timeout'],
  ['blocked', 'blocked'],
  ['aborted', 'cancelled'],
  ['error', 'error'],
  ['incomplete', 'no_stop_state'],
]);

/** What a run scores 0 for, where its state says that it did not stop by itself. */
export function failureOf(state: TerminalState): string | undefined {
  return REASONS.get(state);
}

/** How the run of a trace ended. */
export function runStop(trace: Trace): StopState {
  const found = terminal(trace);
  const root = agents(trace).find(({ role }) => role === 'root')?.span;
  const last = lastCall(trace, finalAnswer(trace)?.span ?? root);
  const word = lastWord(last) ?? root?.finishReasons.at(-1);
  const words = [found.reason, word].filter((each) => each !== undefined);
  const ended = root !== undefined && !isCut(found) && (hasEnded(root) || isWholeRecord(trace));
  return {
    state: isCut(found) || saysNothing(trace, found, ended) ? 'unknown' : found.state,
    ...(found.reason !== undefined && !isCut(found) && { reason: found.reason }),
    words,
    ended,
  };
}

/** A recording that breaks off shows an end that is none of the run. */
function isCut({ state, reason }: Terminal): boolean {
  return state === 'incomplete' && reason === 'recording_cut';
}

/** Ends that are concluded here, from a recording that does not bear them out. */
function saysNothing(trace: Trace, { state, reason, source }: Terminal, ended: boolean): boolean {
  if (trace.terminal || source !== 'derived') return false;
  // Where other calls give a reason and the last does not, silence is no sign of an end.
  if (state === 'completed') return reason === undefined && ownWork(trace).givesReasons;
  // An export that is not finished has open calls.
  return state === 'incomplete' && !ended;
}

/** How the loop of one agent ended: that of the root is the run's. */
export function agentStop(trace: Trace, agent: Agent): StopState {
  const { span } = agent;
  if (agent.span === runRoot(trace)) return runStop(trace);
  const last = lastCall(trace, span);
  const word = lastWord(last) ?? span.finishReasons.at(-1);
  const base = { words: word === undefined ? [] : [word], ended: hasEnded(span) };
  if (span.status === 'ERROR') {
    const reported = span.statusMessage === undefined ? undefined : terminalState(span.statusMessage);
    return {
      ...base,
      state: reported ?? 'error',
      ...(span.statusMessage !== undefined && { reason: span.statusMessage }),
    };
  }
  if (agent.delegation?.status === 'cancelled') return { ...base, state: 'aborted' };
  if (agent.stopNotice) return { ...base, state: agent.stopNotice.state };
  const state = word === undefined ? undefined : terminalState(word);
  const isOpen = last !== undefined && ownWork(trace).asksForTool(last);
  if (state !== undefined && word !== undefined && !(isOpen && state === 'completed'))
    return { ...base, state, reason: word };
  if (isOpen) return { ...base, state: 'incomplete' };
  const isDone = base.ended && last?.span.status !== 'ERROR' && !ownWork(trace).givesReasons;
  return { ...base, state: isDone ? 'completed' : 'unknown' };
}

function hasEnded({ endNs, status }: Span): boolean {
  return endNs !== undefined || status === 'OK';
}

/** A record without any time is a whole run, unless its source gives a reason why it is not. */
function isWholeRecord({ terminal: stated, spans }: Trace): boolean {
  const isTimeless = spans.every(({ startNs, endNs }) => startNs === undefined && endNs === undefined);
  return isTimeless && stated !== undefined && stated.reason === undefined;
}

function lastCall(trace: Trace, agent: Span | undefined): ModelCall | undefined {
  let last: ModelCall | undefined;
  for (const call of agent === undefined ? [] : ownWork(trace).modelCallsOf(agent))
    if (!last || call.span.endNs === undefined || (last.span.endNs ?? 0n) <= call.span.endNs) last = call;
  return last;
}

function lastWord(call: ModelCall | undefined): string | undefined {
  if (!call) return undefined;
  return [call.span, ...call.copies]
    .map(({ finishReasons }) => finishReasons.at(-1))
    .find((word) => word !== undefined);
}
