import { expect, test } from 'vitest';
import { NO_ATTRIBUTES, type RawSpan } from '../raw-span.ts';
import { kindOf } from './kind.ts';

function kind(attributes: Record<string, string>, name = 'a span', more: Partial<RawSpan> = {}): string {
  return kindOf({
    type: 'span',
    traceId: 't',
    spanId: 's',
    name,
    status: 'UNSET',
    attributes: new Map(Object.entries(attributes)),
    resource: NO_ATTRIBUTES,
    events: [],
    links: [],
    at: { file: 'f' },
    ...more,
  }).kind;
}

test('operations of GenAI have their kinds', () => {
  const operations = {
    chat: 'LLM',
    generate_content: 'LLM',
    text_completion: 'LLM',
    embeddings: 'EMBEDDING',
    retrieval: 'RETRIEVER',
    execute_tool: 'TOOL',
    invoke_agent: 'AGENT',
    invoke_workflow: 'CHAIN',
    plan: 'CHAIN',
    search_memory: 'MEMORY',
    rerank: 'RERANKER',
    handoff: 'HANDOFF',
    invoke_swarm: 'CHAIN',
  };
  for (const [operation, expected] of Object.entries(operations))
    expect([operation, kind({ 'gen_ai.operation.name': operation })]).toEqual([operation, expected]);
});

test('defining an agent is no run of one, whatever else is said', () => {
  expect(kind({ 'gen_ai.operation.name': 'create_agent' })).toBe('CHAIN');
  expect(kind({ 'gen_ai.operation.name': 'create_agent', 'openinference.span.kind': 'AGENT' })).toBe('CHAIN');
});

test('a stated kind goes before an operation, OpenInference before OpenLLMetry before AWS', () => {
  const all = { 'openinference.span.kind': 'CHAIN', 'traceloop.span.kind': 'agent', 'aws.genai.span_kind': 'TOOL' };
  expect(kind({ ...all, 'gen_ai.operation.name': 'chat' })).toBe('CHAIN');
  expect(kind({ 'traceloop.span.kind': 'agent', 'aws.genai.span_kind': 'TOOL' })).toBe('AGENT');
  expect(kind({ 'aws.genai.span_kind': 'TOOL', 'gen_ai.operation.name': 'chat' })).toBe('TOOL');
  expect(kind({ 'traceloop.span.kind': 'unknown', 'gen_ai.operation.name': 'chat' })).toBe('LLM');
  expect(kind({}, 'row', { kindField: 'RETRIEVER' })).toBe('RETRIEVER');
});

test('a chat that lists tool definitions stays a model call', () => {
  expect(kind({ 'gen_ai.operation.name': 'chat', 'gen_ai.tool.definitions': '[{"name":"f"}]' })).toBe('LLM');
});

test('without a kind or an operation the request type, the beginning of the name, then the model decide', () => {
  expect(kind({ 'llm.request.type': 'embedding' })).toBe('EMBEDDING');
  expect(kind({}, 'agent_run [planner]')).toBe('AGENT');
  expect(kind({}, 'call_llm')).toBe('LLM');
  expect(kind({ 'gen_ai.tool.call.id': 'c' }, 'calculator')).toBe('TOOL');
  expect(kind({ 'gen_ai.request.model': 'm' })).toBe('LLM');
});

test('infrastructure is of no kind, even with a conversation on it', () => {
  expect(kind({ 'http.method': 'GET', 'gen_ai.conversation.id': 'c' }, 'GET /agent/chat')).toBe('UNKNOWN');
  expect(kind({ 'gen_ai.operation.name': 'toString' })).toBe('UNKNOWN');
});

test('a handoff between agents is one, a tool of that name is a tool', () => {
  expect(kind({ 'openinference.span.kind': 'TOOL' }, 'handoff to math')).toBe('HANDOFF');
  expect(kind({ 'openinference.span.kind': 'TOOL', 'tool.name': 'x' }, 'handoff to math')).toBe('TOOL');
});

test('the steps of the AI SDK have their kinds', () => {
  expect(kind({ 'ai.operationId': 'ai.streamText' })).toBe('CHAIN');
  expect(kind({ 'ai.operationId': 'ai.streamText.doStream' })).toBe('LLM');
  expect(kind({ 'ai.operationId': 'ai.embedMany.doEmbed' })).toBe('EMBEDDING');
  expect(kind({ 'ai.operationId': 'ai.toolCall' })).toBe('TOOL');
});

test('a logged LangChain result proves a model call where nothing else is said', () => {
  const body = (content: string) => ({ output: { messages: [{ role: 'assistant', content }] } });
  const event = (content: string) => ({ name: 'x', attributes: NO_ATTRIBUTES, body: body(content) });
  expect(kind({}, 'x', { events: [event('{"generations":[[{"text":"a"}]]}')] })).toBe('LLM');
  expect(kind({}, 'x', { events: [event('{"type":"tool","tool_call_id":"c","content":"r"}')] })).toBe('TOOL');
  expect(kind({}, 'x', { events: [event('__end__')] })).toBe('UNKNOWN');
});
