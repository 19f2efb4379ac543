import type { Json } from '../../model/json.ts';
import type { Ref } from '../../results/outcome.ts';
import { notApplicable, unresolved } from '../answers.ts';
import { type Config, defineMetric, type Scoring } from '../define-metric.ts';
import { meanOfRuns, type Run, rootEvidence, runsOf } from '../process-run.ts';
import { agentSteps, joinedSteps, type Steps, stepsOf } from '../run-steps.ts';
import { stepCap } from '../step-cap.ts';
import { agentStop, runStop, type StopState } from '../stop-state.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** How many steps the run took. */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, { config }) => {
    if (partition.type === 'span') {
      const { trace, agent } = partition;
      if (!agent) return notApplicable('kind_mismatch', 'the span is no run of an agent');
      const evidence = [{ span_id: agent.span.spanId, at: agent.span.at }];
      return answer(agentSteps(trace, agent, config), [trace], agentStop(trace, agent), evidence, config);
    }
    const found = runsOf(partition, config);
    if ('decided' in found) return found.decided;
    if ('run' in found) return countRun(found.run, config);
    return meanOfRuns(
      found.runs.map((run) => countRun(run, config)),
      `${String(config.step_unit ?? 'llm_call').replaceAll('_', ' ')} steps`,
    );
  },
});

function countRun(run: Run, config: Config): Scoring {
  const scope = config.scope === 'root_loop' ? 'root_loop' : 'tree';
  const steps = joinedSteps(run.map((trace) => stepsOf(trace, scope, config)));
  return answer(steps, run, runStop(run.at(-1) ?? run[0]), rootEvidence(run), config);
}

function answer(steps: Steps, run: Run, stop: StopState, evidence: readonly Ref[], config: Config): Scoring {
  const cap = stepCap(run, config);
  const stopped = stop.state === 'completed' || stop.state === 'escalated';
  const details: Record<string, Json> = {
    ...{ steps: steps.steps, steps_at_least: steps.atLeast, step_unit: steps.unit, state: stop.state },
    ...(typeof cap === 'number' && { step_cap: cap, censored: !stopped && steps.atLeast >= cap }),
  };
  const unit = `${steps.unit.replaceAll('_', ' ')} ${steps.atLeast === 1 ? 'step' : 'steps'}`;
  if (steps.steps === null) {
    const because = `at least ${steps.atLeast} ${unit}: those of some agent were not recorded`;
    return unresolved('steps_unknown', because, { bounds: [steps.atLeast, null], evidence, details });
  }
  return { status: 'scored', score: steps.steps, because: `${steps.steps} ${unit}`, evidence, details };
}
