import { field, type Json } from '../../model/json.ts';
import type { Outcome } from '../../results/outcome.ts';
import { quote } from '../../results/quote.ts';
import { onlyTraces, unresolved } from '../answers.ts';
import { defineMetric, type ScoreContext, type Scoring, type TableCount } from '../define-metric.ts';
import { type Run, rootEvidence, runsOf, shareOfRuns } from '../process-run.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';
import { signsOf } from './signs.ts';

/** Did a human take the task over? */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, context) => {
    if (partition.type === 'span') return onlyTraces();
    const found = runsOf(partition, context.config);
    if ('decided' in found) return found.decided;
    if ('run' in found) return judgeRun(found.run, context);
    return shareOfRuns(
      found.runs.map((run) => judgeRun(run, context)),
      'were taken over by a human',
    );
  },
  tables: ({ status, score, details }: Outcome): readonly TableCount[] => {
    const interactions = field(details, 'hitl_interactions');
    const initiator = field(details, 'initiator');
    const row = (table: string, key: string, column: string, count: number): TableCount => ({
      table,
      key,
      column,
      count,
    });
    const success = field(details, 'success');
    return [
      ...(status === 'scored' && typeof success === 'boolean'
        ? [row('success', score === 1 ? 'escalated' : 'kept', success ? 'succeeded' : 'failed', 1)]
        : []),
      ...(status === 'scored' && score === 1 && typeof initiator === 'string'
        ? [row('initiator', initiator, 'runs', 1)]
        : []),
      ...(field(details, 'attempted') === true && score === 0
        ? [row('initiator', 'tried, and failed', 'runs', 1)]
        : []),
      ...(typeof interactions === 'number' && interactions > 0
        ? [
            row('hitl', 'approvals, questions and feedback', 'interactions', interactions),
            row('hitl', 'approvals, questions and feedback', 'runs', 1),
          ]
        : []),
    ];
  },
});

function judgeRun(run: Run, { config, declared }: ScoreContext): Scoring {
  const signs = run.map((trace) => signsOf(trace, config, declared));
  const takeovers = signs.flatMap((each) => each.takeovers);
  const success = field(run.at(-1)?.case?.recorded, 'success');
  const expected = run[0].case?.escalation?.expected;
  const tried = takeovers.filter(({ initiator }) => initiator === 'agent');
  const taken = takeovers.find(({ holds }) => holds === true);
  const open = takeovers.find(({ holds }) => holds === undefined);
  const details: Record<string, Json> = {
    initiator: taken?.initiator ?? null,
    attempted: tried.length > 0,
    attempts: tried.length,
    hitl_interactions: signs.reduce((sum, { interactions }) => sum + interactions, 0),
    ...(typeof success === 'boolean' && { success }),
    ...(expected !== undefined && {
      expected,
      as_expected: taken || !open ? (taken !== undefined) === expected : null,
    }),
  };
  const evidence = takeovers.flatMap((each) => each.evidence).slice(0, 20);
  const shown = evidence.length ? evidence : rootEvidence(run);
  if (taken) {
    const because =
      taken.initiator === 'human'
        ? `a human took over: ${quote(taken.what)}`
        : `the agent gave the task to a human: ${quote(taken.what)}`;
    return { status: 'scored', score: 1, label: 'escalated', because, evidence: shown, details };
  }
  if (open) {
    const because = `whether ${quote(open.what)} succeeded was not recorded`;
    return unresolved('escalation_result_unknown', because, { evidence: shown, details });
  }
  if (!signs.some(({ observable }) => observable)) {
    const because = 'no tool, event or record of it could show that a human took over';
    return unresolved('escalation_not_observable', because, { evidence: shown, details });
  }
  const because = tried.length ? 'it tried to give the task to a human, and failed' : 'no human took the task over';
  return { status: 'scored', score: 0, label: 'kept', because, evidence: shown, details };
}
