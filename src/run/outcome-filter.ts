import { matchesGlob } from '../metrics/glob.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { Outcome } from '../results/outcome.ts';

const FIELDS: Readonly<Record<string, (outcome: Outcome) => readonly (string | undefined)[]>> = {
  agent: (outcome) => [outcome.partition.agent, outcome.facets.agent, ...agentsIn(outcome)],
  trace: (outcome) => [outcome.partition.trace_id],
  session: (outcome) => [outcome.partition.session_id],
  case: (outcome) => [outcome.case_id],
  task: (outcome) => [outcome.facets.task],
  tag: (outcome) => outcome.facets.tags ?? [],
  status: (outcome) => [outcome.status, outcome.status === 'scored' ? outcome.label : undefined],
  metric: (outcome) => [outcome.metric],
};

/** Agents that the outcome of a trace or session speaks about. */
function agentsIn({ details }: Outcome): string[] {
  const listed = details.agents;
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((entry: unknown) => {
    const agent = typeof entry === 'object' && entry !== null && 'agent' in entry ? entry.agent : undefined;
    return typeof agent === 'string' ? [agent] : [];
  });
}

/** Which outcomes are printed and written. It never changes what is computed. */
export type OutcomeFilter = (outcome: Outcome) => boolean;

/** Reads `key=glob` entries: entries of one key are alternatives, different keys must all hold. */
export function outcomeFilter(entries: readonly string[]): OutcomeFilter {
  const wanted = new Map<string, string[]>();
  for (const entry of entries) {
    const equals = entry.indexOf('=');
    const key = entry.slice(0, Math.max(0, equals));
    if (equals < 1)
      throw new Failure('CLI_BAD_USAGE', {
        reason: `--filter takes key=glob, and was given '${entry}'`,
        command: 'grade',
      });
    if (!Object.hasOwn(FIELDS, key)) {
      const known = Object.keys(FIELDS);
      const reason = `--filter knows ${known.join(', ')}, not '${key}'.${didYouMean(key, known)}`;
      throw new Failure('CLI_BAD_USAGE', { reason, command: 'grade' });
    }
    wanted.set(key, [...(wanted.get(key) ?? []), entry.slice(equals + 1)]);
  }
  return (outcome) =>
    [...wanted].every(([key, globs]) => {
      const values = FIELDS[key]?.(outcome) ?? [];
      return globs.some((glob) => values.some((value) => value !== undefined && matchesGlob(glob, value)));
    });
}
