// How many questions a second does a judge metric ask of a server that answers at once?
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { readJudgeEntry } from '../dist/judges/judge-entry.js';
import { judgeMetric } from '../dist/judges/judge-metric.js';
import { readJudgeSettings } from '../dist/judges/judge-settings.js';
import { openJudge } from '../dist/judges/open-judge.js';
import { defaultConfig } from '../dist/metrics/config-schema.js';
import { redactText } from '../dist/results/redact-text.js';
import { agent, llm, makeTrace, tool } from '../dist/testing/make-trace.js';
import { inFolder, median, printTable } from './measure.mjs';

const TARGET = 200;
const CASES = 1000;
const ROUNDS = 3;

const server = new Worker(new URL('./judge-server.mjs', import.meta.url));
const [port] = await once(server, 'message');
const settings = readJudgeSettings({ model: 'judge', base_url: `http://127.0.0.1:${port}/v1` });
const entry = readJudgeEntry({
  name: 'quality',
  prompt_template: 'Rate from 1 to 5.\nQ: {prompt}\nA: {response}\nSteps: {agent_data}\n{"score": <1-5>}',
  judge_model_sampling_count: 1,
});
const redact = await redactText([]);

/** The same questions by bare fetch, as many at once: what the machine can do. */
async function fetchAll(cases) {
  const body = JSON.stringify({
    model: 'judge',
    messages: [
      { role: 'system', content: '"nonce": "0123456789abcdef"' },
      { role: 'user', content: 'x'.repeat(2000) },
    ],
  });
  const headers = { 'content-type': 'application/json' };
  let left = cases;
  const before = performance.now();
  const one = async () => {
    while (left-- > 0)
      await (await fetch(`${settings.baseUrl}/chat/completions`, { method: 'POST', headers, body })).json();
  };
  await Promise.all(Array.from({ length: settings.concurrency }, one));
  return cases / ((performance.now() - before) / 1000);
}

let made = 0;
/** Runs that were never judged before. */
function newCases() {
  return Array.from({ length: CASES }, () => {
    const children = [
      llm({ says: 'I will look.' }),
      tool('search', { args: { q: made }, result: 'x'.repeat(500) }),
      llm(),
    ];
    return {
      type: 'trace',
      trace: makeTrace(agent('desk', { told: `Question ${made++}?`, says: 'So it is.', children })),
    };
  });
}

/** Judges all cases at once, as far as the judge lets them, and returns how many a second. */
async function judgeAll(metric, cases) {
  const config = defaultConfig(metric.manifest.config_schema);
  const context = { config, configFor: () => config, dependencies: new Map(), declared: {} };
  const before = performance.now();
  const results = await Promise.all(cases.map((partition) => metric.elsewhere.score(undefined, partition, context)));
  const seconds = (performance.now() - before) / 1000;
  const wrong = results.find(({ answer }) => answer?.score !== 4);
  if (wrong) throw new Error(JSON.stringify(wrong));
  return cases.length / seconds;
}

async function metricWith(options) {
  const opened = await openJudge({ settings, environment: {}, allowEgress: () => true, ...options });
  return {
    judge: opened.judge,
    metric: judgeMetric(entry, { judge: opened.judge, settings, redact, content: 'redacted' }),
  };
}

await inFolder(async (folder) => {
  const plain = await metricWith({});
  const cached = await metricWith({ cacheFolder: join(folder, 'cache') });
  const known = newCases();
  await judgeAll(plain.metric, newCases().slice(0, 200));
  await judgeAll(cached.metric, known);
  const rates = { bare: [], asked: [], written: [], read: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await fetchAll(CASES));
    rates.asked.push(await judgeAll(plain.metric, newCases()));
    rates.written.push(await judgeAll(cached.metric, newCases()));
    rates.read.push(await judgeAll(cached.metric, known));
  }
  const row = (name, list, target) => {
    const ratios = list.map((rate, round) => rate / rates.bare[round]);
    return [name, median(list).toFixed(0), median(ratios).toFixed(2), target];
  };
  printTable(
    `judging ${CASES} cases, one sample each, ${settings.concurrency} calls at once, medians of ${ROUNDS} rounds`,
    [
      ['', 'cases a second', 'of bare fetch', 'target'],
      row('bare fetch', rates.bare, ''),
      row('asked, no cache', rates.asked, `>= ${TARGET}`),
      row('asked, and kept in the cache', rates.written, `>= ${TARGET}`),
      row('answered by the cache', rates.read, ''),
    ],
  );
  await plain.judge.close();
  await cached.judge.close();
});
await server.terminate();
