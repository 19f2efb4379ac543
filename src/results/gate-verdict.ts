import type { IntervalFigure, StepFigures } from './metric-summary.ts';
import type { Ref, Scope } from './outcome.ts';

/** The verdict of one gate. `unsupported`: the evidence cannot carry a verdict. `advisory`: no effect on the exit code. */
export interface GateVerdict {
  readonly metric: string;
  readonly scope: Scope;
  readonly statistic: string;
  /** The condition as text, such as `at least 0.95`. */
  readonly condition: string;
  readonly where: Readonly<Record<string, string>>;
  readonly state: 'held' | 'failed' | 'unsupported';
  readonly advisory: boolean;
  readonly value: number | null;
  readonly interval: IntervalFigure | null;
  readonly numerator: number | null;
  readonly denominator: number;
  readonly coverage: number | null;
  readonly errors: number;
  /** Of the runs that a gate on their termination looks at. */
  readonly steps?: StepFigures;
  readonly reason: string;
  /** The worst outcomes, at most five: their id, sentence and first evidence. */
  readonly offenders: readonly {
    readonly outcome: string;
    readonly because: string;
    readonly evidence: readonly Ref[];
  }[];
}
