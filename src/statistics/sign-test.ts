import { mcnemarExact } from './mcnemar.ts';

/** The exact two-sided p-value of the sign test: ties say nothing and are left out. 1 where all are ties. */
export function signTest(wins: number, losses: number): number {
  return mcnemarExact(wins, losses);
}

/** The smallest p-value that `n` tasks can give in a sign or sign-flip test, all of them on one side. */
export function smallestSignTestP(n: number): { readonly twoSided: number; readonly oneSided: number } {
  return { twoSided: Math.min(1, 2 * 0.5 ** n), oneSided: 0.5 ** n };
}
