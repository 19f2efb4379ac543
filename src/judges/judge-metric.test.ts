import { describe, expect, it } from 'vitest';
import type { Scoring } from '../metrics/define-metric.ts';
import { manifestSchema } from '../metrics/manifest-schema.ts';
import { resolveConfig } from '../metrics/resolve-config.ts';
import { completion } from '../testing/judge-server.ts';
import { makeJudge, makeJudgeServer, scoringOf } from '../testing/make-judge.ts';
import { agent, makeTrace } from '../testing/make-trace.ts';
import type { JudgeMetric } from './judge-metric.ts';

const TOKEN = ['ghp_', '0123456789abcdefABCD0123456789abcdef'].join('');
const trace = makeTrace(agent('desk', { told: 'Where is it?', says: `On its way, for ACME. ${TOKEN}` }));
const partition = { type: 'trace', trace } as const;

interface Given {
  readonly entry?: object;
  readonly settings?: object;
  readonly config?: Parameters<typeof scoringOf>[2];
  readonly content?: 'none' | 'redacted' | 'full';
  readonly furtherRoots?: ReadonlySet<string>;
}

interface Judged {
  readonly scoring: Scoring;
  readonly prompts: readonly string[];
}

/** A judge that gives these scores, one a sample. */
async function judgedWith(scores: readonly unknown[], given: Given = {}): Promise<Judged> {
  const server = await makeJudgeServer(({ nonce }, before) => ({
    body: completion(JSON.stringify({ nonce, score: scores[before], explanation: `number ${before}` })),
  }));
  const settings = { model: 'judge-1', base_url: server.url, concurrency: 1, ...given.settings };
  const judge = await makeJudge(settings, { redactList: ['ACME'] });
  const entry = { judge_model_sampling_count: scores.length || 1, ...given.entry };
  const metric = await judge.metric(entry, given.content, given.furtherRoots);
  const scoring = await scoringOf(metric, partition, given.config);
  return { scoring, prompts: server.asked.map(({ prompt }) => prompt) };
}

const LABELS = { scale: 'categorical', labels: { bad: 0, fine: 0.5, good: 1 } };

describe('a metric that asks a judge', () => {
  it('scores the mean, and tells of the sample that is nearest to it', async () => {
    const { scoring } = await judgedWith([1, 4, 5]);
    expect(scoring).toMatchObject({
      status: 'scored',
      because: 'the judge says 3.333 (3 samples): “number 1”',
      evidence: [{ span_id: 'desk' }],
      details: {
        explanation: '“number 1”',
        judge: { model: 'judge-1', model_version: 'judge-1-2026', template_hash: expect.any(String) },
        samples: [{ index: 0, status: 'valid', score: 1, explanation: '“number 0”' }, { score: 4 }, { score: 5 }],
        tokens: { input: 300, output: 60 },
      },
    });
    expect(scoring.score).toBeCloseTo(10 / 3, 12);
    expect(scoring.details).not.toHaveProperty('cost_usd');
  });

  it('scores what most samples say on a boolean scale, and leaves a tie open', async () => {
    const boolean = { config: { scale: 'boolean' } };
    const { scoring } = await judgedWith([true, 'no', 'yes'], boolean);
    expect(scoring).toMatchObject({
      status: 'scored',
      score: 1,
      label: 'true',
      because: expect.stringMatching(/says true/),
    });
    expect((await judgedWith([true, false], boolean)).scoring).toMatchObject({
      status: 'unresolved',
      score: null,
      reason: 'judge_tie',
      bounds: [0, 1],
      details: { figures: { majority: null, agreement_with_mode: 0.5 } },
    });
  });

  it('scores the label of most samples on a categorical scale', async () => {
    const { scoring } = await judgedWith(['fine', 'good', 'Fine', 'great'], { config: LABELS });
    expect(scoring).toMatchObject({
      status: 'scored',
      score: 0.5,
      label: 'fine',
      details: { figures: { valid: 3, invalid: 1, majority: 0.5, mode: 'fine', agreement_with_mode: 2 / 3 } },
    });
    expect((await judgedWith(['fine', 'good'], { config: LABELS })).scoring).toMatchObject({
      reason: 'judge_tie',
      bounds: [0.5, 1],
    });
  });

  it('asks nothing where the case lacks a field of the template', async () => {
    const { scoring, prompts } = await judgedWith([4], {
      entry: { prompt_template: '{response} {reference} {difficulty} {response.parts[7].text} {"score": 1} {score}' },
      furtherRoots: new Set(['difficulty']),
    });
    expect(scoring).toMatchObject({
      status: 'error',
      reason: 'missing_field',
      message:
        'the template names {reference}, {difficulty}, {response.parts[7].text}, which the recording does not hold',
    });
    expect(prompts).toEqual([]);
  });

  it('says of a placeholder that no case knows that it stayed as it is', async () => {
    const { scoring, prompts } = await judgedWith([4], { entry: { prompt_template: '{response} {respnse}' } });
    expect(scoring.details.diagnostics).toEqual(['unknown_placeholder:respnse']);
    expect(prompts[0]).toMatch(/\{respnse\}$/);
  });

  it('hides secrets and what the user names from the judge, unless told not to', async () => {
    const { prompts } = await judgedWith([4], { entry: { prompt_template: '{response} {agent_data}' } });
    expect(prompts[0]).toContain('On its way, for [redacted]. [redacted]');
    expect(prompts[0]).not.toContain(TOKEN);
    const open = await judgedWith([4], { settings: { redact: false } });
    expect(open.prompts[0]).toContain(TOKEN);
  });

  it('keeps raw answers where they are asked for and may be shown', async () => {
    const kept = async (entry: object, content: 'none' | 'redacted' | 'full'): Promise<boolean> =>
      JSON.stringify((await judgedWith([4], { entry, content })).scoring.details).includes('raw_output');
    const asked = { return_raw_output: true };
    expect([
      await kept({}, 'redacted'),
      await kept(asked, 'redacted'),
      await kept({}, 'full'),
      await kept(asked, 'none'),
    ]).toEqual([false, true, true, false]);
  });
});

describe('the manifest of a judge metric', () => {
  const settings = { model: 'judge-1', base_url: 'http://localhost:1' };
  const made = async (entry: object = {}, given: object = settings): Promise<JudgeMetric> =>
    (await makeJudge(given)).metric(entry);
  const hashOf = (metric: JudgeMetric, config: object = {}): string =>
    resolveConfig(metric, { config: config as never, targets: [], overrides: {}, placeOf: () => undefined }).configHash;

  it('is one, but for a name that is that of agents-cli', async () => {
    const { manifest } = await made();
    expect(manifest).toMatchObject({ kind: 'judge_metric', name: 'quality', execution: { processing_kind: 'llm' } });
    expect(manifestSchema.safeParse({ ...manifest, name: 'judge.quality' }).error?.issues ?? []).toEqual([]);
  });

  it('has a hash of its configuration that differs with everything that can change a score', async () => {
    const hashes = [
      hashOf(await made()),
      hashOf(await made({ prompt_template: 'Other {response}' })),
      hashOf(await made({ judge_model_sampling_count: 2 })),
      hashOf(await made({ judge_model_system_instruction: 'Be strict.' })),
      hashOf(await made({ judge_model_generation_config: { temperature: 0 } })),
      hashOf(await made({}, { ...settings, model: 'judge-2' })),
      hashOf(await made(), { min: 1, max: 5 }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashOf(await made({ name: 'other' }))).toBe(hashes[0]);
  });

  it('refuses a scale that says nothing or contradicts itself', async () => {
    const metric = await made();
    for (const config of [
      { scale: 'categorical' },
      { labels: { a: 0, b: 1 } },
      { scale: 'boolean', min: 0 },
      { min: 5, max: 1 },
      { scale: 'stars' },
      { samples: 33 },
      { template: 'ffff' },
    ])
      expect(() => hashOf(metric, config), JSON.stringify(config)).toThrow(/quality\./);
  });

  it('takes the model of muster.judge, then that of the entry, and needs one', async () => {
    expect((await made({ judge_model: 'gemini-x' })).judging.model).toBe('judge-1');
    expect((await made({ judge_model: 'gemini-x' }, { base_url: 'http://localhost:1' })).judging.model).toBe(
      'gemini-x',
    );
    await expect(made({}, {})).rejects.toMatchObject({ code: 'JUDGE_NO_MODEL' });
  });
});
