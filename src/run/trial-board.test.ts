import { describe, expect, it } from 'vitest';
import type { EvaluationCase } from '../model/case.ts';
import type { Trace } from '../model/trace.ts';
import type { Verdict } from '../results/outcome.ts';
import { makeOutcome } from '../testing/make-run.ts';
import { agent, recordsOf, traceOf } from '../testing/make-trace.ts';
import { TrialBoard } from './trial-board.ts';

const plain = traceOf(recordsOf([agent('lead')]));

function traceWith(id: string, evaluated?: EvaluationCase, sessionId = id): Trace {
  return { ...plain, traceId: id, sessionId, ...(evaluated && { case: evaluated }) };
}

const trial = (task: string, number: number, success?: unknown): EvaluationCase => ({
  id: `${task}-${number}`,
  task: { id: task },
  trial: number,
  ...(success !== undefined && { recorded: { success } as NonNullable<EvaluationCase['recorded']> }),
});

const add = (board: TrialBoard, ...traces: readonly Trace[]): void => {
  for (const trace of traces) board.add({ sessionId: trace.sessionId, traces: [trace] });
};

describe('trials by the recorded success', () => {
  it('are told apart by task and trial; a success that is no yes or no is open', () => {
    const board = new TrialBoard();
    add(board, traceWith('a', trial('x', 0, true)), traceWith('b', trial('x', 1, false)));
    add(board, traceWith('c', trial('y', 0, 'yes')), traceWith('d', trial('y', 1)), traceWith('e'));
    expect(board.result()).toMatchObject({
      success: 'recorded.success',
      tasks: 2,
      trials: 4,
      successes: 1,
      unresolved: 2,
      without_case: 1,
      reasons: { success_not_recorded: 2 },
    });
  });

  it('of a case that names no task or trial are its sessions', () => {
    const board = new TrialBoard();
    const bare: EvaluationCase = { id: 'only', recorded: { success: true } };
    add(board, traceWith('a', bare, 's1'), traceWith('b', bare, 's1'), traceWith('c', bare, 's2'));
    expect(board.result()).toMatchObject({ tasks: 1, trials: 2, successes: 2 });
  });

  it('without a trace are open, unless the case says how they went', () => {
    const board = new TrialBoard();
    board.addMissing(trial('x', 0));
    board.addMissing(trial('x', 1, false));
    expect(board.result()).toMatchObject({ trials: 2, scored: 1, unresolved: 1, reasons: { trace_missing: 1 } });
  });
});

describe('trials by a metric', () => {
  const stateOf = (verdict: Verdict) => {
    const board = new TrialBoard('my.metric');
    add(board, traceWith('a', trial('x', 0, false)));
    const partition = { type: 'trace', trace_id: 'a', session_id: 'a' } as const;
    board.addOutcome(makeOutcome(verdict, { partition }), 'my.metric');
    board.addOutcome(makeOutcome({ status: 'scored', score: 1 }, { partition }), 'my.other');
    board.addOutcome(makeOutcome({ status: 'scored', score: 1 }, { partition: { type: 'span' } }), 'my.metric');
    const { scored, successes, unresolved, not_applicable, reasons } = board.result();
    return { scored, successes, unresolved, not_applicable, reasons };
  };

  it.each([
    [
      { status: 'scored', score: 1 },
      { scored: 1, successes: 1 },
    ],
    [
      { status: 'scored', score: 0.9 },
      { scored: 1, successes: 0 },
    ],
    [
      { status: 'scored', score: 0.9, bounds: [0.9, 1] },
      { scored: 0, unresolved: 1 },
    ],
    [
      { status: 'unresolved', score: null, reason: 'x', bounds: [0, 1] },
      { unresolved: 1, reasons: { x: 1 } },
    ],
    [
      { status: 'error', score: null, reason: 'metric_failed', message: 'y' },
      { unresolved: 1, successes: 0 },
    ],
    [
      { status: 'not_applicable', score: null, reason: 'z' },
      { not_applicable: 1, scored: 0, unresolved: 0 },
    ],
  ] as const)('take %j as %j', (verdict, expected) => {
    expect(stateOf(verdict)).toMatchObject(expected);
  });

  it('stay open where no trace was recorded', () => {
    const board = new TrialBoard('my.metric');
    board.addMissing(trial('x', 0, true));
    expect(board.result()).toMatchObject({ success: 'my.metric', unresolved: 1, pass_at_k: [{ value: null }] });
  });
});
