import { isBackground } from './delegation-records.ts';
import type { BackgroundEnds } from './notifications.ts';
import type { FileRecords } from './read-family.ts';
import type { Run } from './run.ts';

interface Placed {
  readonly position: number;
  readonly traceId: string;
}

/**
 * The traces that may lack a record of their family: those of the records before each loss, those of agents whose start
 * is in no file, and those of agents whose end was not told before the session breaks off.
 */
export function tracesWithLoss(
  runs: readonly Run[],
  files: readonly FileRecords[],
  ends: BackgroundEnds,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (files.every(({ losses }) => losses.length === 0)) return found;
  const byFile = placedByFile(runs);
  for (const { path, losses } of files) {
    const placed = byFile.get(path) ?? [];
    for (const position of losses) {
      const traceId = (placed[firstAfter(placed, position) - 1] ?? placed[0])?.traceId;
      if (traceId !== undefined) found.add(traceId);
    }
  }
  for (const run of runs) if (!run.turn && !isEndKnown(run, ends)) found.add(run.traceId);
  return found;
}

function isEndKnown({ launch, parentId }: Run, ends: BackgroundEnds): boolean {
  if (!launch) return parentId !== undefined;
  if (launch.agentId !== undefined && ends.has(launch.agentId)) return true;
  return launch.call.result !== undefined && !isBackground(launch.call);
}

/** Where the records of each file went, in order of reading. */
function placedByFile(runs: readonly Run[]): Map<string, Placed[]> {
  const byFile = new Map<string, Placed[]>();
  for (const { traceId, thread } of runs) {
    for (const { position, at } of thread.records) {
      const placed = byFile.get(at.file);
      if (placed) placed.push({ position, traceId });
      else byFile.set(at.file, [{ position, traceId }]);
    }
  }
  for (const placed of byFile.values()) placed.sort((a, b) => a.position - b.position);
  return byFile;
}

function firstAfter(placed: readonly Placed[], position: number): number {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placed[middle]?.position ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
