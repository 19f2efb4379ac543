import { expect, it } from 'vitest';
import { NO_CONFIG } from '../config/loaded-config.ts';
import type { Outcome } from '../results/outcome.ts';
import { GateBoard } from './gate-board.ts';
import { planRun } from './plan.ts';

function outcome(id: string, score: number, details: Outcome['details'] = {}): Outcome {
  return {
    ...{ id, metric: 'constraint_satisfaction', version: '1.0.0', config_hash: 'h', status: 'scored', score },
    partition: { type: 'trace', session_id: 's', trace_id: id },
    ...{ because: 'x', evidence: [], details, touched_by: [], facets: { source: 'made' } },
  };
}

it('keeps evidence out of a gate that was declared when the run had already started', () => {
  const plan = planRun({ set: [], failBelow: ['process.constraint_satisfaction=0.75'] }, NO_CONFIG);
  const board = new GateBoard(plan, () => {
    throw new Error('no baseline is asked for');
  });
  board.add(outcome('a', 1), 'process.constraint_satisfaction');
  board.add(outcome('b', 0, { excluded_from_gates: true }), 'process.constraint_satisfaction');
  expect(board.verdicts()).toMatchObject([
    { metric: 'process.constraint_satisfaction', state: 'held', value: 1, denominator: 1 },
  ]);
});
