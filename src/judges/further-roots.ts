import { caseFields } from '../metrics/case-fields.ts';
import type { Session } from '../model/trace.ts';

/**
 * Keys that some case has beyond the standard ones. A placeholder of one is known in the whole run: where a case lacks
 * it, that is an error of the case, and not a brace that stays as it is.
 */
export function furtherRootsOf(sessions: Iterable<Session>): ReadonlySet<string> {
  const roots = new Set<string>();
  for (const { traces } of sessions)
    for (const trace of traces) for (const root of caseFields({ type: 'trace', trace }).further) roots.add(root);
  return roots;
}
