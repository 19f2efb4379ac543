import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../config/read-config.ts';
import { METRICS, metricNamed } from '../metrics/registry.ts';
import { planRun } from '../run/plan.ts';
import { makeTerminal } from '../testing/make-terminal.ts';
import { runCli } from './run-cli.ts';

async function metric(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = makeTerminal('/');
  const code = await runCli(['metric', ...args], terminal);
  return { code, out: terminal.output(), err: terminal.errors() };
}

describe('muster metric list', () => {
  it('names every metric with version, scopes, direction and summary', async () => {
    const { out } = await metric('list');
    const text = out.replace(/\s+/g, ' ');
    for (const { manifest } of METRICS) {
      const { name, version, partition_types: scopes, direction, metric_metadata: about } = manifest;
      expect(text).toContain(`${name} ${version} ${scopes.join(', ')} ${direction} ${about.summary}`);
    }
    const listed = JSON.parse((await metric('list', '--json')).out) as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(METRICS.map(({ manifest }) => manifest.name));
  });

  it('is a table within the width of the terminal', async () => {
    const lines = (await metric('list')).out.trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    const rows = lines.filter((line) => !line.startsWith('  '));
    expect(rows).toHaveLength(METRICS.length + 1);
    expect(new Set(rows.map((row) => row.search(/(?<= )(?:scopes|span|trace)/))).size).toBe(1);
  });
});

describe('muster metric show', () => {
  it('prints the manifest as it was published', async () => {
    const published = new URL('../../test/golden/agent.subagent_validity.manifest.yaml', import.meta.url);
    expect((await metric('show', 'agent.subagent_validity')).out).toBe(readFileSync(published, 'utf8'));
  });

  it('prints it as JSON too', async () => {
    const { out } = await metric('show', 'usage.tokens', '--json');
    expect(JSON.parse(out)).toEqual(metricNamed('usage.tokens').manifest);
  });

  it('refuses an unknown metric with the nearest names', async () => {
    const { code, err } = await metric('show', 'usage.token');
    expect(err).toContain("no metric 'usage.token'. Did you mean usage.tokens?");
    expect(code).toBe(2);
  });
});

describe('muster metric docs', () => {
  it('prints the page section by section', async () => {
    const { out } = await metric('docs', 'agent.subagent_validity');
    expect(out).toMatch(/^# Sub-agent Validity\n\nAvailable\n\n`agent\.subagent_validity`\n\nRule-based /);
    expect(out.match(/^## .*/gm)).toEqual([
      '## Contract',
      '## Required columns',
      '## Accepted schemas',
      '## Methodology',
      '## Score semantics',
      '## Worked example',
      '## Configuration schema',
      '## Execution',
      '## Complete manifest',
      '## Target-scoped configs (schema v2)',
      '## When it misleads',
      '## Where the contract leaves a choice',
    ]);
    expect(out).toContain('## Required columns\n\nNo required columns are declared in this manifest.\n');
    expect(out).toContain('\n| partition_types | ["span", "trace", "session"] |\n');
    expect(out).toMatch(/^1\. Checks run in a fixed order[\s\S]+^6\. The per-span verdict/m);
    expect(out).toContain('(#target-scoped-configs-schema-v2)');
    const complete = /## Complete manifest\n\n```yaml\n([\s\S]*?)```/.exec(out)?.[1] ?? '';
    expect(parse(complete)).toEqual(metricNamed('agent.subagent_validity').manifest);
  });

  it('has an example of target-scoped values that a run accepts', async () => {
    const { out } = await metric('docs', 'agent.subagent_validity');
    const example = /## Target-scoped configs[\s\S]*?```yaml\n([\s\S]*?)```/.exec(out)?.[1] ?? '';
    const config = readConfig('muster.yaml', example);
    expect(planRun({ set: [], failBelow: [] }, config).validity.config.min_response_length).toBe(10);
    expect(config.metricConfigs.get('agent.subagent_validity')?.targets).toHaveLength(2);
  });
});
