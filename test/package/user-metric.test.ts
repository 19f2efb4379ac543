import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
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
execution: { processing_kind: process, max_concurrency: 1, timeout_seconds: 1, emits_metric_family: false, function_name: null }
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
): Promise<{ metric: Metric; printed: string[] }> {
  const folder = makeFolder({ 'mine/manifest.yaml': MANIFEST, 'mine/metric.ts': code, ...more });
  const printed: string[] = [];
  const where = { base: folder.path, tree: folder.path, cwd: folder.path, allowOutside: false };
  const [found] = await loadUserMetrics('./mine', { ...where, print: (text) => printed.push(text) });
  if (!found) throw new Error('no metric');
  open.push(found.metric);
  return { metric: found.metric, printed };
}

async function answerOf(metric: Metric): Promise<unknown> {
  const [trace] = SESSION?.traces ?? [];
  if (!SESSION || !trace) throw new Error('no session');
  return metric.elsewhere?.score(SESSION, { type: 'trace', trace }, CONTEXT);
}

describe('a metric of the user', () => {
  it('reads the views, its configuration and other files of its own', async () => {
    const { metric } = await load(
      `import { finalAnswer, textOf, type Partition, type ScoreContext } from 'muster-eval/metric';
import { times } from './times.ts';
export function score(partition: Partition, { config }: ScoreContext) {
  if (partition.type !== 'trace') throw new Error('no trace');
  return { score: times(textOf(finalAnswer(partition.trace)?.output ?? []).length, config.factor as number) };
}`,
      { 'mine/times.ts': 'export const times = (a: number, b: number): number => a * b;' },
    );
    expect(await answerOf(metric)).toEqual({ answer: { score: 24 } });
  });

  it('may answer later, and may be a default export or an object with a score', async () => {
    const { metric } = await load('export default { score: async () => ({ score: 1 }) };');
    expect(await answerOf(metric)).toEqual({ answer: { score: 1 } });
  });

  it('is ended when it takes too long, and started again', async () => {
    const { metric } = await load(
      `export function score(partition) {
  if (!globalThis.again && partition.trace.spans.length === 2) { while (true) {} }
}`,
    );
    expect(await answerOf(metric)).toEqual({ failed: 'metric_timeout', message: 'it took longer than 1 s' });
    expect(await answerOf(metric)).toMatchObject({ failed: 'metric_timeout' });
  });

  it('fails alone when it throws, exits, answers a function or exports none', async () => {
    const failures: readonly (readonly [string, string])[] = [
      ['export function score() { throw new TypeError("no such field"); }', 'TypeError: no such field'],
      ['export function score() { process.exit(7); }', 'it ended itself with exit code 7'],
      ['export function score() { return () => 1; }', 'could not be cloned'],
      ['export const other = 1;', "it exports no function 'default', 'score', 'metric'"],
      ['export function score( {', 'metric.ts'],
      [
        'setTimeout(() => { throw new Error("later"); }, 5); export function score() { return new Promise(() => {}); }',
        'later',
      ],
    ];
    for (const [code, message] of failures) {
      const { metric } = await load(code);
      const scored = await answerOf(metric);
      expect(scored).toMatchObject({ failed: 'metric_failed' });
      expect(JSON.stringify(scored)).toContain(message);
    }
  });

  it('prints to where it is told', async () => {
    const { metric, printed } = await load('export function score() { console.log("seen"); return {}; }');
    await answerOf(metric);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(printed.join('')).toContain('seen');
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
