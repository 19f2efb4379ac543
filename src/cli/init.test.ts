import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../config/read-config.ts';
import { declaredBy } from '../run/declared.ts';
import { planRun } from '../run/plan.ts';
import { makeTerminal } from '../testing/make-terminal.ts';
import { runCli } from './run-cli.ts';

const WRITTEN = ['muster.yaml', 'muster.schema.json', '.github/workflows/muster.yml'];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

async function init(...flags: string[]): Promise<{ code: number; said: string }> {
  const terminal = makeTerminal(folder);
  const code = await runCli(['init', ...flags], terminal);
  return { code, said: terminal.output() + terminal.errors() };
}

describe('muster init', () => {
  it('writes a configuration, its schema and a workflow, and names the next command', async () => {
    const { code, said } = await init();
    expect(code).toBe(0);
    for (const path of WRITTEN) expect(said).toContain(`wrote ${path}\n`);
    expect(said).toMatch(/Next: npx muster-eval traces\//);
    expect(read('muster.yaml')).toMatch(/^# yaml-language-server: \$schema=\.\/muster\.schema\.json\n/);
  });

  it('writes a configuration that loads without a note and plans a gated run', async () => {
    await init();
    const config = readConfig('muster.yaml', read('muster.yaml'));
    expect(config.notes).toEqual([]);
    const plan = planRun({ set: [], failBelow: [] }, config);
    expect(plan.gates).toMatchObject([{ metric: 'agent.subagent_validity', atLeast: 0.95 }]);
  });

  it('writes a configuration whose commented lines are right as well', async () => {
    await init();
    const open = read('muster.yaml').replace(/^( +)# (?=targets:|constraints:|tools:\n| )/gm, '$1');
    const config = readConfig('muster.yaml', open);
    expect(declaredBy(config)).toMatchObject({
      constraints: [{ id: 'cheap enough' }, { check: { kind: 'required_tool' } }],
      tools: [{ name: 'book', readOnly: false }],
    });
    expect(config.metricConfigs.get('agent.subagent_validity')?.targets).toMatchObject([
      { match: { agent: 'geocoder' }, config: { min_response_length: 2 } },
    ]);
  });

  it('writes a workflow of one job that runs this version', async () => {
    await init();
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const { jobs } = parse(read('.github/workflows/muster.yml'));
    const commands = jobs.grade.steps.map((step: { run?: string }) => step.run ?? '').join('\n');
    expect(commands).toContain(`npx --yes muster-eval@${version} traces/`);
  });

  it('writes nothing where one of the files exists, and names those in the way', async () => {
    writeFileSync(join(folder, 'muster.yaml'), 'mine');
    const { code, said } = await init();
    expect(code).toBe(2);
    expect(said).toMatch(/already here: muster\.yaml; nothing was written\n.*--force/);
    expect(read('muster.yaml')).toBe('mine');
    expect(existsSync(join(folder, 'muster.schema.json'))).toBe(false);
  });

  it('overwrites with --force', async () => {
    writeFileSync(join(folder, 'muster.yaml'), 'mine');
    expect((await init('--force')).code).toBe(0);
    expect(read('muster.yaml')).toContain('gates:');
  });
});
