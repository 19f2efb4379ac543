import { pairedT } from './paired-t.ts';
import { tango } from './tango.ts';

/** Whether a treatment is shown to be no worse than a margin allows. */
export interface NonInferiority {
  /** One-sided bound of treatment less baseline, at 1 - alpha. */
  readonly lowerBound: number;
  /** True where the bound lies above -margin. */
  readonly nonInferior: boolean;
}

/** The margin (>= 0, in the unit of the difference) that was fixed before, and the one-sided error, such as 0.05. */
export interface Margin {
  readonly margin: number;
  readonly alpha: number;
}

/** By the t distribution, of one difference a task. Undefined for fewer than two, and where they do not vary. */
export function nonInferiorityT(differences: readonly number[], { margin, alpha }: Margin): NonInferiority | undefined {
  return held(pairedT(differences, 1 - 2 * alpha)?.interval?.low, margin);
}

/** By Tango's score interval, of pairs of which so many have a success of one arm alone. Undefined without pairs. */
export function nonInferiorityTango(
  treatmentOnly: number,
  baselineOnly: number,
  pairs: number,
  { margin, alpha }: Margin,
): NonInferiority | undefined {
  return held(tango(treatmentOnly, baselineOnly, pairs, 1 - 2 * alpha)?.low, margin);
}

function held(lowerBound: number | undefined, margin: number): NonInferiority | undefined {
  return lowerBound === undefined ? undefined : { lowerBound, nonInferior: lowerBound > -margin };
}
