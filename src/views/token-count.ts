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

/** What is left of `a`; undefined when `b` is larger in any class. */
export function subtractTokens(a: TokenCount, b: TokenCount): TokenCount | undefined {
  const rest = {
    inputUncached: a.inputUncached - b.inputUncached,
    cacheRead: a.cacheRead - b.cacheRead,
    cacheWrite: a.cacheWrite - b.cacheWrite,
    output: a.output - b.output,
    reasoning: a.reasoning - b.reasoning,
  };
  return Object.values(rest).every((figure) => figure >= 0) ? rest : undefined;
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
