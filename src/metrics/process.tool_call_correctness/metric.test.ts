import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { field, listField } from '../../model/json.ts';
import type { Outcome } from '../../results/outcome.ts';
import { agent, call, llm, makeTrace, recordsOf, traceOf } from '../../testing/make-trace.ts';
import { itKeepsTheMetricContract } from '../../testing/metric-contract.ts';
import { shuffled } from '../../testing/shuffled.ts';
import type { Scoring } from '../define-metric.ts';
import { metric } from './metric.ts';

itKeepsTheMetricContract(metric, fileURLToPath(new URL('./cases', import.meta.url)));

const SCHEMA = { type: 'object', required: ['q'] };

function scored(args: readonly (object | undefined)[], seed = 0): Scoring {
  const children = args.map((each, index) =>
    llm({
      asks: [call('find', each, `c${index}`)],
      toolDefinitions: [{ name: 'find', ...(index % 2 === 0 && { parameters: SCHEMA }) }],
    }),
  );
  const trace = traceOf(shuffled(recordsOf([agent('root', { children })]), seed));
  const context = { config: {}, configFor: () => ({}), dependencies: new Map(), declared: {} };
  return metric.score({ type: 'trace', trace }, context) as Scoring;
}

it('counts each call of a run once, whatever the order of its spans', () => {
  const args = fc.array(fc.constantFrom({ q: 1 }, { z: 1 }, undefined), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(args, fc.nat(), (drawn, seed) => {
      const { details, score } = scored(drawn, seed);
      const wrong = drawn.filter((each) => each === undefined || !('q' in each)).length;
      expect([details.correct, details.incorrect, details.unknown]).toEqual([drawn.length - wrong, wrong, 0]);
      expect(score).toBe(wrong === 0 ? 1 : 0);
    }),
    { numRuns: 40 },
  );
});

it('fills the tables of a summary by tool and by miss', () => {
  const rows = metric.tables?.(scored([{ q: 1 }, {}]) as unknown as Outcome);
  expect(rows?.map(({ table, key, column, count }) => [table, key, column, count])).toEqual([
    ['tools', 'find', 'correct', 1],
    ['tools', 'find', 'incorrect', 1],
    ['misses', 'schema:required:q', 'calls', 1],
  ]);
});

it('takes the tools of the project, their aliases, and those that the framework of the source brings', () => {
  const declared = {
    tools: [{ name: 'book', aliases: ['mcp__book'], parameters: SCHEMA }],
    frameworkTools: new Map([['made', ['Bash']]]),
  };
  const asks = [call('mcp__book', { q: 1 }), call('Bash', { command: 'ls' }), call('odd', {})];
  const trace = makeTrace(agent('root', { children: [llm({ asks })] }));
  const context = { config: {}, configFor: () => ({}), dependencies: new Map(), declared };
  const { details } = metric.score({ type: 'trace', trace }, context) as Scoring;
  expect(
    listField(details, 'calls').map((each) => [field(each, 'name'), field(each, 'valid_tool'), field(each, 'miss')]),
  ).toEqual([
    ['mcp__book', true, null],
    ['Bash', true, 'schema_unknown'],
    ['odd', false, 'tool_not_declared'],
  ]);
});
