import { expect, test } from 'vitest';
import { terminalState } from './terminal-words.ts';

test.each([
  [
    'completed',
    [
      'stop',
      'end_turn',
      'stop_sequence',
      'STOP',
      'completed',
      'finish',
      'final_answer',
      'success',
      'submitted',
      'task_complete',
      'agent_stop',
      'user_stop',
      '###STOP###',
    ],
  ],
  ['escalated', ['handoff_human']],
  [
    'max_steps',
    [
      'max_turns',
      'recursion_limit',
      'error_max_turns',
      'max_iterations',
      'LlmCallsLimitExceeded',
      'message limit',
      'turn_limit',
      'Max turns exceeded',
    ],
  ],
  ['truncated', ['length', 'max_tokens', 'MAX_TOKENS', 'model_length']],
  ['context_limit', ['context window exceeded', 'exit_context']],
  ['budget', ['budget_limited', 'session_budget_exceeded', 'exit_cost']],
  ['timeout', ['timeout', 'time limit']],
  ['blocked', ['content_filter', 'content-filter', 'SAFETY', 'guardrail']],
  ['aborted', ['interrupted', 'cancelled', 'aborted', 'replaced', 'operator limit']],
  ['error', ['error', 'errored', 'failed']],
  ['incomplete', ['tool_use', 'tool_calls', 'tool-calls']],
])('%s is reported by the words of several formats', (state, words) => {
  for (const word of words) expect([word, terminalState(word)]).toEqual([word, state]);
});

test('a word that means something in one format only says nothing', () => {
  for (const word of ['message', 'turn', 'time', 'token', 'cost', 'working', 'operator', 'constructor', '', 'weather'])
    expect(terminalState(word)).toBeUndefined();
});
