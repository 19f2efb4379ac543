import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { agent, call, llm, makeTrace, tool } from '../../testing/make-trace.ts';
import { itKeepsTheMetricContract } from '../../testing/metric-contract.ts';
import { metric } from './metric.ts';

itKeepsTheMetricContract(metric, fileURLToPath(new URL('./cases', import.meta.url)));

it('fills the tables of a summary by initiator, success and interactions', () => {
  const asked = [call('AskUserQuestion', {}, 'a'), call('request_human', {}, 'b')];
  const children = [
    llm({ asks: asked }),
    tool('AskUserQuestion', { callId: 'a' }),
    tool('request_human', { callId: 'b' }),
  ];
  const made = makeTrace(agent('root', { children }));
  const trace = { ...made, case: { id: 'k', recorded: { success: false } } };
  const context = { config: {}, configFor: () => ({}), dependencies: new Map(), declared: {} };
  const scoring = metric.score({ type: 'trace', trace }, context);
  const rows = metric.tables?.(scoring as unknown as Parameters<NonNullable<typeof metric.tables>>[0]);
  expect(rows?.map(({ table, key, column, count }) => [table, key, column, count])).toEqual([
    ['success', 'escalated', 'failed', 1],
    ['initiator', 'agent', 'runs', 1],
    ['hitl', 'approvals, questions and feedback', 'interactions', 1],
    ['hitl', 'approvals, questions and feedback', 'runs', 1],
  ]);
});
