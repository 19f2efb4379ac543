import type { Terminal } from '../../model/terminal.ts';
import type { ModelRecord } from '../../model/trace.ts';
import type { Code } from '../../problems/codes.ts';
import type { Problem } from '../../problems/problem.ts';

/** How a run ended whose recording is not whole: nobody knows. */
export const RECORDING_CUT: Terminal = { state: 'incomplete', reason: 'recording_cut', source: 'derived' };

/** Problems after which records of a file are missing. */
const LOSSY: ReadonlySet<Code> = new Set<Code>([
  'INPUT_TRUNCATED_GZIP',
  'INPUT_INFLATE_LIMIT',
  'INPUT_UNREADABLE',
  'INPUT_LINE_TOO_LONG',
  'INPUT_TOO_DEEP',
]);

/** True for a problem after which records of a file are missing. */
export function isLossy({ code }: Problem): boolean {
  return LOSSY.has(code);
}

/** What is missing of one file, and the traces that it may have belonged to. */
export class Loss {
  readonly #traces = new Set<string>();
  readonly #named = new Set<string>();
  #concernsAll = false;
  #isLast = false;

  /** Takes a problem of the file. */
  told(found: Problem): void {
    if (isLossy(found)) this.#concernsAll = true;
  }

  /** A record was lost; of the trace that is named, or of any. */
  lost(traceId: string | undefined): void {
    if (traceId === undefined) this.#concernsAll = true;
    else this.#named.add(traceId);
    this.#isLast = true;
  }

  /** A record was read whole: what was lost before it is not the end of the file. */
  wentOn(): void {
    this.#isLast = false;
  }

  /** A trace that the file has records of. */
  seen(traceId: string): void {
    this.#traces.add(traceId);
  }

  /** True for a trace that may lack a record. Where the file breaks off at its end, any of them may. */
  concerns(traceId: string): boolean {
    return this.#concernsAll || this.#isLast || this.#named.has(traceId);
  }

  /** Each trace that may lack a record, as one whose run ended nobody knows how. */
  *marks(): Generator<ModelRecord> {
    for (const traceId of this.#traces)
      if (this.concerns(traceId)) yield { type: 'trace', traceId, terminal: RECORDING_CUT };
  }
}
