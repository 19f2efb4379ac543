import { expect, test } from 'vitest';
import type { Json } from '../../model/json.ts';
import { makeSpan, type SpanInput } from '../../model/span.ts';
import { delegationsOf } from './delegations.ts';

function edges(input: Partial<SpanInput>, attributes: Record<string, Json> = {}, scope?: string) {
  const base = { traceId: 't', spanId: 's', name: 'n', kind: 'TOOL' as const, at: { file: 'f' } };
  return delegationsOf(makeSpan({ ...base, ...input, attributes: new Map(Object.entries(attributes)) }), scope);
}

test('a handoff span states both agents, by attributes or by its name', () => {
  const attributes = { 'gen_ai.handoff.from_agent': 'a', 'gen_ai.handoff.to_agent': 'b' };
  expect(edges({ kind: 'HANDOFF' }, attributes)).toMatchObject([{ fromAgent: 'a', toAgent: 'b', viaSpanId: 's' }]);
  expect(edges({ kind: 'HANDOFF', name: 'a → b.handoff' })).toMatchObject([{ fromAgent: 'a', toAgent: 'b' }]);
  expect(edges({ kind: 'HANDOFF', name: 'handoff to b' })).toMatchObject([{ toAgent: 'b' }]);
  expect(edges({ kind: 'HANDOFF', name: 'somewhere' })).toEqual([]);
});

test('a transfer states whether control comes back', () => {
  const target = { 'gen_ai.transfer.target.name': 'b' };
  expect(edges({}, { ...target, 'gen_ai.transfer.mode': 'return_to_caller' })).toMatchObject([{ mode: 'tool_return' }]);
  expect(edges({}, { ...target, 'gen_ai.transfer.mode': 'pass_control' })).toMatchObject([{ mode: 'handoff' }]);
});

test('the handoff tools of ADK and Strands name the agent in their arguments', () => {
  const tool = { name: 'handoff_to_agent', callId: 'c', arguments: { agent_name: 'b', message: 'do it' } };
  expect(edges({ tool })).toMatchObject([{ toAgent: 'b', task: 'do it', viaToolCallId: 'c', mode: 'handoff' }]);
  expect(edges({ tool: { name: 'handoff_to_agent', arguments: 'b' } })).toEqual([]);
  expect(edges({ tool: { name: 'handoff_to_user', arguments: { agent_name: 'b' } } })).toEqual([]);
});

test('a receiving agent names its source; only some exporters mean a handoff by it', () => {
  const agent = { kind: 'AGENT' as const, agent: { name: 'b' } };
  const node = { 'graph.node.parent_id': 'a' };
  expect(edges(agent, { 'gen_ai.agent.handoff_parent': 'a' })).toMatchObject([
    { fromAgent: 'a', toSpanId: 's', mode: 'handoff' },
  ]);
  expect(edges(agent, node, 'openinference.instrumentation.openai_agents')).toMatchObject([{ mode: 'handoff' }]);
  expect(edges(agent, node, 'openinference.instrumentation.crewai')).toMatchObject([{ mode: 'route' }]);
  expect(edges(agent, { 'graph.node.parent_id': 'b' })).toEqual([]);
  expect(edges({ kind: 'CHAIN' }, node)).toEqual([]);
});
