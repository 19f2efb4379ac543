import type { Json } from '../../model/json.ts';
import { textOf } from '../../model/message.ts';
import type { Agent } from '../../views/agents.ts';
import { plainWords, shinglesOf } from '../shingles.ts';

/** Jaccard similarity from which two tasks are alike. */
const ALIKE = 0.8;
const WORDS = 3;
/** Siblings that are compared with each other, and characters of a task. */
const SIBLINGS = 50;
const LONGEST = 20_000;

/** Pairs of siblings whose tasks share most of their three-word sequences. */
export function similarTasks(group: readonly Agent[]): Json[] {
  const tasks = group.slice(0, SIBLINGS).flatMap((agent) => {
    const task = (agent.delegation?.task ?? textOf(agent.input ?? [])).slice(0, LONGEST);
    const found = shinglesOf(plainWords(task), WORDS);
    return found.size ? [{ agent, found }] : [];
  });
  return tasks.flatMap(({ agent, found }, at) =>
    tasks.slice(at + 1).flatMap((other): Json[] => {
      const similarity = jaccard(found, other.found);
      if (similarity < ALIKE) return [];
      return [{ a: agent.span.spanId, b: other.agent.span.spanId, similarity }];
    }),
  );
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  // Sets of such different size cannot be alike: most pairs need no look at what they hold.
  if (Math.min(a.size, b.size) < ALIKE * Math.max(a.size, b.size)) return 0;
  let both = 0;
  for (const each of a) if (b.has(each)) both++;
  return both / (a.size + b.size - both);
}
