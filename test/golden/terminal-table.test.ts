import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import type { Trace } from '../../src/model/trace.ts';
import { terminal } from '../../src/views/terminal.ts';
import { sessionOf } from './golden-trace.ts';

type Wire = Readonly<Record<string, Json>>;

const root = (more: Wire = {}): Wire => ({
  span_id: 'a',
  kind: 'AGENT',
  agent: { name: 'a' },
  start_ns: '1760000000000000000',
  end_ns: '1760000009000000000',
  ...more,
});
const chat = (more: Wire = {}, id = 'c'): Wire => ({
  span_id: id,
  parent_id: 'a',
  kind: 'LLM',
  start_ns: '1760000001000000000',
  end_ns: '1760000002000000000',
  ...more,
});
const asks = (name: string): Wire => ({
  output_messages: [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'x', name, arguments: {} }] }],
});
const ran = (name: string, more: Wire = {}): Wire => ({
  span_id: 't',
  parent_id: 'a',
  kind: 'TOOL',
  start_ns: '1760000003000000000',
  end_ns: '1760000004000000000',
  tool: { name, call_id: 'x', result: 'done' },
  ...more,
});
const says = (content: string): Wire => ({
  output_messages: [{ role: 'assistant', parts: [{ type: 'text', content }] }],
});

function traceOf(...spans: readonly Wire[]): Trace {
  const [trace] = sessionOf([spans]).traces;
  if (!trace) throw new Error('no trace');
  return trace;
}
const ended = (word: string) => terminal(traceOf(root(), chat({ finish_reasons: [word] })));

/** The words of each row, as recordings report them. */
const ROWS: readonly (readonly [state: string, words: readonly string[]])[] = [
  [
    'completed',
    `stop end_turn stop_sequence STOP completed finish final_answer success submitted task_complete agent_stop`.split(
      ' ',
    ),
  ],
  ['escalated', ['handoff_human']],
  [
    'max_steps',
    [
      ...'max_turns recursion_limit error_max_turns max_iterations LlmCallsLimitExceeded'.split(' '),
      ...['message limit', 'turn limit', 'Max turns exceeded', 'GraphRecursionError'],
    ],
  ],
  ['truncated', ['length', 'max_tokens', 'MAX_TOKENS', 'model_length']],
  ['context_limit', ['context window exceeded', 'exit_context']],
  [
    'budget',
    [
      'cost budget exceeded',
      'token budget exceeded',
      'session budget exceeded',
      'session_budget_exceeded',
      'exit_cost',
    ],
  ],
  ['timeout', ['timeout', 'time limit']],
  ['blocked', ['content_filter', 'content-filter', 'SAFETY', 'guardrail']],
  ['aborted', ['interrupted', 'cancelled', 'aborted', 'replaced', 'operator limit']],
  ['error', ['error', 'errored', 'failed']],
  ['incomplete', ['tool_use', 'tool_calls', 'tool-calls']],
];

describe.each(ROWS)('a run is %s', (state, words) => {
  it.each(words)('by the stop reason %s of its last call', (word) => {
    expect(ended(word)).toEqual({ state, reason: word, source: 'reported' });
  });

  it.each(words)('by the word %s with which its root failed', (word) => {
    const failed = terminal(traceOf(root({ status: 'ERROR', status_message: word }), chat()));
    expect(failed).toEqual({ state, reason: word, source: 'reported' });
  });
});

describe('a run is completed by its user', () => {
  it.each(['user_stop', '###STOP###'])('by the stop reason %s', (word) => {
    expect(ended(word)).toEqual({ state: 'completed', by: 'user', reason: word, source: 'reported' });
  });

  it('by a message that is only the stop word', () => {
    const trace = traceOf(root(), chat(says('The seat is booked.')), chat({ ...says('###STOP###'), ...LATER }, 'd'));
    expect(terminal(trace)).toEqual({ state: 'completed', by: 'user', reason: '###STOP###', source: 'reported' });
  });
});

const LATER = { start_ns: '1760000005000000000', end_ns: '1760000006000000000' };

describe('a run is escalated', () => {
  const transfer = 'transfer_to_human_agents';

  it('by a transfer to a human that succeeded', () => {
    expect(terminal(traceOf(root(), chat(asks(transfer)), ran(transfer)))).toMatchObject({
      state: 'escalated',
      by: 'agent',
    });
  });

  it('but not by one that failed, was not carried out, or led to another agent', () => {
    const failed = ran(transfer, { status: 'ERROR' });
    expect(terminal(traceOf(root(), chat(asks(transfer)), failed)).state).toBe('incomplete');
    expect(terminal(traceOf(root(), chat(asks(transfer)))).state).toBe('incomplete');
    const agent = 'transfer_to_agent';
    expect(terminal(traceOf(root(), chat(asks(agent)), ran(agent))).state).not.toBe('escalated');
  });
});

it('a run is incomplete by a tool call that is open at its end', () => {
  expect(terminal(traceOf(root(), chat(asks('search'))))).toEqual({ state: 'incomplete', source: 'derived' });
  expect(terminal(traceOf(root(), chat({ ...asks('search'), finish_reasons: ['stop'] }))).state).toBe('incomplete');
});

describe('how a run ended is unknown', () => {
  const unknown = { state: 'unknown', source: 'derived' };

  it('where its root is missing', () => expect(terminal(traceOf(chat({ finish_reasons: ['stop'] })))).toEqual(unknown));

  it('where its export is unfinished', () => {
    const { end_ns: _, ...open } = root();
    expect(terminal(traceOf(open, chat()))).toEqual(unknown);
  });

  it('where the word says nothing and the last call failed', () => {
    expect(terminal(traceOf(root(), chat({ status: 'ERROR' })))).toEqual(unknown);
    expect(ended('weather')).toEqual({ state: 'completed', source: 'derived' });
  });
});
