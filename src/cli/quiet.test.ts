import { describe, expect, it } from 'vitest';
import { agentRecord, lines, makeFolder, TEAM } from '../testing/make-folder.ts';

const VALIDITY = 'agent.subagent_validity';
const WELL = lines([agentRecord('t', 'a', 'lead', 'All is well here.')]);
const OPEN = lines([agentRecord('t', 'a', 'lead', null)]);

describe('--quiet', () => {
  it('prints nothing where all is well, not even notes', async () => {
    const folder = makeFolder({ 'run.jsonl': WELL, 'muster.yaml': 'muster: {judge: {}}' });
    for (const more of [
      [],
      ['--fail-below', `${VALIDITY}=0.9`],
      ['--format', 'junit=r.xml'],
      ['--filter', 'agent=led'],
    ])
      expect(await folder.muster('run.jsonl', '--quiet', ...more)).toEqual({ code: 0, out: '', err: '' });
    expect(folder.read('r.xml')).toContain('<testsuite');
  });

  it('prints a gate that failed: exit code 1', async () => {
    const folder = makeFolder({ 'run.jsonl': lines(TEAM) });
    const { code, out, err } = await folder.muster('run.jsonl', '--quiet', '--fail-below', `${VALIDITY}=0.9`);
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(
      /^Gates {2}1 of 1 gate failed\n {2}✗ failed: agent\.subagent_validity mean \(trace\) at least 0\.9\n/m,
    );
    expect(out).toContain('run.jsonl:3');
  });

  it('prints a gate that the evidence cannot support: exit code 3', async () => {
    const folder = makeFolder({ 'run.jsonl': OPEN });
    const { code, out } = await folder.muster('run.jsonl', '--quiet', '--fail-below', `${VALIDITY}=0.9`);
    expect(code).toBe(3);
    expect(out).toMatch(/^Gates {2}1 of 1 gate unsupported.*\n {2}\? unsupported: [\s\S]*nothing was scored/);
  });

  it('prints agents that are not valid, and only those: exit code 0 without a gate', async () => {
    const folder = makeFolder({ 'run.jsonl': lines(TEAM) });
    const { code, out } = await folder.muster('run.jsonl', '--quiet');
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}agent .*\n✗ geocoder .*1 short.*\n {4}run\.jsonl:3 .*\n$/);
    expect((await folder.muster('run.jsonl', '--quiet', '--filter', 'agent=lead')).out).toBe('');
  });

  it('says that nothing was evaluated: exit code 3', async () => {
    const { code, out } = await makeFolder({ 'run.jsonl': OPEN }).muster('run.jsonl', '--quiet', '--metrics', VALIDITY);
    expect(code).toBe(3);
    expect(out).toMatch(/^Nothing was evaluated: 1 metric unknown: unevaluable_spans/);
  });

  it('tells a Failure as ever: exit code 2', async () => {
    const { code, out, err } = await makeFolder().muster('nowhere', '--quiet');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain("no file or folder 'nowhere'");
  });

  it('leaves the reports that are asked for as they are', async () => {
    const folder = makeFolder({ 'run.jsonl': WELL });
    for (const name of ['markdown', 'json'])
      expect((await folder.muster('run.jsonl', '--quiet', '--format', name)).out).toBe(
        (await folder.muster('run.jsonl', '--format', name)).out,
      );
    await folder.muster('run.jsonl', '--quiet', '--format', 'terminal=t.txt');
    expect(folder.read('t.txt')).toContain('1/1 valid');
    expect((await folder.muster('run.jsonl', '--quiet', '--json')).out).toMatch(/^\{\n/);
  });
});
