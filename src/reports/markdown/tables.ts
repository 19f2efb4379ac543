import type { AgentEntry, RunResult } from '../../results/run-result.ts';
import { rolePhrase, standingOf, worstFirst } from '../agent-roll.ts';
import { counts, grouped, plural, sortedCounts, tokens } from '../figures.ts';
import { gateAsks, gateFound, gateState, worstGates } from '../gate-words.ts';
import { filePlace, firstAt } from '../place.ts';
import { groupsBy, groupWords, passWords, sortedTables, toldSummaries, trialWords } from '../summary-parts.ts';
import { leftOutWords, meanWords, spreadWords, stepWords } from '../summary-words.ts';
import { folded, type Say, table } from './sheet.ts';

/** Gates, failed ones first, with their worst offender. */
export function* gateTable(run: RunResult, say: Say): Generator<string> {
  if (run.gates.length === 0) return;
  yield '';
  yield* table(
    ['', 'Gate', 'Found', 'Worst'],
    worstGates(run.gates).map((gate) => {
      const [worst] = gate.state === 'held' ? [] : gate.offenders;
      const at = firstAt(worst?.evidence ?? []);
      const reason = gate.reason && gate.value !== null && gate.state !== 'held' ? `; ${gate.reason}` : '';
      return [
        gateState(gate),
        say(gateAsks(gate)),
        say(`${gateFound(gate)}${reason}`),
        worst ? `${at ? `${say(filePlace(at))}: ` : ''}${say(worst.because)}` : '',
      ];
    }),
  );
}

/** Agents, worst first, at most `limit`. */
export function* agentTable(run: RunResult, limit: number, say: Say): Generator<string> {
  if (run.agents.length === 0) return;
  yield '';
  const ordered = worstFirst(run.agents);
  yield* table(
    ['Agent', 'Role', 'Runs', 'Valid', 'Not valid', 'Tokens', 'Own', 'Evidence'],
    ordered.slice(0, limit).map((agent) => agentCells(agent, say)),
  );
  const rest = ordered.length - limit;
  if (rest > 0) yield* ['', `… and ${plural(rest, 'more agent', 'more agents')}`];
}

function agentCells(agent: AgentEntry, say: Say): string[] {
  const standing = standingOf(agent);
  const judged = Object.values(agent.labels).some((count) => count > 0);
  const other = [
    ...sortedCounts(standing.bad).map(([label, count]) => `${grouped(count)} ${label}`),
    ...(standing.unresolved ? [`${grouped(standing.unresolved)} unresolved`] : []),
    ...(agent.labels.not_applicable ? [`${grouped(agent.labels.not_applicable)} not applicable`] : []),
  ];
  const { own } = agent.tokens;
  const worst = agent.worst?.label === 'valid' ? undefined : agent.worst;
  return [
    say(agent.agent),
    rolePhrase(agent),
    grouped(agent.runs),
    judged ? grouped(standing.valid) : '?',
    say(other.join(', ') || (judged || agent.missing ? '-' : 'not judged')),
    tokens(agent.tokens),
    own === undefined ? '' : tokens({ known: own, complete: agent.tokens.complete }),
    worst ? `${worst.at ? `${say(filePlace(worst.at))}: ` : ''}${say(worst.because)}` : '',
  ];
}

/** One row a metric that says something, and one line about the others. */
export function* metricTable(run: RunResult, say: Say): Generator<string> {
  const { shown, silent } = toldSummaries(run);
  if (shown.length)
    yield* table(
      ['Metric', 'Scope', 'Mean', 'Spread and labels', 'Left out'],
      shown.map((summary) => [
        say(summary.metric),
        summary.scope,
        say([meanWords(summary), summary.steps && stepWords(summary.steps)].filter(Boolean).join('; ')),
        say(spreadWords(summary)),
        say(leftOutWords(summary) ?? ''),
      ]),
    );
  for (const words of silent) yield* ['', `Silent: ${say(words)}`];
}

/** The groups that were asked for, and the tables that metrics fill. */
export function* partTables(run: RunResult, by: string | undefined, limit: number, say: Say): Generator<string> {
  for (const summary of toldSummaries(run).shown) {
    const name = `${say(summary.metric)} (${summary.scope})`;
    const { groups, leftOut } = groupsBy(summary, by ?? '', limit);
    if (groups.length) {
      const rows = groups.map((group) => [say(group.key), say(groupWords(group, by ?? '')), say(counts(group.labels))]);
      yield* folded(`${name} by ${say(by ?? '')}`, withRest(table([say(by ?? ''), 'Mean', 'Labels'], rows), leftOut));
    }
    for (const [title, { rows, left_out }] of sortedTables(summary)) {
      const cells = rows.slice(0, limit).map((row) => [say(row.key), say(counts(row.counts))]);
      const rest = left_out + rows.length - cells.length;
      yield* folded(`${name}: ${say(title)}`, withRest(table([say(title), 'Counts'], cells), rest));
    }
  }
}

/** Repeated trials, a row each k. */
export function* trialTable({ trials }: RunResult, say: Say): Generator<string> {
  if (!trials) return;
  yield* ['', `Trials: ${say(trialWords(trials))}`, ''];
  const rows = trials.pass_hat_k.map((all, index) => {
    const any = trials.pass_at_k[index];
    return [grouped(all.k), say(passWords(all)), any ? say(passWords(any)) : ''];
  });
  yield* table(['k', say('pass^k'), say('pass@k')], rows);
}

function* withRest(lines: Iterable<string>, rest: number): Generator<string> {
  yield* lines;
  if (rest) yield* ['', `… and ${grouped(rest)} more`];
}
