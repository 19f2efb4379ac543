import { describe, expect, it } from 'vitest';
import type { Partition } from '../metrics/define-metric.ts';
import { completion } from '../testing/judge-server.ts';
import { makeJudge, makeJudgeServer, makeTempFolder, scoringOf } from '../testing/make-judge.ts';
import { agent, makeTrace } from '../testing/make-trace.ts';
import { planJudging } from './plan-judging.ts';

const partitionOf = (told: string): Partition => ({ type: 'trace', trace: makeTrace(agent('a', { told, says: 'x' })) });
const PARTITIONS = [partitionOf('one'), partitionOf('two'), partitionOf('two')];

describe('the plan of judging', () => {
  it('tells calls, tokens, cost, bytes and endpoint, and makes no call', async () => {
    const server = await makeJudgeServer(() => ({ body: completion('{"score": 1}') }));
    const costOf = (_: string, usage: { output?: number }): number => (usage.output ?? 0) / 1000;
    const judge = await makeJudge({ model: 'm', base_url: server.url, max_tokens: 50 }, { costOf });
    const metrics = [await judge.metric({}), await judge.metric({ name: 'other', prompt_template: '{reference}' })];
    const plan = await planJudging(metrics, PARTITIONS);
    // Two of the three partitions ask the same.
    expect(plan).toEqual({
      calls: 8,
      cached: 0,
      unanswerable: 3,
      cases: 2,
      inputTokens: expect.any(Number),
      outputTokens: 400,
      usd: expect.closeTo(0.4, 9),
      bytes: expect.any(Number),
      endpoints: [server.url],
    });
    expect(plan.inputTokens).toBeGreaterThan(8 * 100);
    expect(plan.bytes).toBeGreaterThan(plan.inputTokens * 3);
    expect([server.asked.length, judge.egress.length]).toEqual([0, 0]);
  });

  it('does not count what the cache knows, and knows no cost without a price', async () => {
    const cacheFolder = `${makeTempFolder()}/cache`;
    const server = await makeJudgeServer(({ nonce }) => ({ body: completion(`{"nonce": "${nonce}", "score": 1}`) }));
    const judge = await makeJudge({ model: 'm', base_url: server.url }, { cacheFolder });
    const metric = await judge.metric({ judge_model_sampling_count: 2 });
    await scoringOf(metric, partitionOf('one'));
    expect(await planJudging([metric], PARTITIONS)).toMatchObject({ calls: 2, cached: 2, cases: 1, usd: null });
  });

  it('passes over partitions that a metric does not score, and takes them as they come', async () => {
    const judge = await makeJudge({ model: 'm', base_url: 'http://localhost:1' });
    async function* partitions(): AsyncGenerator<Partition> {
      const [first] = PARTITIONS;
      if (first?.type !== 'trace') return;
      yield { type: 'span', span: first.trace.spans[0] as never, trace: first.trace };
      yield first;
    }
    expect(await planJudging([await judge.metric({})], partitions())).toMatchObject({ calls: 4, cases: 1 });
  });
});
