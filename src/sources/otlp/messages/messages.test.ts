import { expect, test } from 'vitest';
import { toMessages } from './messages.ts';

test('nothing recorded, and recorded empty, are two things', () => {
  expect(toMessages(undefined, 'assistant')).toBeUndefined();
  expect(toMessages(null, 'assistant')).toBeUndefined();
  expect(toMessages('', 'assistant')).toEqual([]);
  expect(toMessages('[]', 'assistant')).toEqual([]);
});

test('GenAI parts are read, with the names that emitters use for a result', () => {
  const recorded = JSON.stringify([
    { role: 'assistant', parts: [{ type: 'tool_call', id: ' c1', name: 'f', arguments: '{"a":1}' }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', result: 'r' }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c2', content: 's' }] },
  ]);
  expect(toMessages(recorded, 'user')).toEqual([
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'f', arguments: { a: 1 } }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'r' }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c2', response: 's' }] },
  ]);
});

test('chat messages keep their calls, results and finish reasons', () => {
  const recorded = [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: 'not json' } }],
      finish_reason: 'tool_calls',
    },
    { role: 'tool', tool_call_id: 'c', content: 'done' },
  ];
  expect(toMessages(recorded, 'assistant')).toEqual([
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'c', name: 'f', argumentsRaw: 'not json' }],
      finishReason: 'tool_calls',
    },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'done' }] },
  ]);
});

test('messages of OpenInference are read, also where the index of content has no s', () => {
  const recorded = [
    { message: { role: 'user', content: ['a'] } },
    {
      message: {
        role: 'assistant',
        contents: [{ message_content: { type: 'text', text: 'b' } }],
        tool_calls: [{ tool_call: { id: 'c', function: { name: 'f', arguments: '{}' } } }],
      },
    },
  ];
  expect(toMessages(recorded, 'user')).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'a' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'text', content: 'b' },
        { type: 'tool_call', id: 'c', name: 'f', arguments: {} },
      ],
    },
  ]);
});

test('Bedrock content is read as parts, also as JSON text', () => {
  const content = JSON.stringify([{ text: 'hm' }, { toolUse: { toolUseId: 't', name: 'f', input: { a: 1 } } }]);
  expect(toMessages([{ role: 'assistant', content }], 'assistant')).toEqual([
    {
      role: 'assistant',
      parts: [
        { type: 'text', content: 'hm' },
        { type: 'tool_call', id: 't', name: 'f', arguments: { a: 1 } },
      ],
    },
  ]);
  const failed = {
    role: 'user',
    content: [{ toolResult: { toolUseId: 't', status: 'error', content: [{ text: 'no' }] } }],
  };
  expect(toMessages([failed], 'user')?.[0]?.parts).toEqual([
    { type: 'tool_call_response', id: 't', response: [{ text: 'no' }], isError: true },
  ]);
});

test('JSON that a model wrote stays text', () => {
  expect(toMessages([{ role: 'assistant', content: '["a","b"]' }], 'assistant')).toEqual([
    { role: 'assistant', parts: [{ type: 'text', content: '["a","b"]' }] },
  ]);
});

test('items of the Responses API become messages', () => {
  const recorded = [
    { role: 'user', content: 'q' },
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output: 'r' },
  ];
  expect(toMessages(recorded, 'user')?.map((message) => [message.role, message.parts[0]?.type])).toEqual([
    ['user', 'text'],
    ['assistant', 'tool_call'],
    ['tool', 'tool_call_response'],
  ]);
});

test('text that is not JSON is one message, and nothing throws', () => {
  expect(toMessages('{broken', 'user')).toEqual([{ role: 'user', parts: [{ type: 'text', content: '{broken' }] }]);
  expect(toMessages([null, 7, [], 'x', {}], 'user')?.length).toBeGreaterThan(0);
  expect(toMessages('['.repeat(200_000), 'user')).toHaveLength(1);
});
