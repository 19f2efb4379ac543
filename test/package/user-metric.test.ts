import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Metric, ScoreContext } from '../../src/metrics/define-metric.ts';
import { makeFolder } from '../../src/testing/make-folder.ts';
import { agent, assembled, llm, recordsOf } from '../../src/testing/make-trace.ts';

// Workers run what was built.
const { loadUserMetrics } = (await import(
  new URL('../../dist/code/load-user-metrics.js', import.meta.url).href
)) as typeof import('../../src/code/load-user-metrics.ts');

const MANIFEST = `manifest_version: '1'
kind: trace_metric
name: mine.length
version: 1.0.0
display_name: Length
description: d
metric_type: pointwise
scorer_contract: per_row
direction: neutral
entrypoint: ./metric.ts
target_kind: AGENT
required_kinds: []
required_columns: []
accepts: [{ name: canonical_partition_v1 }]
partition_types: [trace]
dependencies: []
unsupported_trace_shapes: []
execution: { processing_kind: process, max_concurrency: 1, timeout_seconds: 60, emits_metric_family: false, function_name: null }
config_schema: { title: C, type: object, additionalProperties: false, properties: { factor: { type: number, default: 1 } } }
metric_metadata: { summary: s, methodology: [m], score_semantics: s, worked_example: w }
`;

const [SESSION] = assembled(recordsOf([agent('root', { says: 'twelve chars', children: [llm()] })]));
const CONTEXT: ScoreContext = {
  config: { factor: 2 },
  configFor: () => ({ factor: 2 }),
  dependencies: new Map(),
  declared: {},
};
const open: Metric[] = [];
afterEach(async () => {
  for (const metric of open.splice(0)) await metric.elsewhere?.close();
});

/** Loads a metric with some code. */
async function load(
  code: string,
  more: Readonly<Record<string, string>> = {},
  manifest = MANIFEST,
  opened = open,
): Promise<{ metric: Metric; printed: string[] }> {
  const folder = makeFolder({ 'mine/manifest.yaml': manifest, 'mine/metric.ts': code, ...more });
  const printed: string[] = [];
  const where = { base: folder.path, tree: folder.path, cwd: folder.path, allowOutside: false };
  const [found] = await loadUserMetrics('./mine', { ...where, print: (text) => printed.push(text) });
  if (!found) throw new Error('no metric');
  opened.push(found.metric);
  return { metric: found.metric, printed };
}

async function answerOf(metric: Metric, config: ScoreContext['config'] = {}): Promise<unknown> {
  const [trace] = SESSION?.traces ?? [];
  if (!SESSION || !trace) throw new Error('no session');
  return metric.elsewhere?.score(SESSION, { type: 'trace', trace }, { ...CONTEXT, config });
}

describe('a metric of the user', () => {
  // Starting a worker takes longer than all that these tests do in it.
  describe('in one worker', () => {
    const modes = {
      views: `if (partition.type !== 'trace') throw new Error('no trace');
        return { score: times(textOf(finalAnswer(partition.trace)?.output ?? []).length, 2) };`,
      prints: `console.log('seen'.padEnd(20, '.'));
        for (let i = 0; i < 200; i++) console.error('x'.repeat(1000));
        return {};`,
      throws: 'throw new TypeError("no such field");',
      throwsText: 'throw "y".repeat(1e6);',
      isFunction: 'return () => 1;',
      isBigInt: 'return { score: 1n };',
      isCycle: 'const answer = {}; answer.details = answer; return answer;',
      hasOddEvidence: 'return { evidence: [null] };',
      hasOddLabel: 'return [{ label: {} }];',
      isLong: 'return { because: "x".repeat(17 * 1024 * 1024) };',
      forges: `const forged = { type: 'answer', id: 1, answer: { score: 99 } };
        for (let id = 0; id < 100; id++) parentPort.postMessage({ ...forged, id });
        workerData.port?.postMessage(forged);
        setTimeout(() => parentPort.postMessage(forged), 5);
        return { score: 1 };`,
      slow: 'await new Promise((resolve) => setTimeout(resolve, 10)); return { score: 2 };',
      claims: `return [JSON.parse('{"status":"scored","score":1,"id":"forged","partition":{},"metric":"usage.cost",' +
        '"details":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}')];`,
    };
    const code = Object.entries(modes).map(([name, body]) => `  ${name}: async (partition: Partition) => { ${body} },`);
    // Loaded by the first test, whose folder is gone afterwards: the scorer stays in its worker.
    let shared: Promise<{ metric: Metric; printed: string[] }> | undefined;
    const start = (): Promise<{ metric: Metric; printed: string[] }> =>
      load(
        `import { parentPort, workerData } from 'node:worker_threads';
import { finalAnswer, textOf, type Partition, type ScoreContext } from 'muster-eval/metric';
import { times } from './times.ts';
const modes = {
${code.join('\n')}
};
export const score = (partition: Partition, { config }: ScoreContext) => modes[config.mode](partition);`,
        { 'mine/times.ts': 'export const times = (a: number, b: number): number => a * b;' },
        MANIFEST,
        [],
      );
    afterAll(async () => (await shared)?.metric.elsewhere?.close());
    const answer = async (mode: keyof typeof modes): Promise<unknown> => {
      shared ??= start();
      return answerOf((await shared).metric, { mode });
    };

    it('reads the views, its configuration and other files of its own', async () => {
      expect(await answer('views')).toEqual({ answer: { score: 24 } });
    });

    it('prints to where it is told, up to a limit', async () => {
      await answer('prints');
      const { printed } = (await shared) ?? { printed: [] };
      await vi.waitFor(() => expect(printed.join('')).toContain('is left out'));
      expect(printed.join('')).toContain('seen....');
      expect(printed.join('').length).toBeLessThan(70_000);
    });

    it.each([
      ['throws', 'TypeError: no such field'],
      ['throwsText', 'yyy…'],
      ['isFunction', 'could not be cloned'],
      ['isBigInt', 'BigInt'],
      ['isCycle', 'circular'],
      ['hasOddEvidence', 'its evidence holds what is no place'],
      ['hasOddLabel', 'its label is no text'],
      ['isLong', 'RangeError'],
    ] as const)('fails alone when it throws or its answer is no data: %s', async (mode, message) => {
      const scored = await answer(mode);
      expect(scored).toMatchObject({ failed: 'metric_failed', message: expect.stringContaining(message) });
      expect(JSON.stringify(scored).length).toBeLessThan(3000);
      expect(await answer('slow')).toEqual({ answer: { score: 2 } });
    });

    it('answers for its own partition only: messages to its parent are no answers', async () => {
      const asked = (['forges', 'slow', 'forges'] as const).map(answer);
      expect(await Promise.all(asked)).toEqual([1, 2, 1].map((score) => ({ answer: { score } })));
    });

    it('cannot claim what is not its own, nor reach an object of this process', async () => {
      const scored = (await answer('claims')) as { answer: readonly object[] };
      expect(Object.keys(scored.answer[0] ?? {})).toEqual(['status', 'score', 'details']);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    });
  });

  it('is ended when it takes too long, and started again; one that ends itself is too', async () => {
    const { metric } = await load(
      `let calls = 0;
export function score(partition, { config }) {
  calls++;
  if (config.factor === 3) { while (true) {} }
  if (config.factor === 4) process.exit(7);
  if (config.factor === 5) { setTimeout(() => { throw new Error('later'); }, 1); return new Promise(() => {}); }
  return { score: calls };
}`,
      {},
      MANIFEST.replace('timeout_seconds: 60', 'timeout_seconds: 1'),
    );
    expect(await answerOf(metric)).toEqual({ answer: { score: 1 } });
    expect(await answerOf(metric)).toEqual({ answer: { score: 2 } });
    expect(await answerOf(metric, { factor: 3 })).toEqual({
      failed: 'metric_timeout',
      message: 'it took longer than 1 s',
    });
    expect(await answerOf(metric)).toEqual({ answer: { score: 1 } });
    expect(await answerOf(metric, { factor: 4 })).toEqual({
      failed: 'metric_failed',
      message: 'it ended itself with exit code 7',
    });
    expect(await answerOf(metric, { factor: 5 })).toEqual({ failed: 'metric_failed', message: 'it crashed: later' });
    await metric.elsewhere?.close();
    expect(await answerOf(metric)).toEqual({ failed: 'metric_failed', message: 'it was ended with the run' });
  });

  it.each([
    ['export const other = 1;', "it exports no function 'default', 'score', 'metric'"],
    ['export function score( {', 'metric.ts'],
  ])('fails where it cannot be loaded: %s', async (code, message) => {
    const { metric } = await load(code);
    expect(await answerOf(metric)).toMatchObject({
      failed: 'metric_failed',
      message: expect.stringContaining(message),
    });
  });

  it('scores as many partitions at once as its manifest allows, each with its own answer', async () => {
    const { metric } = await load(
      `export default {
  async score(partition, { config }) {
    await new Promise((resolve) => setTimeout(resolve, 20 - config.factor));
    return { score: config.factor };
  },
};`,
      {},
      MANIFEST.replace('max_concurrency: 1', 'max_concurrency: 2'),
    );
    const asked = [1, 9, 3, 7].map((factor) => answerOf(metric, { factor }));
    expect(await Promise.all(asked)).toEqual([1, 9, 3, 7].map((score) => ({ answer: { score } })));
  });

  it('is not run from outside of the tree of its configuration', async () => {
    const folder = makeFolder({
      'eval/mine/manifest.yaml': MANIFEST.replace('./metric.ts', '../../out.ts'),
      'out.ts': '',
    });
    const where = {
      base: join(folder.path, 'eval'),
      tree: join(folder.path, 'eval'),
      cwd: folder.path,
      print: () => {},
    };
    await expect(loadUserMetrics('./mine', { ...where, allowOutside: false })).rejects.toMatchObject({
      code: 'CODE_OUTSIDE',
    });
    const [found] = await loadUserMetrics('./*', { ...where, allowOutside: true });
    expect(found?.file).toBe('out.ts');
    symlinkSync(join(folder.path, 'out.ts'), join(folder.path, 'eval/mine/metric.ts'));
    writeFileSync(join(folder.path, 'eval/mine/manifest.yaml'), MANIFEST);
    await expect(loadUserMetrics('../eval/mine', { ...where, allowOutside: false })).rejects.toMatchObject({
      code: 'CODE_OUTSIDE',
    });
  });

  it('is found by names that look like globs, and by a glob only where it says', async () => {
    const folder = makeFolder({
      '[a]/..b/manifest.yaml': MANIFEST,
      '[a]/..b/metric.ts': '',
      '[a]/..b/inner/manifest.yaml': MANIFEST,
      '[a]/..b/inner/metric.ts': '',
    });
    const where = { cwd: folder.path, allowOutside: false, print: () => {} };
    const inside = { ...where, base: join(folder.path, '[a]'), tree: join(folder.path, '[a]') };
    const from = async (entry: string): Promise<unknown> =>
      (await loadUserMetrics(entry, inside)).map(({ file }) => file);
    expect(await from('./..b')).toEqual(['[a]/..b/metric.ts']);
    expect(await from('.\\..b')).toEqual(['[a]/..b/metric.ts']);
    expect(await from('./..*')).toEqual(['[a]/..b/metric.ts']);
    const outer = { ...where, base: folder.path, tree: folder.path };
    expect((await loadUserMetrics('./[a]/..b', outer)).map(({ file }) => file)).toEqual(['[a]/..b/metric.ts']);
  });

  it.each([
    ['./nowhere', {}, 'METRIC_NOT_FOUND'],
    ['./empty/*', { 'empty/a/notes.txt': '' }, 'METRIC_NOT_FOUND'],
    ['./mine', { 'mine/manifest.yaml': MANIFEST }, 'METRIC_BAD_MANIFEST'],
    [
      './mine',
      { 'mine/manifest.yaml': MANIFEST.replace('mine.length', 'usage.tokens'), 'mine/metric.ts': '' },
      'METRIC_NAME_TAKEN',
    ],
    ['./mine', { 'mine/manifest.yaml': MANIFEST.replace('./metric.ts', '.') }, 'METRIC_BAD_MANIFEST'],
    [
      './mine',
      {
        'mine/manifest.yaml': MANIFEST.replace('mine.length', 'usage.tokens').replace(
          './metric.ts',
          'builtin:usage.cost',
        ),
      },
      'METRIC_NAME_TAKEN',
    ],
    [
      './mine',
      { 'mine/manifest.yaml': MANIFEST.replace('./metric.ts', 'package.module.score') },
      'METRIC_BAD_MANIFEST',
    ],
  ] as const)('is refused where it cannot be used: %s', async (entry, files, code) => {
    const folder = makeFolder(files);
    const where = { base: folder.path, tree: folder.path, cwd: folder.path, allowOutside: false, print: () => {} };
    await expect(loadUserMetrics(entry, where)).rejects.toMatchObject({ code });
  });
});
