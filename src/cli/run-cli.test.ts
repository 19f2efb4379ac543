import { describe, expect, it } from 'vitest';
import { REASONS } from '../results/reasons.ts';
import { agentRecord, callRecord, lines, makeFolder, TEAM } from '../testing/make-folder.ts';
import { usesColor } from './terminal.ts';

describe('muster', () => {
  it('without arguments prints help and is done', async () => {
    const { code, out, err } = await makeFolder().muster();
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toContain('Look:');
  });

  it('groups the commands that exist', async () => {
    const { out } = await makeFolder().muster('--help');
    const [, look = '', judge = ''] = /Look:\n([\s\S]*?)\n\n.*gate:\n([\s\S]*?)\n\n/.exec(out) ?? [];
    const names = (text: string): string[] => [...text.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name);
    expect(names(look)).toEqual(['grade', 'show', 'usage', 'convert', 'sources', 'schema']);
    expect(names(judge)).toEqual(['init', 'lint', 'metric', 'compare', 'explain', 'eval']);
  });

  it('helps with a command in both ways, with examples', async () => {
    const folder = makeFolder();
    const { code, out } = await folder.muster('help', 'grade');
    expect(code).toBe(0);
    expect(out).toContain('Examples:');
    expect(await folder.muster('grade', '--help')).toMatchObject({ code: 0, out });
  });

  it('knows its version', async () => {
    expect(await makeFolder().muster('--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  it('suggests the command that a misspelt one may mean', async () => {
    const { code, err } = await makeFolder().muster('shwo', 'x');
    expect(code).toBe(2);
    expect(err).toContain('did you mean the command `muster show`?');
  });

  it('keeps control characters of a path from the terminal', async () => {
    const { err } = await makeFolder().muster('no\u001b]0;owned\u0007where');
    expect(err).not.toMatch(/[\u001b\u0007]/);
  });

  it('calls a bug a bug: exit code 70, with a stack', async () => {
    const folder = makeFolder({ 'run.jsonl': lines(TEAM) });
    const broken = {
      out: () => {
        throw new TypeError('a bug');
      },
    };
    const { code, err } = await folder.musterWith(broken, 'run.jsonl');
    expect(code).toBe(70);
    expect(err).toMatch(/this is a bug of muster[\s\S]*a bug\n +at /);
  });

  it('shows progress on standard error only, where that is a terminal', async () => {
    const folder = makeFolder({ 'run.jsonl': lines(TEAM) });
    const shown = await folder.musterWith({ showsProgress: true }, 'run.jsonl');
    expect(shown.err).toContain('scoring: ');
    expect(shown.err.endsWith('\r\u001b[2K')).toBe(true);
    expect((await folder.musterWith({ showsProgress: true }, 'run.jsonl', '--quiet')).err).toBe('');
  });
});

it('colours are for terminals, unless NO_COLOR holds anything or the terminal is a dumb one', () => {
  expect(usesColor({}, true)).toBe(true);
  expect(usesColor({ NO_COLOR: '' }, true)).toBe(true);
  expect([usesColor({}, false), usesColor({ NO_COLOR: '0' }, true), usesColor({ TERM: 'dumb' }, true)]).toEqual([
    false,
    false,
    false,
  ]);
});

describe('muster show', () => {
  it('prints agents as a tree with status, tokens, place and what is missing', async () => {
    const missing = {
      type: 'delegation',
      id: 'd',
      trace_id: 't1',
      from_span_id: 'b',
      to_agent: 'surveyor',
      mode: 'tool_return',
      status: 'missing',
    };
    const { code, out } = await makeFolder({ 'run.jsonl': lines([...TEAM, missing]) }).muster('show', 'run.jsonl');
    expect(code).toBe(0);
    expect([...out.matchAll(/^ *[✓✗] \w+ {2}\w+/gm)].slice(0, 3).map(([line]) => line)).toEqual([
      '  ✓ lead  valid',
      '    ✗ geocoder  short',
      '      ✗ surveyor  missing',
    ]);
    expect(out).toContain('run.jsonl:3');
    expect(out).toMatch(/lead {2}valid.* own (at least )?100 in, 20 out, with its agents at least 175/);
  });

  it('shows the traces that --filter asks for, as many as --limit allows, and every span with --spans', async () => {
    const folder = makeFolder({ 'run.jsonl': lines(TEAM) });
    expect((await folder.muster('show', 'run.jsonl', '--filter', 'agent=wri*')).out).not.toContain('trace t1');
    expect((await folder.muster('show', 'run.jsonl', '--filter', 'trace=t1', '--filter', 'trace=t2')).out).toMatch(
      /t1[\s\S]*t2/,
    );
    expect((await folder.muster('show', 'run.jsonl', '--limit', '1')).out).toContain('--limit 2 shows all');
    expect((await folder.muster('show', 'run.jsonl', '--spans')).out).toMatch(/ {4}LLM {2}chat/);
  });

  it('hides what muster.redact names', async () => {
    const folder = makeFolder({ 'run.jsonl': lines(TEAM), 'muster.yaml': 'muster: {redact: [geocoder]}' });
    for (const command of ['show', 'usage'])
      expect((await folder.muster(command, 'run.jsonl')).out).not.toContain('geocoder');
  });

  it('tells every delegation without a run', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      agentRecord('t', `s${index}`, 'a', 'All is well here.', index ? { parent_id: 's0' } : {}),
    );
    const lost = Array.from({ length: 30 }, (_, index) => ({
      type: 'delegation',
      id: `d${index}`,
      trace_id: 't',
      from_span_id: `s${index}`,
      to_agent: 'b',
      mode: 'route',
      status: 'missing',
    }));
    const folder = makeFolder({ 'run.jsonl': lines([...many, ...lost]) });
    const { out } = await folder.muster('show', 'run.jsonl');
    expect(out.match(/✗ b {2}missing/g)).toHaveLength(30);
  });
});

describe('muster usage', () => {
  it('counts own and inclusive tokens by agent, and the total once', async () => {
    const records = [...TEAM.slice(0, 4), callRecord('t1', 'b2', 'b', 1, 1)];
    const folder = makeFolder({ 'run.jsonl': lines(records) });
    const { out } = await folder.muster('usage', 'run.jsonl', '--json');
    const { agents, total, complete } = JSON.parse(out);
    expect(complete).toBe(true);
    expect(total).toMatchObject({ inputUncached: 151, output: 26 });
    expect(agents).toMatchObject([
      { agent: 'lead', own: { inputUncached: 100, output: 20 }, inclusive: { inputUncached: 151, output: 26 } },
      { agent: 'geocoder', delegated: true, calls: 2, own: { inputUncached: 51, output: 6 } },
    ]);
    expect((await folder.muster('usage', 'run.jsonl')).out).toContain('151 in');
  });
});

describe('muster explain', () => {
  it('explains codes, every reason, and outcomes of the runs that are here by the first digits of their id', async () => {
    const folder = makeFolder({ 'run.jsonl': lines(TEAM) });
    expect((await folder.muster('explain', 'input_empty')).out).toContain('INPUT_EMPTY');
    for (const reason of Object.keys(REASONS))
      expect((await folder.muster('explain', reason)).out).toContain(REASONS[reason]);
    expect((await folder.muster('explain', 'required_kind_missing:TOOL')).code).toBe(0);
    await folder.muster('run.jsonl', '--out', 'out');
    await folder.muster('run.jsonl');
    const { id, because } = JSON.parse(folder.read('out/outcomes.jsonl').split('\n')[0] ?? '');
    for (const args of [[id], [id.slice(0, 6)], [id, '--run', 'out']])
      expect((await folder.muster('explain', ...args)).out).toContain(because);
    expect((await folder.muster('explain', 'abcd')).code).toBe(2);
    expect((await folder.muster('explain', 'INPUT_EMTY')).err).toContain('INPUT_EMPTY');
  });
});
