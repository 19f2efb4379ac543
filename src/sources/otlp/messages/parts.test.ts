import { expect, test } from 'vitest';
import { toParts } from './parts.ts';

test('a printed Python object is no prose', () => {
  const printed = "ResponseFunctionToolCall(arguments='{}', call_id='c1')";
  expect(toParts(printed)).toEqual([{ type: 'generic', kind: 'ResponseFunctionToolCall', value: printed }]);
  expect(toParts('Response time (ms) = 5')).toEqual([{ type: 'text', content: 'Response time (ms) = 5' }]);
});

test('reasoning of every provider is reasoning, with or without its text', () => {
  expect(
    toParts([
      { type: 'thinking', thinking: 'a' },
      { type: 'redacted_thinking', data: 'xyz' },
    ]),
  ).toEqual([
    { type: 'reasoning', content: 'a' },
    { type: 'reasoning', content: '' },
  ]);
  expect(toParts({ reasoningContent: { reasoningText: { text: 'b' } } })).toEqual([
    { type: 'reasoning', content: 'b' },
  ]);
  expect(toParts({ type: 'reasoning', summary: [{ text: 'c' }] })).toEqual([{ type: 'reasoning', content: 'c' }]);
  expect(toParts({ text: 'd', thought: true })).toEqual([{ type: 'reasoning', content: 'd' }]);
});

test('media is told apart from text: content, address, file', () => {
  expect(toParts({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } })).toEqual([
    { type: 'blob', mimeType: 'image/png', content: 'AA' },
  ]);
  expect(toParts({ type: 'image_url', image_url: { url: 'https://e.x/a.png' } })).toEqual([
    { type: 'uri', uri: 'https://e.x/a.png' },
  ]);
  expect(toParts({ type: 'document', source: { type: 'file', file_id: 'f1' } })).toEqual([
    { type: 'file', fileId: 'f1' },
  ]);
  expect(toParts({ type: 'document', source: { type: 'text', data: 'plain' } })).toEqual([
    { type: 'text', content: 'plain' },
  ]);
  expect(toParts({ type: 'image', image: { url: 'data:image/png;base64,AA' } })).toEqual([
    { type: 'blob', content: 'data:image/png;base64,AA' },
  ]);
});

test('calls of Gemini, Anthropic and the AI SDK are calls', () => {
  const parts = toParts([
    { function_call: { name: 'a', args: { x: 1 } } },
    { type: 'tool_use', id: 't', name: 'b', input: {} },
    { type: 'tool-call', toolCallId: 'v', toolName: 'c', input: { y: 2 } },
  ]);
  expect(parts).toEqual([
    { type: 'tool_call', name: 'a', arguments: { x: 1 } },
    { type: 'tool_call', id: 't', name: 'b', arguments: {} },
    { type: 'tool_call', id: 'v', name: 'c', arguments: { y: 2 } },
  ]);
});

test('a part of an unknown type is kept as it is', () => {
  const part = { type: 'hologram', depth: 3 };
  expect(toParts(part)).toEqual([{ type: 'generic', kind: 'hologram', value: part }]);
});
