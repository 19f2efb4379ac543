/** Whether a usage record is of one call, of a subtree, of everything so far, or of the last call only. */
export type UsageScope = 'exclusive' | 'inclusive' | 'cumulative_snapshot' | 'last_call' | 'unknown';

/**
 * Tokens of one record. The classes do not overlap: all input = inputUncached + cacheRead + cacheWrite;
 * reasoning is a part of output. Absent means unknown, never zero.
 */
export interface Usage {
  readonly inputUncached?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** The part of `cacheWrite` that is kept for an hour, where the record tells; it has a price of its own. */
  readonly cacheWrite1h?: number;
  readonly output?: number;
  readonly reasoning?: number;
  /** The input figure as the record gave it, before the cache classes were taken apart. */
  readonly inputTotalReported?: number;
  readonly scope: UsageScope;
  /** `partial`: a lower bound, some of the record is known to be missing. */
  readonly coverage: 'full' | 'partial' | 'unknown';
}

/** US dollars of one record, as reported by its source. */
export interface Cost {
  readonly usd: number;
  readonly scope: UsageScope;
  readonly source: string;
}

/** What a record reports: input with or without the cache classes inside. */
export interface ReportedUsage {
  readonly input?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly cacheWrite1h?: number | undefined;
  readonly output?: number | undefined;
  readonly reasoning?: number | undefined;
  /** `inclusive`: cached tokens are part of `input` (OpenAI, OTel). `exclusive`: they stand beside it (Anthropic). */
  readonly convention: 'inclusive' | 'exclusive';
}

/**
 * Takes the classes apart. Emitters break the inclusive convention: where the cache figures exceed the input,
 * the record is read as exclusive. Undefined when the record reports no figure at all.
 */
export function toUsage(
  reported: ReportedUsage,
  scope: UsageScope,
  coverage: Usage['coverage'] = 'full',
): Usage | undefined {
  const { input, cacheRead, cacheWrite, cacheWrite1h, output, reasoning } = reported;
  if ([input, cacheRead, cacheWrite, output, reasoning].every((figure) => figure === undefined)) return undefined;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const inside = reported.convention === 'inclusive' && input !== undefined && cached <= input;
  const uncached = input === undefined ? undefined : inside ? input - cached : input;
  return {
    ...(uncached !== undefined && { inputUncached: uncached }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(cacheWrite1h !== undefined && cacheWrite1h <= (cacheWrite ?? 0) && { cacheWrite1h }),
    ...(output !== undefined && { output }),
    ...(reasoning !== undefined && { reasoning }),
    ...(input !== undefined && { inputTotalReported: input }),
    scope,
    coverage: input === undefined || output === undefined ? 'partial' : coverage,
  };
}

/** Input of every class, or undefined when none is known. */
export function inputTokens(usage: Usage): number | undefined {
  const { inputUncached, cacheRead, cacheWrite } = usage;
  if (inputUncached === undefined && cacheRead === undefined && cacheWrite === undefined) return undefined;
  return (inputUncached ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
}
