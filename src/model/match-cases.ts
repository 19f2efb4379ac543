import { canonicalJson } from './canonical-json.ts';
import type { EvaluationCase } from './case.ts';
import type { Trace } from './trace.ts';

/**
 * Finds the cases that a trace matches: all that a match names must hold. Each case is filed under one thing that it
 * asks for, so that a trace meets only the few cases that can be its own.
 */
export class CaseMatcher {
  readonly #byTrace = new Map<string, EvaluationCase[]>();
  readonly #bySession = new Map<string, EvaluationCase[]>();
  readonly #byAttribute = new Map<string, EvaluationCase[]>();
  /** Attributes that some case asks for. */
  readonly #keys = new Set<string>();

  constructor(cases: readonly EvaluationCase[]) {
    for (const given of cases) {
      const { match } = given;
      const pairs = [...(match?.attributes ?? [])];
      for (const [key] of pairs) this.#keys.add(key);
      const [pair] = pairs;
      if (match?.trace !== undefined) push(this.#byTrace, match.trace, given);
      else if (match?.session !== undefined) push(this.#bySession, match.session, given);
      else if (pair) push(this.#byAttribute, pairText(...pair), given);
    }
  }

  casesOf(trace: Trace): EvaluationCase[] {
    const pairs = this.#pairsOf(trace);
    const candidates = [
      ...(this.#byTrace.get(trace.traceId) ?? []),
      ...(this.#bySession.get(trace.sessionId) ?? []),
      ...[...pairs].flatMap((pair) => this.#byAttribute.get(pair) ?? []),
    ];
    return candidates.filter(({ match }) => {
      if (match?.trace !== undefined && match.trace !== trace.traceId) return false;
      if (match?.session !== undefined && match.session !== trace.sessionId) return false;
      return [...(match?.attributes ?? [])].every((pair) => pairs.has(pairText(...pair)));
    });
  }

  /** The attributes of a trace that any case asks for. */
  #pairsOf(trace: Trace): Set<string> {
    const pairs = new Set<string>();
    if (this.#keys.size === 0) return pairs;
    for (const { attributes } of trace.spans)
      for (const key of this.#keys) {
        const value = attributes.get(key);
        if (value !== undefined) pairs.add(pairText(key, value));
      }
    return pairs;
  }
}

function pairText(key: string, value: unknown): string {
  return `${JSON.stringify(key)}:${canonicalJson(value)}`;
}

function push(lists: Map<string, EvaluationCase[]>, key: string, value: EvaluationCase): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
