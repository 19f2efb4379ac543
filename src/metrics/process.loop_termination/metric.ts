import type { Json } from '../../model/json.ts';
import type { Ref } from '../../results/outcome.ts';
import { quote } from '../../results/quote.ts';
import { notApplicable, unresolved } from '../answers.ts';
import { type Config, defineMetric, type Scoring } from '../define-metric.ts';
import { type Run, rootEvidence, runsOf, shareOfRuns } from '../process-run.ts';
import { agentSteps, joinedSteps, type Steps, stepsOf } from '../run-steps.ts';
import { stepCap } from '../step-cap.ts';
import { agentStop, failureOf, runStop, type StopState } from '../stop-state.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** Did the run reach a stop state within its step cap? */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, { config }) => {
    if (partition.type === 'span') {
      const { trace, agent } = partition;
      if (!agent) return notApplicable('kind_mismatch', 'the span is no run of an agent');
      const evidence = [{ span_id: agent.span.spanId, at: agent.span.at }];
      const steps = agentSteps(trace, agent, config);
      return judge({ run: [trace], steps, stop: agentStop(trace, agent), evidence, scope: 'root_loop' }, config);
    }
    const found = runsOf(partition, config);
    if ('decided' in found) return found.decided;
    if ('run' in found) return judgeRun(found.run, config);
    return shareOfRuns(
      found.runs.map((run) => judgeRun(run, config)),
      'reached a stop state within their cap',
    );
  },
});

interface Loop {
  readonly run: Run;
  readonly steps: Steps;
  readonly stop: StopState;
  readonly evidence: readonly Ref[];
  readonly scope: string;
}

function judgeRun(run: Run, config: Config): Scoring {
  const scope = config.scope === 'root_loop' ? 'root_loop' : 'tree';
  const steps = joinedSteps(run.map((trace) => stepsOf(trace, scope, config)));
  const last = run.at(-1) ?? run[0];
  return judge({ run, steps, stop: runStop(last), evidence: rootEvidence(run), scope }, config);
}

/** The first that holds decides. */
function judge({ run, steps, stop, evidence, scope }: Loop, config: Config): Scoring {
  const cap = stepCap(run, config);
  const details: Record<string, Json> = {
    ...{ steps: steps.steps, steps_at_least: steps.atLeast, step_unit: steps.unit, scope },
    ...{ step_cap: typeof cap === 'number' ? cap : null, state: stop.state, stop_reason: stop.reason ?? null },
  };
  const took = `${steps.steps === null ? 'at least ' : ''}${steps.atLeast} ${countedUnit(steps)}`;
  const failed = (reason: string, because: string): Scoring => ({
    ...{ status: 'scored', score: 0, reason, because, evidence, details },
  });
  const open = (reason: string, because: string): Scoring => unresolved(reason, because, { evidence, details });
  if (cap === undefined)
    return notApplicable('step_cap_not_declared', `no step cap is declared; it took ${took}`, details);
  if (cap === 'invalid') return open('step_cap_invalid', 'its case holds no step cap of 1 or more, or several');
  const isExtra = isExtraStop(stop, config);
  const failure = isExtra ? undefined : failureOf(stop.state);
  const word = stop.reason === undefined ? stop.state : quote(stop.reason);
  if (failure === 'no_stop_state')
    return failed(failure, `its last model call asked for a tool, and no answer followed, after ${took}`);
  if (failure !== undefined) return failed(failure, `it ended with ${word}, which is no stop state, after ${took}`);
  if (steps.atLeast > cap) return failed('step_cap_exceeded', `it took ${took}, and its cap is ${cap}`);
  if (isExtra || stop.state === 'completed' || stop.state === 'escalated') {
    if (steps.steps === null)
      return open('steps_unknown', `it stopped (${word}), and how many steps it took was not recorded`);
    return {
      status: 'scored',
      score: 1,
      because: `it stopped (${word}) after ${took}, within its cap of ${cap}`,
      evidence,
      details,
    };
  }
  if (stop.ended && steps.steps === cap)
    return failed(
      'step_cap_reached',
      `it took all ${cap} steps of its cap, and nothing says that it stopped by itself`,
    );
  return open('stop_state_unknown', 'nothing shows how it ended');
}

function countedUnit({ atLeast, unit }: Steps): string {
  return `${unit.replaceAll('_', ' ')} ${atLeast === 1 ? 'step' : 'steps'}`;
}

function isExtraStop({ words }: StopState, { extra_stop_states: extra }: Config): boolean {
  if (!Array.isArray(extra)) return false;
  const known = new Set(extra.filter((each) => typeof each === 'string').map(plainWord));
  return words.some((word) => known.has(plainWord(word)));
}

function plainWord(word: string): string {
  return word.trim().toLowerCase();
}
