import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../results/outcome.ts';
import { type Folder, lines, makeFolder, TEAM } from '../testing/make-folder.ts';

const FEW = ['--metrics', 'agent.subagent_validity,usage.tokens,tree.*'];
const EXAMPLE = fileURLToPath(new URL('../../examples/triage-team', import.meta.url));
const VALIDITY = 'agent.subagent_validity';

function example(): Folder {
  const folder = makeFolder();
  cpSync(EXAMPLE, folder.path, { recursive: true });
  return folder;
}

const CASES = JSON.stringify([
  { id: 'north', task: { id: 'places' }, tags: ['nightly'], match: { trace: 't1' } },
  { id: 'south', task: { id: 'weather' }, match: { trace: 't2' } },
]);
const MISSING = {
  ...{ type: 'delegation', id: 'd', trace_id: 't1', from_span_id: 'b', to_agent: 'surveyor' },
  ...{ mode: 'tool_return', status: 'missing' },
};

/** The team with cases and an agent that never returned. */
function team(): Folder {
  return makeFolder({ 'run.jsonl': lines([...TEAM, MISSING]), 'cases.json': CASES });
}

const agentsOf = (out: string): string[] => [...out.matchAll(/^[✓✗?] (\S+)/gm)].map(([, name = '']) => name).sort();
const filters = (...entries: string[]): string[] => entries.flatMap((entry) => ['--filter', entry]);

/** Lines of a report that stand in no other report of the same run. */
function without(text: string, other: string): string[] {
  const known = new Set(other.split('\n'));
  return text.split('\n').filter((line) => line !== '' && !known.has(line));
}

describe('grade --filter', () => {
  it.each([
    [['agent=geo*'], ['geocoder']],
    [
      ['agent=geo*', 'agent=writer'],
      ['geocoder', 'writer'],
    ],
    [['trace=t2'], ['geocoder', 'lead', 'writer']],
    [['session=*-t1'], ['geocoder', 'lead', 'surveyor']],
    [['case=south'], ['geocoder', 'lead', 'writer']],
    [['task=plac*', 'status=valid'], ['lead']],
    [
      ['tag=nightly', 'agent=*r'],
      ['geocoder', 'surveyor'],
    ],
    [['status=short'], ['geocoder']],
    [['status=missing'], ['surveyor']],
    [
      ['status=scored', 'trace=t1'],
      ['geocoder', 'lead'],
    ],
    [[`metric=${VALIDITY}`], ['geocoder', 'lead', 'surveyor', 'writer']],
    [['metric=usage.*'], []],
    [['agent=writer', 'trace=t1'], []],
  ])('%j prints the lines of %j', async (entries, agents) => {
    const { code, out } = await team().muster('run.jsonl', '--cases', 'cases.json', ...FEW, ...filters(...entries));
    expect(code).toBe(0);
    expect(agentsOf(out)).toEqual(agents);
    expect(out).toContain(`\n${agents.length} of 4 agents shown (filter ${entries.join(', ')})\n`);
  });

  it('changes no figure: the report differs in the lines of agents, and the exit code stays', async () => {
    const folder = example();
    const gate = ['--fail-below', `${VALIDITY}=0.95`];
    const whole = await folder.muster('traces', ...FEW, ...gate);
    const narrowed = await folder.muster('traces', ...FEW, ...gate, ...filters('agent=policy-*'));
    expect(agentsOf(narrowed.out)).toEqual(['policy-reader']);
    expect([whole.code, narrowed.code]).toEqual([1, 1]);
    expect(without(narrowed.out, whole.out).every((line) => /agent +role|policy-|^Next: /.test(line))).toBe(true);
    expect(
      without(whole.out, narrowed.out).every((line) =>
        /^. \S+ +(root|sub)|agent +role|tickets.jsonl|^Next: /.test(line),
      ),
    ).toBe(true);
    expect(narrowed.out).toContain('All agents 7/8 valid');
    expect(narrowed.out).toContain('failed: agent.subagent_validity');
    const [, next = ''] = /Next: muster (.*)/.exec(narrowed.out) ?? [];
    expect((await folder.muster(...next.split(' '))).code).toBe(0);
  });

  it('writes the same run.json, and of the outcomes those it asks for', async () => {
    const folder = example();
    await folder.muster('traces', ...FEW, '--out', 'all', '--outcomes', 'all');
    const { out } = await folder.muster(
      ...['traces', ...FEW, '--out', 'out', '--outcomes', 'all', '--json'],
      ...filters('trace=*19', 'metric=tree.*'),
    );
    expect(out).toBe(folder.read('all/run.json'));
    expect(folder.read('out/run.json')).toBe(out);
    const read = (place: string): Outcome[] =>
      folder
        .read(`${place}/outcomes.jsonl`)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Outcome);
    const wanted = read('all').filter(
      ({ metric, partition }) => metric.startsWith('tree.') && partition.trace_id?.endsWith('19'),
    );
    expect(wanted.length).toBeGreaterThan(3);
    expect(read('out')).toEqual(wanted);
  });

  it('narrows every report that has lines, and each says so', async () => {
    const folder = example();
    const report = async (name: string): Promise<string> =>
      (
        await folder.muster(
          'traces',
          ...FEW,
          '--outcomes',
          'all',
          '--format',
          name,
          ...filters('agent=reply-*', 'trace=*19'),
        )
      ).out;
    const markdown = await report('markdown');
    expect(markdown).toMatch(/\| reply-writer \|/);
    expect(markdown).not.toMatch(/\| (policy-reader|triage-lead) \|/);
    expect(markdown).toMatch(/1 of 4 agents shown \(filter agent=reply-\\\*, trace=\\\*19\)/);
    expect(markdown).toMatch(/<summary>\d answers? not full or not known \(filter agent=reply/);
    expect(markdown).toContain('all agents 7/8 valid');
    const junit = await report('junit');
    expect(junit).toContain('<property name="filter" value="agent=reply-*, trace=*19"/>');
    expect(new Set([...junit.matchAll(/testcase name="([^"[]*)/g)].map(([, name = '']) => name.trim()))).toEqual(
      new Set(['trace 7a1f0c5be2d94638a1b2c3d4e5f60719']),
    );
    const github = await report('github');
    expect(github.match(/^::warning /gm)).toHaveLength(1);
    expect(github).toMatch(/::notice .*all agents 7\/8 valid.*; warnings are those of the filter agent=reply-\*/);
    const otel = await report('otel');
    expect(otel).toContain('{"key":"muster.filter","value":{"stringValue":"agent=reply-*, trace=*19"}}');
    expect(new Set([...otel.matchAll(/"traceId":"([^"]*)"/g)].map(([, id]) => id)).size).toBe(1);
  });

  it('that matched nothing says so with near names, also beside a report for machines', async () => {
    const folder = example();
    const { code, out, err } = await folder.muster(
      'traces',
      ...FEW,
      '--json',
      ...filters('agent=replywriter', 'status=empty'),
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).agents).toHaveLength(4);
    expect(err).toBe('muster: --filter agent=replywriter matched nothing. Did you mean reply-writer?\n');
    expect((await folder.muster('traces', ...FEW, ...filters('status=empty'))).err).toBe('');
    expect((await folder.muster('traces', ...FEW, ...filters('status=empty', 'agent=reply-writer'))).err).toBe('');
    expect((await folder.muster('traces', ...FEW, ...filters('status=empty', 'agent=policy-*'))).err).toContain(
      'nothing matched all of it',
    );
    expect((await folder.muster('traces', ...FEW, ...filters('task=x'))).err).toContain('Nothing here has one');
  });

  it('hides in what it suggests what muster.redact names, and lets nothing act on the terminal', async () => {
    const folder = makeFolder({
      'run.jsonl': lines(TEAM).replaceAll('geocoder', 'geocoder\\u001b[2J'),
      'muster.yaml': 'muster: {redact: [lead]}',
    });
    const { err } = await folder.muster('run.jsonl', ...filters('agent=geocode'));
    expect(err).toContain('Did you mean geo');
    expect(err).not.toContain('\u001b');
    expect((await folder.muster('run.jsonl', ...filters('agent=leader'))).err).not.toMatch(/Did.*lead/);
  });
});

describe('show and usage --filter', () => {
  it('say what matched nothing, with near names', async () => {
    const folder = example();
    for (const command of ['show', 'usage']) {
      const { code, out, err } = await folder.muster(command, 'traces', '--filter', 'agent=replywriter');
      expect(code).toBe(0);
      expect(out).toBe('no trace matches the filter\n');
      expect(err).toBe('muster: --filter agent=replywriter matched nothing. Did you mean reply-writer?\n');
    }
  });

  it('are silent where something matches', async () => {
    const folder = example();
    for (const command of ['show', 'usage'])
      expect((await folder.muster(command, 'traces', '--filter', 'trace=*18')).err).toBe('');
    expect(JSON.parse((await folder.muster('usage', 'traces', '--json', '--filter', 'trace=no')).out).agents).toEqual(
      [],
    );
  });
});
