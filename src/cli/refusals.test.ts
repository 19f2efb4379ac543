import { describe, expect, it } from 'vitest';
import { agentRecord, lines, makeFolder, TEAM } from '../testing/make-folder.ts';

describe('a request that is impossible is refused before any path is looked at', () => {
  it.each([
    [['--jsn'], /unknown option '--jsn'[\s\S]*--json/],
    [
      ['--metrics', 'agent.subagent_validty'],
      /no metric 'agent\.subagent_validty'\. Did you mean agent\.subagent_validity/,
    ],
    [['--metrics', 'nothing.*'], /no metric 'nothing\.\*'/],
    [['--metrics', ','], /--metrics.*names nothing/],
    [
      ['--set', 'agent.subagent_validity.min_response_lenght=1'],
      /unknown key '.*min_response_lenght'.*min_response_length/,
    ],
    [['--set', 'min_response_length=1'], /--set takes metric\.key=value/],
    [['--set', 'usage.tokens.=1'], /--set takes metric\.key=value/],
    [['--set', 'usage.tokens.metric_name=tree.fan_out'], /usage\.tokens\.metric_name' is tree\.fan_out/],
    [['--format', 'juint'], /no report 'juint'\. Did you mean junit/],
    [['--format', 'junit='], /names no file/],
    [['--format', 'junit=a', '--format', 'json=./a'], /two reports/],
    [['--scope', 'turn'], /Allowed choices are span, trace, session/],
    [['--by', 'agents'], /Allowed choices are agent, depth, tool, task, tag/],
    [['--outcomes', 'some'], /Allowed choices/],
    [['--content', 'some'], /Allowed choices/],
    [['--limit', '1.5'], /--limit.*whole number/],
    [['--max-errors', '-1'], /--max-errors/],
    [['--filter', 'agnt=x'], /was given 'agnt=x'\. Did you mean agent/],
    [['--filter', 'agent'], /--filter takes key=glob/],
    [['--config', 'none.yaml'], /no configuration file 'none\.yaml'/],
    [['--cases', 'none.json'], /the cases cannot be read/],
    [['--source', 'otpl'], /no source 'otpl'\. Did you mean otlp/],
  ])('%j', async (args, expected) => {
    const { code, out, err } = await makeFolder().muster('nowhere', ...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(expected);
    expect(err).not.toContain('nowhere');
    expect(err).not.toMatch(/^\s+at /m);
  });

  it.each([
    ['show', ['--limit', 'all'], /whole number/],
    ['show', ['--filter', 'agnt=x'], /Did you mean agent/],
    ['usage', ['--filter', 'tool=x'], /key=glob/],
    ['convert', ['--out', '.'], /it is a folder/],
  ])('also by %s %j', async (command, args, expected) => {
    const { code, err } = await makeFolder().muster(command, 'nowhere', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(expected);
  });
});

describe('a configuration with a mistake is refused with its line', () => {
  it.each([
    ['muster:\n  metrcs: []\n', /m\.yaml:2.*unknown key 'metrcs'.*metrics/],
    ['muster:\n  metrics:\n    - usage.tokens\n    - usage.tokns\n', /m\.yaml:4.*no metric 'usage\.tokns'/],
    ['muster:\n  metric_configs:\n    usage.tokns: {}\n', /m\.yaml:3.*no metric 'usage\.tokns'/],
    [
      'muster:\n  metric_configs:\n    agent.subagent_validity:\n      min_response_length: ten\n',
      /m\.yaml:4.*is "ten", and must be of type integer/,
    ],
    ['muster:\n  redact:\n    - ok\n    - /(/\n', /m\.yaml:4.*'muster\.redact' is/],
    ['muster:\n  cases: [a]\n', /m\.yaml:2.*'muster\.cases' is \["a"\]/],
    ['muster:\n  metrics: usage.tokens\n', /m\.yaml:2.*a list of texts/],
    ['muster:\n  metrics: [usage.tokens]\n  metrics: []\n', /m\.yaml:3.*unique/],
    ['- a\n', /m\.yaml:1.*top level must be a mapping/],
    ['muster: [\n', /m\.yaml:\d/],
    [
      'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]\n',
      /m\.yaml.*alias/i,
    ],
    [`muster: ${'['.repeat(100_000)}`, /m\.yaml:1.*nested/],
  ])('%j', async (text, expected) => {
    const { code, err } = await makeFolder({ 'm.yaml': text }).muster('nowhere', '--config', 'm.yaml');
    expect(code).toBe(2);
    expect(err).toMatch(expected);
  });

  it('also where it is JSON', async () => {
    const folder = makeFolder({ 'm.json': '{\n\t"muster": {\n\t\t"gates": 5\n\t}\n}\n' });
    expect((await folder.muster('nowhere', '--config', 'm.json')).err).toMatch(/m\.json:3.*a list of gates/);
  });
});

describe('a configuration', () => {
  it('scores agents by target, later ones over earlier ones and --set over all, and says which matched nothing', async () => {
    const text = `muster:
  metric_configs:
    schema_version: 2
    agent.subagent_validity:
      config: {min_response_length: 1000}
      targets:
        - match: {agent: "*"}
          config: {min_response_length: 10}
        - match: {agent: geo*}
          config: {min_response_length: 2}
        - match: {agent: writer}
          enabled: false
        - match: {agent: geocodr}
          enabled: false
`;
    const folder = makeFolder({ 'run.jsonl': lines(TEAM), 'muster.yaml': text });
    const first = await folder.muster('run.jsonl');
    expect(first.out).toMatch(/4\/4 valid/);
    expect(first.out).toContain('CONFIG_TARGET_UNMATCHED');
    expect(first.out).toContain('geocoder');
    expect((await folder.muster('run.jsonl', '--strict')).code).toBe(2);
    const forced = await folder.muster('run.jsonl', '--set', 'agent.subagent_validity.min_response_length=1000');
    expect(forced.out).toMatch(/0\/4 valid/);
    expect((await folder.muster('show', 'run.jsonl')).out).toMatch(/writer {2}not applicable/);
  });

  it('finds its cases beside itself', async () => {
    const folder = makeFolder({
      'run.jsonl': lines(TEAM),
      'tests/eval/eval_config.yaml': 'muster: {cases: cases.json}\n',
      'tests/eval/cases.json': '[{"id": "one", "match": {"trace": "t1"}}]',
    });
    const { out } = await folder.muster('run.jsonl', '--json');
    expect(JSON.parse(out).counts.cases).toBe(1);
  });

  it('may name metrics of ours in the list of agents-cli, and is told that agents-cli will refuse them', async () => {
    const folder = makeFolder({
      'run.jsonl': lines(TEAM),
      'muster.yaml': 'metrics_to_run: [safety_v1, usage.tokens]\n',
    });
    const { out, err } = await folder.muster('run.jsonl', '--json', '--out', 'out');
    expect(JSON.parse(out).metrics).toMatchObject([{ name: 'usage.tokens' }]);
    expect(err).toContain('agents-cli will refuse usage.tokens');
  });
});

describe('cases', () => {
  it('of which two match one trace are a problem that --strict stops at', async () => {
    const cases =
      '[{"id": "a", "match": {"trace": "t1"}}, {"id": "b", "match": {"session": "session-t1"}}, {"id": "c", "match": {"trace": "t1"}}]';
    const folder = makeFolder({ 'run.jsonl': lines(TEAM), 'c.json': cases });
    expect((await folder.muster('run.jsonl', '--cases', 'c.json')).out).toContain('CASES_CONFLICT');
    expect((await folder.muster('run.jsonl', '--cases', 'c.json', '--strict')).code).toBe(2);
  });

  it('without a trace stay in the denominator at every scope', async () => {
    const folder = makeFolder({
      'run.jsonl': lines([agentRecord('t', 'a', 'lead', 'All is well here.')]),
      'c.json': '[{"id": "lost", "tags": ["x"], "match": {"trace": "t9"}}]',
    });
    for (const scope of ['span', 'trace', 'session']) {
      const { out } = await folder.muster(
        'run.jsonl',
        '--cases',
        'c.json',
        '--scope',
        scope,
        '--json',
        '--metrics',
        'agent.subagent_validity',
      );
      expect(JSON.parse(out).summaries).toMatchObject([
        { scope, n: 2, unresolved: 1, bounds: [0.5, 1], reasons: { trace_missing: 1 } },
      ]);
    }
  });
});
