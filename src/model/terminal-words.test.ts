import { expect, test } from 'vitest';
import { type Part, textMessage } from './message.ts';
import { stopNotice, terminalState } from './terminal-words.ts';

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

test.each([
  ['TERMINATE', 'completed', 'agent'],
  [' TERMINATE\n', 'completed', 'agent'],
  ['###STOP###', 'completed', 'user'],
  ['Agent stopped due to max iterations.', 'max_steps', 'framework'],
  ['Agent stopped due to iteration limit or time limit.', 'max_steps', 'framework'],
  ['Sorry, need more steps to process this request.', 'max_steps', 'framework'],
])('the message %j is no answer: it says how the run ended', (text, state, by) => {
  expect(stopNotice(textMessage('assistant', text))).toEqual({ state, by, reason: text.trim(), source: 'reported' });
});

test('a message that says anything else is none, though it ends in a stop word', () => {
  for (const text of ['The refund is booked. TERMINATE', 'terminate', 'stop', 'completed', '', 'TERMINATE TERMINATE'])
    expect([text, stopNotice(textMessage('assistant', text))]).toEqual([text, undefined]);
  const word: Part = { type: 'text', content: 'TERMINATE' };
  const call: Part = { type: 'tool_call', name: 'book' };
  expect(stopNotice({ role: 'assistant', parts: [word, call] })).toBeUndefined();
  expect(stopNotice({ role: 'assistant', parts: [{ type: 'text', content: 'Done.\n' }, word] })).toBeUndefined();
  expect(stopNotice({ role: 'assistant', parts: [{ type: 'reasoning', content: 'All done.' }, word] })).toBeDefined();
});
