import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manifestYaml } from '../metrics/manifest-yaml.ts';
import { METRICS, metricNamed } from '../metrics/registry.ts';
import { makeTerminal } from '../testing/make-terminal.ts';
import { runCli } from './run-cli.ts';

const MANIFEST = manifestYaml(metricNamed('agent.subagent_validity').manifest);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-check-'));
  mkdirSync(join(folder, 'mine', 'cases'), { recursive: true });
  writeFileSync(join(folder, 'mine', 'manifest.yaml'), MANIFEST);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function check(target: string): Promise<{ code: number; out: string; err: string }> {
  const terminal = makeTerminal(folder);
  const code = await runCli(['metric', 'check', target], terminal);
  return { code, out: terminal.output(), err: terminal.errors() };
}

/** A list of one case over one agent that answers `text`, one key a line. */
function caseText(expected: object, more: object = {}): string {
  const record = {
    span_id: 'a',
    kind: 'AGENT',
    agent: { name: 'a' },
    output_messages: [{ role: 'assistant', parts: [{ type: 'text', content: 'Refund of $42.50 processed.' }] }],
  };
  return JSON.stringify([{ name: 'a refund', scope: 'trace', records: [record], expected, ...more }], null, 1);
}

const writeCases = (text: string): void => writeFileSync(join(folder, 'mine', 'cases', 'worked.json'), text);

describe('muster metric check', () => {
  it.each(METRICS.map(({ manifest }) => manifest.name))('runs the cases of %s', async (name) => {
    const { code, out, err } = await check(name);
    expect(err).toBe('');
    expect(out).toMatch(/: the manifest is valid\n {2}(\d+) of \1 cases hold\n$/);
    expect(code).toBe(0);
  });

  it('accepts the published manifest, whose dotted entrypoint is the built-in metric', async () => {
    const { code, out } = await check('mine/manifest.yaml');
    expect(out).toBe(
      'mine/manifest.yaml: the manifest of agent.subagent_validity 1.0.0 is valid\n  its scorer is the built-in metric agent.subagent_validity\n',
    );
    expect(code).toBe(0);
  });

  it('says everything that is wrong with a manifest, by file and line', async () => {
    writeFileSync(
      join(folder, 'mine', 'manifest.yaml'),
      MANIFEST.replace('direction: higher_is_better', 'direction: up').replace(
        'target_kind: AGENT',
        'target_kind: AGNET',
      ),
    );
    const { code, err } = await check('mine');
    expect(err).toMatch(/^mine\/manifest\.yaml:24: .*'direction' is "up"/);
    expect(err).toMatch(/\nmine\/manifest\.yaml:78: .*'target_kind' is "AGNET"\. Did you mean AGENT\?/);
    expect(code).toBe(2);
  });

  it('scores the cases of a folder with the built-in metric that its manifest names', async () => {
    writeCases(caseText({ score: 1, details: { labels: { valid: 1 } } }));
    expect(await check('mine')).toMatchObject({ code: 0, err: '' });
    expect((await check('mine')).out).toContain('1 of 1 case holds');
  });

  it('says which expectation of a case is not met, by file and line', async () => {
    writeCases(caseText({ score: 0, details: { labels: { empty: 1 } } }));
    const { code, out, err } = await check('mine');
    expect(err).toBe(
      [
        "mine/cases/worked.json:3: case 'a refund': score is 1, and 0 is expected",
        "mine/cases/worked.json:3: case 'a refund': details.labels.empty is null, and 1 is expected",
        '',
      ].join('\n'),
    );
    expect(out).toContain('0 of 1 case holds');
    expect(code).toBe(1);
  });

  it('refuses cases of another form', async () => {
    writeCases('[{"name": "x"');
    expect((await check('mine')).err).toMatch(/^mine\/cases\/worked\.json:1: /);
    writeCases(caseText({}));
    expect((await check('mine')).err).toMatch(/worked\.json:\d+: '0\.expected': it expects nothing/);
    writeCases(caseText({ score: 1 }, { scope: 'span', span: 'b' }));
    expect((await check('mine')).err).toContain("its records hold no span 'b'");
    writeCases(caseText({ score: 1 }, { config: { min_respons_length: 1 } }));
    expect((await check('mine')).err).toContain('Did you mean min_response_length?');
  });

  it("refuses a user's metric whose scorer is not there", async () => {
    const own = MANIFEST.replace(/^name: .*/m, 'name: team.tone').replace(/^entrypoint: .*/m, 'entrypoint: ./no.ts');
    writeFileSync(join(folder, 'mine', 'manifest.yaml'), own);
    expect(await check('mine')).toMatchObject({
      code: 2,
      err: expect.stringContaining('mine/no.ts, which is not there'),
    });
  });

  it('says when an entrypoint leads nowhere', async () => {
    writeFileSync(
      join(folder, 'mine', 'manifest.yaml'),
      MANIFEST.replace(/^entrypoint: .*/m, 'entrypoint: builtin:tree.fan_uot'),
    );
    expect(await check('mine')).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean tree.fan_out?') });
  });

  it('refuses what is neither a file nor a metric with the nearest names', async () => {
    const { code, err } = await check('tree.fan_uot');
    expect(err).toContain("no metric 'tree.fan_uot'. Did you mean tree.fan_out?");
    expect(code).toBe(2);
    expect((await check('mine/cases')).err).toContain('mine/cases/manifest.yaml');
  });
});
