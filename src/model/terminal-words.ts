import type { Message } from './message.ts';
import type { Terminal, TerminalState } from './terminal.ts';

const WORDS: Readonly<Record<Exclude<TerminalState, 'unknown'>, readonly string[]>> = {
  completed: [
    'stop',
    'end_turn',
    'stop_sequence',
    'completed',
    'complete',
    'finish',
    'finished',
    'final_answer',
    'success',
    'submitted',
    'task_complete',
    'agent_stop',
    'user_stop',
    '###stop###',
    'terminate',
  ],
  escalated: ['handoff_human', 'escalated', 'human_takeover'],
  max_steps: [
    'max_turns',
    'max_steps',
    'recursion_limit',
    'error_max_turns',
    'max_iterations',
    'llmcallslimitexceeded',
    'max_turns_exceeded',
    'graphrecursionerror',
    'message_limit',
    'turn_limit',
  ],
  truncated: ['length', 'max_tokens', 'model_length', 'max_output_tokens'],
  context_limit: [
    'context_window_exceeded',
    'exit_context',
    'context_length_exceeded',
    'model_context_window_exceeded',
  ],
  budget: [
    'budget_limited',
    'session_budget_exceeded',
    'exit_cost',
    'cost_limit',
    'token_limit',
    'budget_exceeded',
    'cost_budget_exceeded',
    'token_budget_exceeded',
    'error_max_budget_usd',
  ],
  timeout: ['timeout', 'timed_out', 'time_limit', 'working_limit'],
  blocked: ['content_filter', 'safety', 'guardrail', 'guardrail_intervened', 'content_filtered', 'blocked', 'refusal'],
  aborted: ['interrupted', 'cancelled', 'canceled', 'aborted', 'replaced', 'operator_limit', 'review_ended'],
  error: ['error', 'errored', 'failed', 'failure', 'error_during_execution', 'exit_error'],
  incomplete: ['tool_use', 'tool_calls', 'tool_call', 'function_call'],
};

const BY_WORD = new Map<string, TerminalState>();
for (const [state, words] of Object.entries(WORDS)) for (const word of words) BY_WORD.set(word, state as TerminalState);

/**
 * The state of a reported stop word (`end_turn`, `MAX_TOKENS`, `tool-calls`, `Max turns exceeded`, …), or undefined for
 * a word that says nothing. A source whose own words mean more (a bare `time` or `token`) translates them itself.
 */
export function terminalState(word: string): TerminalState | undefined {
  return BY_WORD.get(plainWord(word));
}

function plainWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** Words by which a user ended the run. */
const BY_USER: ReadonlySet<string> = new Set(['user_stop', '###stop###']);

/** How a run ended by a stop word that its recording reports; undefined for a word that says nothing. */
export function reportedEnd(word: string): Terminal | undefined {
  const state = terminalState(word);
  if (state === undefined) return undefined;
  return { state, reason: word, ...(BY_USER.has(plainWord(word)) && { by: 'user' }), source: 'reported' };
}

/** Whole messages that end a run and answer nothing, as their frameworks write them. */
const NOTICES: ReadonlyMap<string, Pick<Terminal, 'state' | 'by'>> = new Map([
  ['TERMINATE', { state: 'completed', by: 'agent' }],
  ['###STOP###', { state: 'completed', by: 'user' }],
  ['Agent stopped due to max iterations.', { state: 'max_steps', by: 'framework' }],
  ['Agent stopped due to iteration limit or time limit.', { state: 'max_steps', by: 'framework' }],
  ['Sorry, need more steps to process this request.', { state: 'max_steps', by: 'framework' }],
]);

/**
 * What a message says about the end of a run, where it is a stop word or the notice of a cap and nothing else. Undefined
 * for every other message: one that ends in a stop word is an answer.
 */
export function stopNotice({ parts }: Message): Terminal | undefined {
  let text = '';
  for (const part of parts) {
    if (part.type === 'reasoning') continue;
    if (part.type !== 'text') return undefined;
    text += part.content;
  }
  const reason = text.trim();
  const found = NOTICES.get(reason);
  return found && { ...found, reason, source: 'reported' };
}
