import { expect, test } from 'vitest';
import type { Json } from '../../model/json.ts';
import { textOf } from '../../model/message.ts';
import type { Span } from '../../model/span.ts';
import { NO_ATTRIBUTES, type RawEvent, type RawSpan } from './raw-span.ts';
import { toSpan } from './to-model.ts';

const RAW: RawSpan = {
  type: 'span',
  traceId: 't',
  spanId: 's',
  name: 'n',
  status: 'UNSET',
  attributes: NO_ATTRIBUTES,
  resource: NO_ATTRIBUTES,
  events: [],
  links: [],
  at: { file: 'f' },
};

function span(attributes: Record<string, Json>, events: RawEvent[] = []): Span {
  return toSpan({ ...RAW, attributes: new Map(Object.entries(attributes)), events }, () => {});
}

const answer = (read: Span): string | undefined => read.outputMessages && textOf(read.outputMessages);

test('GenAI attributes go before OpenInference on one span', () => {
  const read = span({
    'gen_ai.operation.name': 'chat',
    'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"a"}]}]',
    'llm.output_messages.0.message.content': 'b',
    'output.value': 'c',
  });
  expect(answer(read)).toBe('a');
});

test('an empty record of one convention does not hide the content of another', () => {
  const read = span({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.output.messages': '[]', 'output.value': 'c' });
  expect([answer(read), read.outputSource]).toEqual(['c', 'span']);
});

test('recorded empty and not recorded differ', () => {
  expect(span({ 'openinference.span.kind': 'AGENT', 'output.value': '' }).outputMessages).toEqual([]);
  expect(span({ 'openinference.span.kind': 'AGENT' }).outputMessages).toBeUndefined();
  expect(span({ 'openinference.span.kind': 'AGENT' }).outputSource).toBeUndefined();
});

test('JSON as the output of an agent is its text as it stands', () => {
  const read = span({
    'openinference.span.kind': 'AGENT',
    'output.value': '{"answer": 4}',
    'output.mime_type': 'application/json',
  });
  expect(answer(read)).toBe('{"answer": 4}');
});

test('a mark in place of hidden content says that content was not captured', () => {
  const agent = span({
    'openinference.span.kind': 'AGENT',
    'output.value': '__REDACTED__',
    'input.value': '__REDACTED__',
  });
  expect([agent.outputMessages, agent.inputMessages, agent.contentCaptured]).toEqual([undefined, undefined, false]);
  const tool = span({ 'openinference.span.kind': 'TOOL', 'output.value': '__REDACTED__' });
  expect([tool.tool?.result, tool.contentCaptured]).toEqual([undefined, false]);
  const shown = span({ 'openinference.span.kind': 'AGENT', 'output.value': 'x' });
  expect(shown.contentCaptured).toBeUndefined();
});

test('Pydantic AI: the result, else the last answer of the conversation, is the output of a vendor', () => {
  const history = JSON.stringify([
    { role: 'user', parts: [{ type: 'text', content: 'q' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', name: 'f' }] },
    { role: 'assistant', parts: [{ type: 'text', content: 'a' }] },
  ]);
  const agent = { 'gen_ai.operation.name': 'invoke_agent', agent_name: 'py', 'pydantic_ai.all_messages': history };
  expect(span({ ...agent, final_result: 'r' })).toMatchObject({ outputSource: 'vendor', agent: { name: 'py' } });
  expect(answer(span({ ...agent, final_result: 'r' }))).toBe('r');
  expect(answer(span(agent))).toBe('a');
  expect(span(agent).inputMessages).toHaveLength(1);
});

test('ADK: request and response of a model call; an empty response means that content was left out', () => {
  const response = { content: { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'yes' }] } };
  const request = {
    contents: [{ role: 'user', parts: [{ text: 'q' }] }],
    config: { system_instruction: 'sys', tools: [{ function_declarations: [{ name: 'f' }] }] },
  };
  const call = { 'gen_ai.request.model': 'm', 'gcp.vertex.agent.llm_request': JSON.stringify(request) };
  const read = span({ ...call, 'gcp.vertex.agent.llm_response': JSON.stringify(response) });
  expect([answer(read), read.outputSource, read.toolDefinitions]).toEqual(['yes', 'vendor', [{ name: 'f' }]]);
  expect(read.systemInstructions).toEqual([{ type: 'text', content: 'sys' }]);
  const hidden = span({ ...call, 'gcp.vertex.agent.llm_response': '{}' });
  expect([hidden.outputMessages, hidden.contentCaptured]).toEqual([undefined, false]);
});

test('OpenLLMetry: entities without their envelope, numbered completions, results that are JSON', () => {
  const tool = span({
    'traceloop.span.kind': 'tool',
    'traceloop.entity.name': 'search',
    'traceloop.entity.input': '{"inputs":{"q":"x"},"tags":[]}',
    'traceloop.entity.output': '{"output":"found"}',
  });
  expect(tool.tool).toEqual({ name: 'search', arguments: { q: 'x' }, result: 'found' });
  const python = span({ 'traceloop.span.kind': 'tool', 'traceloop.entity.input': '{"args":[],"kwargs":{"a":1}}' });
  expect(python.tool?.arguments).toEqual({ a: 1 });
  const chat = span({
    'llm.request.type': 'chat',
    'gen_ai.completion.0.content': 'a',
    'gen_ai.completion.0.finish_reason': 'stop',
  });
  expect([answer(chat), chat.finishReasons]).toEqual(['a', ['stop']]);
});

test('OpenInference: the older prompts and choices', () => {
  const read = span({
    'openinference.span.kind': 'LLM',
    'llm.prompts.0.prompt.text': 'p',
    'llm.choices.0.completion.text': 'c',
  });
  expect([textOf(read.inputMessages ?? []), answer(read)]).toEqual(['p', 'c']);
});

test('the message events of Azure keep their content in one attribute', () => {
  const event = (name: string, content: Json): RawEvent => ({
    name,
    attributes: new Map([['gen_ai.event.content', JSON.stringify(content)]]),
  });
  const read = span({ 'gen_ai.operation.name': 'chat' }, [
    event('gen_ai.user.message', { role: 'user', content: 'q' }),
    event('gen_ai.choice', { index: 0, finish_reason: 'stop', message: { content: 'a' } }),
  ]);
  expect([textOf(read.inputMessages ?? []), answer(read), read.finishReasons]).toEqual(['q', 'a', ['stop']]);
});

test('the oldest events hold prompt and completion', () => {
  const read = span({ 'gen_ai.operation.name': 'chat' }, [
    { name: 'gen_ai.content.prompt', attributes: new Map([['gen_ai.prompt', '[{"role":"user","content":"q"}]']]) },
    {
      name: 'gen_ai.content.completion',
      attributes: new Map([['gen_ai.completion', '[{"role":"assistant","content":"a"}]']]),
    },
  ]);
  expect([textOf(read.inputMessages ?? []), answer(read), read.outputSource]).toEqual(['q', 'a', 'event']);
});

test('several completions in events stand in order of time', () => {
  const choice = (timeNs: bigint, message: string): RawEvent => ({
    name: 'gen_ai.choice',
    timeNs,
    attributes: new Map([['message', message]]),
  });
  const read = span({ 'gen_ai.operation.name': 'invoke_agent' }, [choice(2n, 'second'), choice(1n, 'first ')]);
  expect(answer(read)).toBe('first second');
});

test('OpenLLMetry: a state of LangGraph in an entity gives the last answer', () => {
  const ai = { lc: 1, type: 'constructor', id: ['langchain', 'AIMessage'], kwargs: { content: 'a' } };
  const human = { lc: 1, type: 'constructor', id: ['langchain', 'HumanMessage'], kwargs: { content: 'q' } };
  const read = span({
    'traceloop.span.kind': 'workflow',
    'traceloop.entity.input': JSON.stringify({ inputs: { messages: [human] } }),
    'traceloop.entity.output': JSON.stringify({ outputs: { messages: [human, ai] }, kwargs: {} }),
  });
  expect([textOf(read.inputMessages ?? []), answer(read)]).toEqual(['q', 'a']);
  expect(read.inputMessages?.[0]?.role).toBe('user');
});

test('Pydantic AI, older: a run by its name, a call with its events in one attribute', () => {
  expect(toSpan({ ...RAW, name: 'agent run', attributes: new Map([['agent_name', 'py']]) }, () => {}).kind).toBe(
    'AGENT',
  );
  const events = [
    { 'event.name': 'gen_ai.user.message', role: 'user', content: 'q' },
    { 'event.name': 'gen_ai.choice', index: 0, message: { role: 'assistant', content: 'a' } },
  ];
  const read = span({ 'gen_ai.operation.name': 'chat', events: JSON.stringify(events) });
  expect([textOf(read.inputMessages ?? []), answer(read), read.outputSource]).toEqual(['q', 'a', 'vendor']);
});

test('the AWS distribution with Strands wraps the content of a message once more', () => {
  const body = {
    input: { messages: [{ role: 'user', content: { content: '[{"text":"q"}]' } }] },
    output: { messages: [{ role: 'assistant', content: { message: '[{"text":"a"}]', finish_reason: 'end_turn' } }] },
  };
  const read = span({ 'gen_ai.operation.name': 'chat' }, [
    { name: 'strands.telemetry.tracer', attributes: NO_ATTRIBUTES, body },
  ]);
  expect([textOf(read.inputMessages ?? []), answer(read), read.finishReasons]).toEqual(['q', 'a', ['end_turn']]);
});
