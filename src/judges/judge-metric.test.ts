import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultConfig } from '../metrics/config-schema.ts';
import type { Partition, ScoreContext, Scoring } from '../metrics/define-metric.ts';
import { redactText } from '../results/redact-text.ts';
import { makeFolder } from '../testing/make-folder.ts';
import { agent, llm, makeTrace } from '../testing/make-trace.ts';
import { readJudgeEntry } from './judge-entry.ts';
import { type JudgeMetric, judgeMetric } from './judge-metric.ts';
import { readJudgeSettings } from './judge-settings.ts';
import { openJudge } from './open-judge.ts';

const trace = makeTrace(agent('desk', { told: 'Where is my order?', says: 'It is on its way.', children: [llm()] }));
const partition: Partition = { type: 'trace', trace };

async function metricOf(entry: object, file: string): Promise<JudgeMetric> {
  const settings = readJudgeSettings({ model: 'judge-1' });
  const { judge } = await openJudge({ settings, environment: {}, allowEgress: () => false, replayFile: file });
  onTestFinished(() => judge.close());
  return judgeMetric(readJudgeEntry({ name: 'Quality', ...entry }), {
    judge,
    settings,
    redact: await redactText([]),
    content: 'redacted',
  });
}

async function scored(metric: JudgeMetric, config: object = {}): Promise<Scoring> {
  const given = { ...defaultConfig(metric.manifest.config_schema), ...config };
  const context: ScoreContext = { config: given, configFor: () => given, dependencies: new Map(), declared: {} };
  const result = await metric.elsewhere.score({ sessionId: 's', traces: [trace] }, partition, context);
  if (!('answer' in result)) throw new Error(result.message);
  return result.answer as Scoring;
}

/** Recorded answers to the questions of a metric. */
function record(metric: JudgeMetric, file: string, answers: readonly string[]): void {
  const asked = metric.judging.questionsAbout(partition, defaultConfig(metric.manifest.config_schema));
  if ('missing' in asked) throw new Error(`missing ${asked.missing}`);
  const lines = asked.questions.map(({ request, nonce }, index) => {
    const text = (answers[index] ?? '').replace('NONCE', nonce);
    const answer = { text, usage: { input: 10, output: 5 }, finish: 'stop', model: 'judge-1-2026' };
    return JSON.stringify({ key: request.key, model: 'judge-1', answer });
  });
  writeFileSync(file, lines.join('\n'));
}

/** What a metric says over recorded answers. */
async function judgedBy(answers: readonly string[], entry: object = {}): Promise<Scoring> {
  const file = `${makeFolder({}).path}/answers.jsonl`;
  writeFileSync(file, '');
  const template = {
    prompt_template: 'Q: {prompt} A: {response}',
    judge_model_sampling_count: answers.length,
    ...entry,
  };
  record(await metricOf(template, file), file, answers);
  return scored(await metricOf(template, file));
}

describe('a metric that asks a judge', () => {
  it('scores the mean of its samples and keeps each of them', async () => {
    const scoring = await judgedBy([
      '{"nonce": "NONCE", "score": 4, "explanation": "good"}',
      '{"nonce": "NONCE", "score": 5, "explanation": "better"}',
    ]);
    expect(scoring).toMatchObject({ status: 'scored', score: 4.5 });
    expect(scoring).toMatchInlineSnapshot(`
      {
        "because": "the judge says 4.5 (2 samples): “good”",
        "details": {
          "explanation": "“good”",
          "figures": {
            "agreement_with_mode": 0.5,
            "invalid": 0,
            "majority": null,
            "mean": 4.5,
            "median": 4.5,
            "sd": 0.7071067811865476,
            "valid": 2,
          },
          "judge": {
            "model": "judge-1",
            "model_version": "judge-1-2026",
            "prompt_hash": "534b1f1700fdd73e",
            "template_hash": "1b549d7761dfe446",
          },
          "samples": [
            {
              "explanation": "“good”",
              "finish": "stop",
              "index": 0,
              "score": 4,
              "status": "valid",
              "tokens": {
                "input": 10,
                "output": 5,
              },
            },
            {
              "explanation": "“better”",
              "finish": "stop",
              "index": 1,
              "score": 5,
              "status": "valid",
              "tokens": {
                "input": 10,
                "output": 5,
              },
            },
          ],
          "tokens": {
            "input": 20,
            "output": 10,
          },
        },
        "evidence": [
          {
            "at": {
              "file": "made",
            },
            "span_id": "desk",
          },
        ],
        "score": 4.5,
        "status": "scored",
      }
    `);
  });
});
