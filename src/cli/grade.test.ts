import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../metrics/registry.ts';
import type { Outcome } from '../results/outcome.ts';
import type { RunResult } from '../results/run-result.ts';
import { outcomeSchema, runSchema } from '../results/schemas.ts';
import { agentRecord, type Folder, lines, makeFolder, TEAM } from '../testing/make-folder.ts';

const VALIDITY = 'agent.subagent_validity';

function team(more: Readonly<Record<string, string>> = {}): Folder {
  return makeFolder({ 'run.jsonl': lines(TEAM), ...more });
}

function outcomes(folder: Folder, place = 'out'): Outcome[] {
  return folder
    .read(`${place}/outcomes.jsonl`)
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Outcome]));
}

function run(folder: Folder, place = 'out'): RunResult {
  return JSON.parse(folder.read(`${place}/run.json`)) as RunResult;
}

describe('muster grade', () => {
  it('prints one line an agent with both rates, the source, the configuration and the place of the run', async () => {
    const { code, out, err } = await team().muster('run.jsonl');
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toMatch(/✗ geocoder .*1 short/);
    expect(out).toMatch(/All agents 4\/5 valid .* delegated only 2\/3 valid/s);
    expect(out).toMatch(/run\.jsonl +spans/);
    expect(out).toContain('no configuration file');
    expect(out).toMatch(/Written to \.muster\/runs\/[0-9a-f]{16}/);
  });

  it('is what a bare path means', async () => {
    const folder = team();
    const bare = await folder.muster('run.jsonl');
    expect(await folder.muster('grade', 'run.jsonl')).toEqual(bare);
  });

  it('writes a run and outcomes that keep to their schemas', async () => {
    const folder = team();
    await folder.muster('run.jsonl', '--out', 'out', '--outcomes', 'all', '--by', 'agent');
    expect(runSchema.safeParse(run(folder)).error).toBeUndefined();
    const written = outcomes(folder);
    expect(written.length).toBeGreaterThan(10);
    for (const each of written) expect(outcomeSchema.safeParse(each).error).toBeUndefined();
    expect(new Set(written.map(({ id }) => id)).size).toBe(written.length);
  });

  it('runs the metrics that --metrics names, by id or glob', async () => {
    const folder = team();
    await folder.muster('run.jsonl', '--out', 'out', '--metrics', 'tree.*,usage.tokens');
    const chosen = METRICS.map(({ manifest }) => manifest.name).filter((name) => /^tree\.|^usage\.tokens$/.test(name));
    expect(run(folder).metrics.map(({ name }) => name)).toEqual(chosen);
    expect(chosen.length).toBeGreaterThan(2);
  });

  it('scores at the scope of --scope, leaves out metrics of a glob that lack it, and refuses those that are named', async () => {
    const folder = team();
    await folder.muster('run.jsonl', '--out', 'out', '--scope', 'span', '--metrics', '*', '--outcomes', 'all');
    expect(new Set(outcomes(folder).map(({ partition }) => partition.type))).toEqual(new Set(['span']));
    const refused = await folder.muster('nowhere', '--scope', 'span', '--metrics', 'usage.tokens');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toContain("metric 'usage.tokens' has no span scope");
  });

  it('takes single values from --set, over the configuration, and refuses values of a wrong type', async () => {
    const config = `muster: {metric_configs: {${VALIDITY}: {min_response_length: 1000}}}`;
    const folder = team({ 'muster.yaml': config });
    await folder.muster('run.jsonl', '--out', 'out', '--set', `${VALIDITY}.min_response_length=2`);
    expect(run(folder).agents.every(({ labels }) => Object.keys(labels).join() === 'valid')).toBe(true);
    for (const value of ['"2"', 'null', 'two', '-1'])
      expect(await folder.muster('nowhere', '--set', `${VALIDITY}.min_response_length=${value}`)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`'${VALIDITY}.min_response_length' is `),
      });
  });

  it('reads the configuration of --config, else the first that stands in its place, and says which', async () => {
    const strict = `muster: {metric_configs: {${VALIDITY}: {min_response_length: 1000}}}`;
    const folder = team({ 'tests/eval/eval_config.yaml': strict, 'mine.json': '{"muster": {"metrics": ["usage.*"]}}' });
    const found = await folder.muster('run.jsonl');
    expect(found.out).toContain('tests/eval/eval_config.yaml');
    expect(found.out).toContain('0/5 valid');
    await folder.muster('run.jsonl', '--config', 'mine.json', '--out', 'out');
    expect(run(folder).metrics.map(({ name }) => name)).toEqual(['usage.tokens', 'usage.cost']);
  });

  it('reads every file as the format of --source', async () => {
    const folder = team();
    await folder.muster('run.jsonl', '--source', 'otlp', '--out', 'other');
    expect(run(folder, 'other').inputs).toMatchObject([
      { source: 'otlp', because: expect.stringContaining('--source') },
    ]);
    await folder.muster('run.jsonl', '--source', 'spans', '--out', 'out');
    expect(run(folder).inputs).toMatchObject([{ path: 'run.jsonl', source: 'spans' }]);
  });

  it('writes everything but plain passes, and all of it with --outcomes all', async () => {
    const folder = team();
    await folder.muster('run.jsonl', '--out', 'out', '--metrics', VALIDITY);
    const failing = outcomes(folder).map(({ partition, score }) => [partition.type, partition.session_id, score]);
    expect(failing).toEqual([
      ['trace', 'session-t1', 0],
      ['session', 'session-t1', 0.5],
    ]);
    await folder.muster('run.jsonl', '--out', 'all', '--metrics', VALIDITY, '--outcomes', 'all');
    expect(outcomes(folder, 'all')).toHaveLength(4);
    expect(run(folder, 'all').summaries).toEqual(run(folder).summaries);
  });

  it('groups summaries with --by, and says when nothing can be grouped so', async () => {
    const folder = team();
    await folder.muster('run.jsonl', '--out', 'out', '--by', 'agent', '--metrics', VALIDITY);
    const spans = run(folder).summaries.find(({ scope }) => scope === 'span');
    expect(spans?.groups.agent?.groups.map(({ key, mean, n }) => [key, mean, n])).toEqual([
      ['geocoder', 0.5, 2],
      ['lead', 1, 2],
      ['writer', 1, 1],
    ]);
    expect((await folder.muster('run.jsonl', '--by', 'tool')).err).toContain('--by tool: no outcome names a tool');
  });

  it('narrows what is written with --filter, never what is computed', async () => {
    const folder = team();
    await folder.muster('run.jsonl', '--out', 'all', '--outcomes', 'all', '--by', 'agent');
    await folder.muster(
      'run.jsonl',
      '--out',
      'out',
      '--outcomes',
      'all',
      '--by',
      'agent',
      '--filter',
      'agent=geo*',
      '--filter',
      'status=short',
    );
    expect(outcomes(folder).map(({ partition, score }) => [partition.agent, score])).toEqual([
      ['geocoder', 0],
      ['geocoder', 0],
    ]);
    expect(folder.read('out/run.json')).toBe(folder.read('all/run.json'));
  });

  it('takes several --filter of one key as alternatives', async () => {
    const folder = team();
    await folder.muster(
      'run.jsonl',
      '--out',
      'out',
      '--outcomes',
      'all',
      '--filter',
      'trace=t1',
      '--filter',
      'trace=t2',
      '--filter',
      'metric=tree.fan_out',
    );
    expect(outcomes(folder).map(({ partition }) => partition.trace_id)).toEqual(['t1', 't2']);
  });

  it('prints as many agents as --limit says', async () => {
    const { out } = await team().muster('run.jsonl', '--limit', '1');
    expect(out).toContain('geocoder');
    expect(out).not.toMatch(/^. *writer/m);
    expect(out).toContain('--limit 3 shows all');
  });

  it('shows no content with --content none, secrets hidden by default, everything with full', async () => {
    const secret = 'key sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
    const record = agentRecord('t', 'a', 'lead', '', { status: 'ERROR', status_message: secret });
    const shown = async (mode: string): Promise<string> => {
      const folder = makeFolder({ 'run.jsonl': lines([record]) });
      const { out } = await folder.muster('run.jsonl', '--content', mode, '--out', 'out');
      return [out, folder.read('out/run.json'), folder.read('out/outcomes.jsonl')].join('\n');
    };
    expect(await shown('full')).toContain(secret);
    expect(await shown('redacted')).not.toContain('sk-abcdefghij');
    expect(await shown('redacted')).toContain('“key ');
    expect(await shown('none')).not.toContain('“key ');
  });

  it('hides what muster.redact names in everything that it writes', async () => {
    const folder = makeFolder({
      'run.jsonl': lines([agentRecord('t', 'a', 'lead', 'Falcon')]),
      'muster.yaml': 'muster: {redact: [Falcon]}',
    });
    const { out } = await folder.muster('run.jsonl', '--out', 'out', '--format', 'terminal', '--format', 'junit=r.xml');
    expect(out).not.toContain('Falcon');
    for (const name of ['out/outcomes.jsonl', 'r.xml']) expect(folder.read(name)).not.toContain('Falcon');
    expect(JSON.stringify(run(folder).agents)).not.toContain('Falcon');
    expect(folder.read('out/run.json')).not.toContain('Falcon');
  });

  it('stops at the first problem with --strict, and leaves nothing behind', async () => {
    const folder = makeFolder({ 'run.jsonl': `${lines(TEAM)}{"type": "span"}\n` });
    const { code, err } = await folder.muster('run.jsonl', '--strict');
    expect(code).toBe(2);
    expect(err).toMatch(/stopped at the first problem \(--strict\): .*run\.jsonl:9/);
    expect(readdirSync(folder.path)).toEqual(['run.jsonl']);
    expect((await folder.muster('run.jsonl')).code).toBe(0);
  });

  it('prints only run.json with --json', async () => {
    const folder = team();
    const { out } = await folder.muster('run.jsonl', '--json', '--out', 'out');
    expect(out).toBe(folder.read('out/run.json'));
  });

  it('prints reports by name and writes them to files by name=file, in folders that it makes', async () => {
    const folder = team();
    const { out, err } = await folder.muster(
      'run.jsonl',
      '--format',
      'markdown',
      '--format',
      'junit=reports/deep/r.xml',
      '--format',
      'otel=o.json',
    );
    expect(out).toMatch(/^#/);
    expect(folder.read('reports/deep/r.xml')).toContain('<testsuite');
    expect(folder.read('o.json')).toContain('gen_ai.evaluation.result');
    expect(err).toContain('junit written to reports/deep/r.xml');
    expect(err).toMatch(/run written to \.muster\/runs\//);
  });

  it('colours its report only where the terminal asks for it', async () => {
    const folder = team();
    const plain = await folder.muster('run.jsonl');
    const coloured = await folder.musterWith(
      { color: true },
      'run.jsonl',
      '--format',
      'terminal',
      '--format',
      'terminal=t.txt',
    );
    expect(plain.out).not.toContain('\u001b[');
    expect(coloured.out).toContain('\u001b[');
    expect(folder.read('t.txt')).not.toContain('\u001b[');
  });

  it('reads standard input', async () => {
    const folder = makeFolder();
    const { code, out } = await folder.musterWith(
      {
        async *stdin() {
          yield lines(TEAM);
        },
      },
      '-',
    );
    expect(code).toBe(0);
    expect(out).toContain('4/5 valid');
  });

  it('reads paths that are named like a command or like a flag', async () => {
    const folder = makeFolder({ show: lines(TEAM), '-odd.jsonl': lines(TEAM) });
    expect((await folder.muster('./show')).out).toContain('4/5 valid');
    expect((await folder.muster('--', 'show')).out).toContain('4/5 valid');
    expect((await folder.muster('--', '-odd.jsonl')).out).toContain('4/5 valid');
  });
});

describe('a run on disk', () => {
  it('is for the user alone and not for version control', async () => {
    const folder = team();
    await folder.muster('run.jsonl');
    const mode = (path: string): number => statSync(join(folder.path, path)).mode & 0o777;
    const [id = ''] = readdirSync(join(folder.path, '.muster/runs'));
    expect([mode('.muster'), mode('.muster/runs'), mode(`.muster/runs/${id}`)]).toEqual([0o700, 0o700, 0o700]);
    for (const name of ['run.json', 'outcomes.jsonl', 'scores.jsonl', 'problems.jsonl'])
      expect(mode(`.muster/runs/${id}/${name}`)).toBe(0o600);
    expect(folder.read('.muster/.gitignore')).toBe('*\n');
  });

  it('has the same bytes in another folder with the same files, and for other orders of lines but for places', async () => {
    const first = team();
    const second = team();
    await first.muster('run.jsonl', '--outcomes', 'all', '--out', 'out');
    await second.muster('run.jsonl', '--outcomes', 'all', '--out', 'out');
    const names = ['run.json', 'outcomes.jsonl', 'scores.jsonl', 'problems.jsonl'] as const;
    for (const name of names) expect(second.read(`out/${name}`)).toBe(first.read(`out/${name}`));
    const records = [...TEAM, { type: 'span' }, { type: 'x' }];
    const withoutPlaces = (text: string): string =>
      text.replace(/"at":\s*\{[^}]*\}/g, '').replace(/"(sha256|bytes)": [^,\n]*/g, '');
    const straight = makeFolder({ 'run.jsonl': lines(records) });
    const reversed = makeFolder({ 'run.jsonl': lines([...records].reverse()) });
    for (const folder of [straight, reversed]) await folder.muster('run.jsonl', '--outcomes', 'all', '--out', 'out');
    for (const name of names)
      expect(withoutPlaces(reversed.read(`out/${name}`))).toBe(withoutPlaces(straight.read(`out/${name}`)));
  });

  it('has a name that changes with the input, the configuration, the gates and the cases, and with nothing else', async () => {
    const folder = team({ 'cases.json': '[{"id": "c", "match": {"trace": "t1"}}]' });
    const place = async (...args: string[]): Promise<string> =>
      /runs\/([0-9a-f]{16})/.exec((await folder.muster('run.jsonl', ...args)).out)?.[1] ?? '';
    const plain = await place();
    expect(await place('--limit', '1')).toBe(plain);
    expect(await place('--content', 'none')).toBe(plain);
    const others = [
      await place('--set', `${VALIDITY}.min_response_length=2`),
      await place('--fail-below', `${VALIDITY}=0.1`),
      await place('--metrics', 'usage.*'),
      await place('--scope', 'span'),
      await place('--cases', 'cases.json'),
    ];
    expect(new Set([plain, ...others]).size).toBe(6);
  });

  it('leaves other files of the user in the folder alone, and replaces an earlier run', async () => {
    const folder = team({ 'out/notes.txt': 'mine' });
    await folder.muster('run.jsonl', '--out', 'out', '--metrics', VALIDITY);
    await folder.muster('run.jsonl', '--out', 'out', '--metrics', 'usage.tokens');
    expect(readdirSync(join(folder.path, 'out')).sort()).toEqual([
      'notes.txt',
      'outcomes.jsonl',
      'problems.jsonl',
      'run.json',
      'scores.jsonl',
    ]);
    expect(run(folder).metrics).toHaveLength(1);
  });

  it('is refused before reading where it cannot be written, and nothing is left', async () => {
    const folder = team({ taken: 'a file' });
    for (const args of [
      ['--out', 'taken'],
      ['--out', 'taken/below'],
      ['--format', 'json=taken/x.json'],
      ['--format', 'json=.'],
    ]) {
      const { code, err } = await folder.muster('nowhere.jsonl', ...args);
      expect(code).toBe(2);
      expect(err).toMatch(/cannot write '/);
    }
    expect(readdirSync(folder.path).sort()).toEqual(['run.jsonl', 'taken']);
  });

  it('does not collide with another one that is written at the same moment', async () => {
    const folder = team();
    const ran = await Promise.all([1, 2, 3, 4].map(() => folder.muster('run.jsonl')));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(readdirSync(join(folder.path, '.muster/runs'))).toHaveLength(1);
  });

  it('clears drafts of runs that were killed long ago, and no fresh ones', async () => {
    const folder = team();
    for (const name of ['.draft-old', '.draft-new']) {
      mkdirSync(join(folder.path, 'out', name), { recursive: true });
      writeFileSync(join(folder.path, 'out', name, 'outcomes.jsonl'), '');
    }
    const { utimesSync } = await import('node:fs');
    const old = new Date(Date.now() - 3 * 24 * 3600 * 1000);
    for (const path of ['outcomes.jsonl', '']) utimesSync(join(folder.path, 'out/.draft-old', path), old, old);
    await folder.muster('run.jsonl', '--out', 'out');
    expect(readdirSync(join(folder.path, 'out')).filter((name) => name.startsWith('.draft'))).toEqual(['.draft-new']);
  });
});
