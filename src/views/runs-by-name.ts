import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { defineView } from './define-view.ts';
import { plainName } from './plain-name.ts';

const NONE: readonly Span[] = [];

/** Runs of agents by name, id and path, as recorded and as plain names, in canonical order. */
const runsByName = defineView('runs-by-name', 2, (trace: Trace): ReadonlyMap<string, readonly Span[]> => {
  const byName = new Map<string, Span[]>();
  for (const span of agentRuns(trace).spans) {
    const names = [span.agent?.name, span.agent?.id, span.agent?.path].flatMap((name) =>
      name === undefined ? [] : [`=${name}`, `~${plainName(name)}`],
    );
    for (const name of new Set(names)) {
      const list = byName.get(name);
      if (list) list.push(span);
      else byName.set(name, [span]);
    }
  }
  return byName;
});

/** Runs of an agent by its name, else by the name as a tool call spells it (`transfer_to_math_tutor` for `Math Tutor`). */
export function runsNamed(trace: Trace, name: string): readonly Span[] {
  const byName = runsByName(trace);
  const plain = plainName(name);
  return byName.get(`=${name}`) ?? (plain === '' ? NONE : (byName.get(`~${plain}`) ?? NONE));
}

/** The last of some runs, in canonical order, that started by a time; all starts are unknown or the time is: the first. */
export function lastStartedBy(runs: readonly Span[], time: bigint | undefined): Span | undefined {
  if (time === undefined) return runs[0];
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = runs[middle]?.startNs;
    if (start !== undefined && start <= time) low = middle + 1;
    else high = middle;
  }
  return runs[low - 1] ?? runs[0];
}
