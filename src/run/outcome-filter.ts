import type { Json } from '../model/json.ts';
import type { Facets, PartitionRef } from '../results/outcome.ts';
import { type FilterFields, GlobFilter } from './glob-filter.ts';

/** What a filter looks at: of an outcome, or of a delegation whose run was not recorded. */
export interface Filtered {
  readonly metric: string;
  readonly status: string;
  readonly label?: string;
  readonly case_id?: string;
  readonly partition: PartitionRef;
  readonly facets: Pick<Facets, 'agent' | 'task' | 'tags'>;
  readonly details: Readonly<Record<string, Json>>;
}

const FIELDS: FilterFields<Filtered> = {
  agent: (outcome) => [outcome.partition.agent, outcome.facets.agent, ...agentsIn(outcome)],
  trace: (outcome) => [outcome.partition.trace_id],
  session: (outcome) => [outcome.partition.session_id],
  case: (outcome) => [outcome.case_id],
  task: (outcome) => [outcome.facets.task],
  tag: (outcome) => outcome.facets.tags ?? [],
  status: (outcome) => [outcome.status, outcome.label],
  metric: (outcome) => [outcome.metric],
};

/** Agents that the outcome of a trace or session speaks about. */
function agentsIn({ details }: Filtered): string[] {
  const listed = details.agents;
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((entry: unknown) => {
    const agent = typeof entry === 'object' && entry !== null && 'agent' in entry ? entry.agent : undefined;
    return typeof agent === 'string' ? [agent] : [];
  });
}

/** Which outcomes are printed and written. It never changes what is computed. */
export type OutcomeFilter = GlobFilter<Filtered>;

/** Reads the `key=glob` entries of `grade`. Throws Failure CLI_BAD_USAGE. */
export function outcomeFilter(entries: readonly string[]): OutcomeFilter {
  return new GlobFilter(entries, FIELDS, 'grade');
}
