import type { Delegation } from '../../model/delegation.ts';
import type { Terminal } from '../../model/terminal.ts';
import type { ModelRecord } from '../../model/trace.ts';
import type { Code } from '../../problems/codes.ts';
import type { Problem } from '../../problems/problem.ts';
import { dependsOnOthers, withheld } from './withhold.ts';

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
  readonly #waiting: ModelRecord[] = [];
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

  /** Takes a record that was read, and gives it back at once where no loss would change what it says. */
  *take(record: ModelRecord): Generator<ModelRecord> {
    const traceId = traceOf(record);
    if (traceId !== undefined) this.#traces.add(traceId);
    if (waits(record)) this.#waiting.push(record);
    else yield record;
  }

  /** True for a trace that may lack a record. Where the file breaks off at its end, any of them may. */
  concerns(traceId: string): boolean {
    return this.#concernsAll || this.#isLast || this.#named.has(traceId);
  }

  /** At the end of the file: the records that waited, and each trace that may lack a record as one without a known end. */
  *finish(): Generator<ModelRecord> {
    for (const record of this.#waiting.splice(0)) yield this.settled(record);
    for (const traceId of this.#traces)
      if (this.concerns(traceId)) yield { type: 'trace', traceId, terminal: RECORDING_CUT };
  }

  /** A record as it can be said once the file was read to its end. */
  settled(record: ModelRecord): ModelRecord {
    if (record.type === 'span' && this.concerns(record.span.traceId)) return { ...record, span: withheld(record.span) };
    if (record.type === 'delegation' && this.concerns(record.delegation.traceId))
      return { ...record, delegation: stillRunning(record.delegation) };
    if (record.type !== 'trace' || !this.concerns(record.traceId)) return record;
    const { terminal: _, ...rest } = record;
    return rest;
  }
}

/** A delegation without a known end: its agent may stand in the lost part, and cannot be called missing. */
export function stillRunning(delegation: Delegation): Delegation {
  return delegation.status === 'unknown' ? { ...delegation, status: 'running' } : delegation;
}

function waits(record: ModelRecord): boolean {
  if (record.type === 'span') return dependsOnOthers(record.span);
  if (record.type === 'delegation') return record.delegation.status === 'unknown';
  return record.type === 'trace' && record.terminal !== undefined;
}

function traceOf(record: ModelRecord): string | undefined {
  if (record.type === 'span') return record.span.traceId;
  if (record.type === 'delegation') return record.delegation.traceId;
  return record.type === 'trace' || record.type === 'content' ? record.traceId : undefined;
}
