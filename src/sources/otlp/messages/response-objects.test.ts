import { expect, test } from 'vitest';
import { textOf } from '../../../model/message.ts';
import { fromResponse } from './response-objects.ts';

test('a Responses object gives its text, its calls and its id', () => {
  const found = fromResponse(
    JSON.stringify({
      id: 'resp_1',
      output: [
        { type: 'reasoning', summary: [] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      ],
    }),
  );
  expect(found?.responseId).toBe('resp_1');
  expect(found?.messages[0]?.parts.map((part) => part.type)).toEqual(['reasoning', 'text', 'tool_call']);
});

test('chat completions keep the reason why they ended', () => {
  const found = fromResponse({
    id: 'x',
    choices: [{ finish_reason: 'length', message: { role: 'assistant', content: 'a' } }],
  });
  expect(found?.messages).toEqual([
    { role: 'assistant', parts: [{ type: 'text', content: 'a' }], finishReason: 'length' },
  ]);
});

test('a LangChain result is one answer, its text not counted twice', () => {
  const message = { content: 'yes', tool_calls: [{ name: 'f', args: { a: 1 }, id: 'c' }] };
  const found = fromResponse({ generations: [[{ text: 'yes', message }]] });
  expect(found && textOf(found.messages)).toBe('yes');
  expect(found?.messages[0]?.parts.at(-1)).toEqual({ type: 'tool_call', id: 'c', name: 'f', arguments: { a: 1 } });
});

test('a state with a conversation answers with what the model said last', () => {
  const found = fromResponse({
    messages: [
      { type: 'human', content: 'q' },
      { type: 'ai', content: 'a' },
    ],
  });
  expect(found && textOf(found.messages)).toBe('a');
  const serialised = { lc: 1, id: ['langchain', 'schema', 'messages', 'AIMessage'], kwargs: { content: 'b' } };
  expect(textOf(fromResponse({ messages: [serialised] })?.messages ?? [])).toBe('b');
});

test('JSON that is no known response is left to the caller', () => {
  expect(fromResponse('{"text":"a"}')).toBeUndefined();
  expect(fromResponse('plain')).toBeUndefined();
  expect(fromResponse({ messages: ['a'] })).toBeUndefined();
});
