import type { Json } from '../../model/json.ts';
import type { BrokenValue } from '../input/broken-value.ts';
import type { Step } from '../input/open-path.ts';
import { halfReadOf, takeOut } from '../input/without-half-read.ts';
import { containerOf } from './containers/detect-container.ts';
import { recordIds } from './span-record.ts';

/** What is whole of a container that breaks. */
export interface WholeRecords {
  /** The container without its half-read record; undefined where nothing is left. */
  readonly value?: Json;
  /** The way to what was left out. */
  readonly halfRead: readonly Step[];
  /** The trace of the half-read record, where it was read so far. */
  readonly traceId?: string;
}

const RECORD_LISTS: ReadonlySet<Step | undefined> = new Set(['spans', 'logRecords', 'log_records', 'logs']);

/** Takes the half-read span or log record out of a container; what is around it stays, as far as it was read. */
export function wholeRecords(broken: BrokenValue): WholeRecords {
  let traceId: string | undefined;
  for (const { node, path } of halfReadOf(broken)) {
    traceId = recordIds(node as Json).traceId ?? traceId;
    if (!isRecord(node as Json, path)) continue;
    const found = { halfRead: path, ...(traceId !== undefined && { traceId }) };
    return takeOut(broken.value, path) ? { ...found, value: broken.value as Json } : found;
  }
  return { halfRead: [], value: broken.value as Json };
}

/** A span, a log record, or what holds none yet. */
function isRecord(node: Json, path: readonly Step[]): boolean {
  if (typeof path.at(-1) === 'number' && RECORD_LISTS.has(path.at(-2))) return true;
  const container = Array.isArray(node) ? 'list' : containerOf(node);
  return container === undefined || container === 'span' || container === 'log' || container === 'attributes';
}
