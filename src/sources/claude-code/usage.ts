import { field, numberField } from '../../model/json.ts';
import { toUsage, type Usage } from '../../model/usage.ts';

/** Tokens as Anthropic reports them; the input stands without the cache classes. */
export interface Counters {
  readonly input?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly cacheWrite1h?: number;
  readonly output?: number;
  readonly reasoning?: number;
}

const FIGURES = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens', 'output_tokens'];

/** The first figure of a `usage` object that is no count: it is unknown in the result. */
export function badFigure(usage: unknown): { readonly what: string; readonly value: string } | undefined {
  for (const name of FIGURES) {
    const value = field(usage, name);
    if (value === undefined || value === null) continue;
    const count = numberField(usage, name);
    if (count === undefined || count < 0)
      return { what: `usage.${name}`, value: count === undefined ? typeof value : String(count) };
  }
  return undefined;
}

/** Reads a `usage` object. Negative figures are unknown. */
export function countersOf(usage: unknown): Counters {
  return {
    ...counter('input', numberField(usage, 'input_tokens')),
    ...counter('cacheRead', numberField(usage, 'cache_read_input_tokens')),
    ...counter('cacheWrite', numberField(usage, 'cache_creation_input_tokens')),
    ...counter('cacheWrite1h', numberField(field(usage, 'cache_creation'), 'ephemeral_1h_input_tokens')),
    ...counter('output', numberField(usage, 'output_tokens')),
    ...counter('reasoning', numberField(field(usage, 'output_tokens_details'), 'thinking_tokens')),
  };
}

function counter(name: keyof Counters, value: number | undefined): Counters {
  return value === undefined || value < 0 ? {} : { [name]: value };
}

/** The larger of each counter: the lines of one message repeat its usage, and the first ones are too early. */
export function largest(a: Counters, b: Counters): Counters {
  return {
    ...counter('input', larger(a.input, b.input)),
    ...counter('cacheRead', larger(a.cacheRead, b.cacheRead)),
    ...counter('cacheWrite', larger(a.cacheWrite, b.cacheWrite)),
    ...counter('cacheWrite1h', larger(a.cacheWrite1h, b.cacheWrite1h)),
    ...counter('output', larger(a.output, b.output)),
    ...counter('reasoning', larger(a.reasoning, b.reasoning)),
  };
}

function larger(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

/** True when two records count the same input: then they are of the same call. */
export function isSameInput(a: Counters, b: Counters): boolean {
  return (
    a.input !== undefined &&
    a.input === b.input &&
    (a.cacheRead ?? 0) === (b.cacheRead ?? 0) &&
    (a.cacheWrite ?? 0) === (b.cacheWrite ?? 0)
  );
}

/** Usage in the classes of the model. */
export function usageOf(counters: Counters, scope: Usage['scope'], coverage: Usage['coverage']): Usage | undefined {
  return toUsage({ ...counters, convention: 'exclusive' }, scope, coverage);
}
