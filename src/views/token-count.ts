import { inputTokens, type Usage } from '../model/usage.ts';

/** Tokens of some calls, by class. Reasoning is a part of output. Every figure is a sum of what is known. */
export interface TokenCount {
  readonly inputUncached: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

export const NO_TOKENS: TokenCount = { inputUncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** What a usage record adds to a count. */
export function tokensOf(usage: Usage): TokenCount {
  return {
    inputUncached: usage.inputUncached ?? 0,
    cacheRead: usage.cacheRead ?? 0,
    cacheWrite: usage.cacheWrite ?? 0,
    output: usage.output ?? 0,
    reasoning: usage.reasoning ?? 0,
  };
}

export function addTokens(a: TokenCount, b: TokenCount): TokenCount {
  return {
    inputUncached: a.inputUncached + b.inputUncached,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
  };
}

/**
 * What is left of a whole once parts are taken out, never below zero. All input is told apart first: a part can name
 * its cached tokens where the whole does not.
 */
export function restOf(whole: TokenCount, parts: TokenCount): TokenCount {
  let left = Math.max(0, inputOf(whole) - inputOf(parts));
  const take = (figure: number): number => {
    const taken = Math.min(Math.max(0, figure), left);
    left -= taken;
    return taken;
  };
  const cacheRead = take(whole.cacheRead - parts.cacheRead);
  const cacheWrite = take(whole.cacheWrite - parts.cacheWrite);
  const output = Math.max(0, whole.output - parts.output);
  const reasoning = Math.min(output, Math.max(0, whole.reasoning - parts.reasoning));
  return { inputUncached: left, cacheRead, cacheWrite, output, reasoning };
}

/** Input of every class. */
export function inputOf(count: TokenCount): number {
  return count.inputUncached + count.cacheRead + count.cacheWrite;
}

/** Input of every class and output. */
export function totalOf(count: TokenCount): number {
  return inputOf(count) + count.output;
}

/** True when both the input and the output of a record are known, and nothing says that they are only a part. */
export function isWhole(usage: Usage): boolean {
  return usage.coverage !== 'partial' && inputTokens(usage) !== undefined && usage.output !== undefined;
}

/** True for usage that is of one or more calls of its own span; a running total of everything so far is of none. */
export function isOfCalls(usage: Usage | undefined): usage is Usage {
  return usage !== undefined && usage.scope !== 'cumulative_snapshot';
}
