import type { AgentEntry, RunResult } from '../results/run-result.ts';
import type { ReportOptions } from './define-report.ts';
import { grouped, plural } from './figures.ts';

type Filtering = Pick<ReportOptions, 'filter'>;

/** The agents that get a line. */
export function shownAgents({ agents }: RunResult, { filter }: Filtering): readonly AgentEntry[] {
  return filter ? agents.filter((agent) => filter.shows(agent)) : agents;
}

/** `1 of 3 agents shown (filter agent=geo*)`; undefined without a filter. */
export function shownWords(run: RunResult, options: Filtering): string | undefined {
  if (!options.filter) return undefined;
  const shown = shownAgents(run, options).length;
  return `${grouped(shown)} of ${plural(run.agents.length, 'agent')} shown${filterNote(options)}`;
}

/** ` (filter agent=geo*)` for a line that counts what the filter leaves; nothing without a filter. */
export function filterNote({ filter }: Filtering): string {
  return filter ? ` (filter ${filter.asked})` : '';
}
