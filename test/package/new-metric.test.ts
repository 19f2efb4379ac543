import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TRACES = join(ROOT, 'examples/triage-team/traces');

describe('a metric that the user writes', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'muster-own-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function muster(...args: string[]): { status: number | null; out: string; err: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, out: stdout, err: stderr };
  }

  it('is written by `metric new`, and passes its check as it is', () => {
    expect(muster('metric', 'new', 'my.metric')).toMatchObject({ status: 0, err: '' });
    const checked = muster('metric', 'check', 'my-metrics/my.metric');
    expect(checked).toMatchObject({ status: 0, err: '' });
    expect(checked.out).toContain('4 of 4 cases hold');
  });

  it('is chosen by a glob in the configuration, configured, gated, and told before it runs', () => {
    writeFileSync(
      join(folder, 'muster.yaml'),
      `muster:
  metrics: ['agent.*', './my-metrics/*']
  metric_configs: { my.metric: { max_characters: 20 } }
  gates: [{ metric: my.metric, at_least: 1 }]
`,
    );
    const { status, err } = muster(TRACES, '--out', 'run', '--outcomes', 'all');
    expect(err).toContain('runs code of yours: my-metrics/my.metric/metric.ts');
    expect(status).toBe(1);
    const outcomes = readFileSync(join(folder, 'run/outcomes.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const own = outcomes.filter(({ metric }) => metric === 'my.metric');
    expect(own.map(({ status: each, score, details }) => [each, score, details.limit])).toEqual([
      ['scored', 0, 20],
      ['scored', 0, 20],
    ]);
  });

  it('says by file and line which case does not hold', () => {
    const cases = join(folder, 'my-metrics/my.metric/cases/worked.json');
    writeFileSync(cases, readFileSync(cases, 'utf8').replace('"score": 1', '"score": 0.5'));
    const { status, err } = muster('metric', 'check', 'my-metrics/my.metric');
    expect(status).toBe(1);
    expect(err).toMatch(
      /cases\/worked\.json:\d+: case 'an answer within the default limit': score is 1, and 0.5 is expected/,
    );
  });

  it('is not run from outside of the folder of its configuration unless that is allowed', () => {
    writeFileSync(join(folder, 'elsewhere.ts'), readFileSync(join(folder, 'my-metrics/my.metric/metric.ts')));
    const manifest = readFileSync(join(folder, 'my-metrics/my.metric/manifest.yaml'), 'utf8');
    writeFileSync(
      join(folder, 'my-metrics/my.metric/manifest.yaml'),
      manifest.replace('./metric.ts', '../../elsewhere.ts'),
    );
    // Two paths to one metric are one metric.
    const config = "muster: { metrics: ['./my.metric', './my.*'] }\n";
    writeFileSync(join(folder, 'my-metrics/muster.yaml'), config);
    const refused = muster(TRACES, '--config', 'my-metrics/muster.yaml', '--out', 'run');
    expect(refused).toMatchObject({
      status: 2,
      err: expect.stringContaining("'elsewhere.ts' lies outside of my-metrics"),
    });
    expect(muster(TRACES, '--config', 'my-metrics/muster.yaml', '--out', 'run', '--allow-outside').status).toBe(0);
  });
});
