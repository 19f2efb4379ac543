import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Failure } from '../problems/failure.ts';
import { type AgentRun, scoreAgentRuns } from './score-agent-runs.ts';

const RUN: AgentRun = { constraints_met: true, tool_calls: [], terminated: true, steps: 3, escalated: false };

it('does not depend on the order of the runs, and gives shares of all of them', () => {
  const pair = fc.record({ valid_tool: fc.boolean(), valid_params: fc.boolean() });
  const run = fc.record({
    ...{ constraints_met: fc.boolean(), terminated: fc.boolean(), escalated: fc.boolean() },
    ...{ tool_calls: fc.array(pair, { maxLength: 3 }), steps: fc.nat(50) },
  });
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => {
      const scores = scoreAgentRuns(runs);
      expect(scoreAgentRuns([...runs].reverse())).toEqual(scores);
      expect(scores.loop_termination).toBe(runs.filter(({ terminated }) => terminated).length / runs.length);
    }),
    { numRuns: 50 },
  );
});

it.each<[unknown, string]>([
  [{ runs: [] }, 'the runs is an object, and must be a list'],
  [[null], 'runs[0] is null, and must be an object'],
  [[RUN, { ...RUN, steps: Number.NaN }], 'runs[1].steps is NaN, and must be a whole number of 0 or more'],
  [[{ ...RUN, steps: -1 }], 'runs[0].steps is -1'],
  [[{ ...RUN, escalated: 'no' }], 'runs[0].escalated is no, and must be true or false'],
  [[{ ...RUN, tool_calls: undefined }], 'runs[0].tool_calls is undefined, and must be a list'],
  [[{ ...RUN, tool_calls: [{ valid_tool: true }] }], 'runs[0].tool_calls[0].valid_params is undefined'],
])('refuses what is no run: %j', (runs, message) => {
  const score = (): unknown => scoreAgentRuns(runs as AgentRun[]);
  expect(score).toThrow(Failure);
  expect(score).toThrow(message);
});
