import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { withDeclaredFiles } from '../../src/cli/load-declared.ts';
import { readSessions } from '../../src/cli/read-sessions.ts';
import { readConfig } from '../../src/config/read-config.ts';
import type { Config, Declared } from '../../src/metrics/define-metric.ts';
import { metricNamed } from '../../src/metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../../src/metrics/resolve-config.ts';
import { numberField } from '../../src/model/json.ts';
import type { Trace } from '../../src/model/trace.ts';
import type { Outcome } from '../../src/results/outcome.ts';
import { declaredBy } from '../../src/run/declared.ts';
import { scorePartition } from '../../src/run/score.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const isHere = existsSync(CORPUS);
if (!isHere) console.warn(`no corpus at ${CORPUS}: the tests over real recordings are skipped`);

function scoresOf(traces: readonly Trace[], id: string, config: Config, declared: Declared): Outcome[] {
  const metric = metricNamed(id);
  const resolved = resolveConfig(metric, { ...NO_CONFIG_INPUT, config });
  const job = { metric, scope: 'trace' as const, resolved, declared };
  return traces.flatMap((trace) => scorePartition(job, { type: 'trace', trace }, new Map(), () => 0));
}

const total = (outcomes: readonly Outcome[], key: string): number =>
  outcomes.reduce((sum, { details }) => sum + (numberField(details, key) ?? 0), 0);
const scored = (outcomes: readonly Outcome[], score: number): number =>
  outcomes.filter((each) => each.status === 'scored' && each.score === score).length;

describe.skipIf(!isHere)('the published runs of tau-bench, with the tools of their airline', () => {
  let traces: readonly Trace[];
  let declared: Declared;

  beforeAll(async () => {
    const { sessions } = await readSessions({ paths: ['bench/tau-bench/gpt-4o-airline.json'], cwd: CORPUS });
    traces = sessions.flatMap((session) => session.traces);
    const config = readConfig('muster.yaml', 'muster: { tools: bench/tau-bench/airline-tools.json }\n');
    declared = declaredBy(await withDeclaredFiles(config, CORPUS));
  });

  it('made 1,164 calls, each of a tool that there is, with valid parameters', () => {
    const outcomes = scoresOf(traces, 'process.tool_call_correctness', {}, declared);
    expect([total(outcomes, 'correct'), total(outcomes, 'incorrect'), total(outcomes, 'unknown')]).toEqual([
      1164, 0, 0,
    ]);
    expect(outcomes.filter(({ details }) => details.vacuous === true)).toHaveLength(18);
    expect(scored(outcomes, 1)).toBe(200);
  });

  it('were given to a human in 48 of 200', () => {
    const outcomes = scoresOf(traces, 'process.human_escalation', {}, declared);
    expect([scored(outcomes, 1), scored(outcomes, 0)]).toEqual([48, 152]);
  });

  it('stopped within 30 messages in 0.975 of them', () => {
    const config = { step_cap: 30, step_unit: 'assistant_message' };
    const outcomes = scoresOf(traces, 'process.loop_termination', config, declared);
    expect([scored(outcomes, 1), scored(outcomes, 0)]).toEqual([195, 5]);
    expect(outcomes.filter(({ reason }) => reason === 'step_cap_reached')).toHaveLength(5);
  });
});

describe.skipIf(!isHere)('recordings of agents that ask other agents', () => {
  it('hold the tools of each agent, and all calls are valid', async () => {
    const files = [
      'otel-genai/strandsevals_openai_agents_genai_live_spans.json',
      'openinference/strandsevals_openai_agents_openinference_live_spans.json',
    ];
    const { sessions } = await readSessions({ paths: files, cwd: CORPUS });
    const outcomes = scoresOf(
      sessions.flatMap((session) => session.traces),
      'process.tool_call_correctness',
      {},
      {},
    );
    expect(outcomes.map(({ details }) => details.correct).sort()).toEqual([4, 5]);
    expect(scored(outcomes, 1)).toBe(2);
  });
});
