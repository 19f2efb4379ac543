import { describe, expect, it } from 'vitest';
import type { GateVerdict } from '../results/gate-verdict.ts';
import type { RunResult } from '../results/run-result.ts';
import { agentRecord, type Folder, lines, makeFolder, type Ran, TEAM } from '../testing/make-folder.ts';

const VALIDITY = 'agent.subagent_validity';

function team(gates: string, more: Readonly<Record<string, string>> = {}): Folder {
  return makeFolder({ 'run.jsonl': lines(TEAM), 'muster.yaml': `muster:\n  gates:\n${gates}`, ...more });
}

async function graded(folder: Folder, ...args: string[]): Promise<Ran & { gates: readonly GateVerdict[] }> {
  const ran = await folder.muster('run.jsonl', '--out', 'out', ...args);
  return { ...ran, gates: ran.code === 2 ? [] : (JSON.parse(folder.read('out/run.json')) as RunResult).gates };
}

describe('a gate', () => {
  it('that holds ends with 0, one that fails with 1 and the outcomes that break it, worst first', async () => {
    const held = await graded(team(`    - {metric: ${VALIDITY}, at_least: 0.5}\n`));
    expect(held).toMatchObject({ code: 0, gates: [{ state: 'held', value: 0.5, denominator: 2, offenders: [] }] });
    const failed = await graded(team(`    - {metric: ${VALIDITY}, at_least: 0.9}\n`));
    expect(failed).toMatchObject({ code: 1, gates: [{ state: 'failed', numerator: 1 }] });
    expect(failed.gates[0]?.offenders).toMatchObject([
      { because: expect.stringContaining('geocoder'), evidence: [{ at: { file: 'run.jsonl', line: 3 } }] },
    ]);
  });

  it('of --fail-below stands beside those of the configuration', async () => {
    const both = await graded(team(`    - {metric: ${VALIDITY}, at_least: 0.5}\n`), '--fail-below', `${VALIDITY}=0.9`);
    expect(both).toMatchObject({ code: 1, gates: [{ state: 'held' }, { state: 'failed' }] });
  });

  it.each([
    ['mean', '{at_least: 0.6}', 'failed'],
    ['min', '{at_least: 0.1}', 'failed'],
    ['max', '{at_least: 1}', 'held'],
    ['median', '{at_most: 0.5}', 'held'],
    ['p95', '{between: [0.9, 1]}', 'held'],
    ['rate', '{between: [0.6, 1]}', 'failed'],
    ['count', '{at_least: 3}', 'failed'],
    ['lower_bound', '{at_least: 0.2}', 'failed'],
  ])('can look at the %s of the scores', async (statistic, condition, state) => {
    const gate = `    - {metric: ${VALIDITY}, statistic: ${statistic}, ${condition.slice(1)}\n`;
    expect((await graded(team(gate))).gates).toMatchObject([{ statistic, state }]);
  });

  it('on certain agents or depths looks at their spans', async () => {
    const gates = ['agent: "geo*"', 'depth: 2', 'depth: "1"'].map(
      (where) => `    - {metric: ${VALIDITY}, at_least: 1, where: {${where}}}\n`,
    );
    const { gates: verdicts } = await graded(team(gates.join('')));
    expect(verdicts.map(({ scope, denominator, value }) => [scope, denominator, value])).toEqual([
      ['span', 2, 0.5],
      ['span', 1, 1],
      ['span', 2, 0.5],
    ]);
  });

  it('on a task or a tag looks at the traces of its cases', async () => {
    const cases = JSON.stringify([
      { id: 'one', match: { trace: 't1' }, task: { id: 'places' }, tags: ['nightly'] },
      { id: 'two', match: { trace: 't2' }, task: { id: 'weather' } },
    ]);
    const gates = ['task: "weath*"', 'tag: nightly', 'tag: weekly'].map(
      (where) => `    - {metric: ${VALIDITY}, at_least: 1, where: {${where}}}\n`,
    );
    const { code, gates: verdicts } = await graded(team(gates.join(''), { 'c.json': cases }), '--cases', 'c.json');
    expect(verdicts.map(({ state }) => state)).toEqual(['held', 'failed', 'unsupported']);
    expect(code).toBe(1);
  });

  it('without evidence, with too little of it, or with nothing to score is unsupported: exit code 3', async () => {
    const records = [
      agentRecord('t1', 'a', 'lead', 'The place is in the north.'),
      agentRecord('t2', 'a', 'lead', null),
    ];
    const gate = (rest: string): string => `muster: {gates: [{metric: ${VALIDITY}, at_least: 0.9${rest}}]}`;
    const folder = makeFolder({ 'run.jsonl': lines(records), 'muster.yaml': gate('') });
    expect(await graded(folder)).toMatchObject({ code: 0, gates: [{ state: 'held', coverage: 0.5 }] });
    folder.write('muster.yaml', gate(', min_coverage: 0.9'));
    expect(await graded(folder)).toMatchObject({
      code: 3,
      gates: [{ state: 'unsupported', reason: 'coverage 0.5 is below 0.9' }],
    });
    folder.write('muster.yaml', gate(', where: {agent: nobody}'));
    expect(await graded(folder)).toMatchObject({
      code: 3,
      gates: [{ state: 'unsupported', reason: 'nothing was scored' }],
    });
  });

  it('counts a case without a trace among what is missing', async () => {
    const folder = team(`    - {metric: ${VALIDITY}, at_least: 0.5, min_coverage: 0.8}\n`, {
      'c.yaml': 'cases:\n  - {id: one, match: {trace: t1}}\n  - {id: lost, match: {trace: t9}}\n',
    });
    const { code, gates } = await graded(folder, '--cases', 'c.yaml');
    expect(code).toBe(3);
    expect(gates[0]?.coverage).toBeCloseTo(2 / 3);
    expect(folder.read('out/outcomes.jsonl')).toContain('case lost has no trace');
  });

  it('compares with the same gate of an earlier run, or with its summary', async () => {
    const gate = (more: string): string => `    - {metric: ${VALIDITY}, ${more}}\n`;
    const folder = team(gate('at_least: 0, where: {agent: geocoder}'));
    await folder.muster('run.jsonl', '--out', 'base', '--set', `${VALIDITY}.min_response_length=2`);
    const compare = 'compare_to: {run: base/run.json, max_drop: 0.4}';
    folder.write(
      'muster.yaml',
      `muster:\n  gates:\n${gate(compare)}${gate(`${compare}, where: {agent: geocoder}`)}${gate(`${compare}, where: {agent: lead}`)}${gate('compare_to: {run: base, max_drop: 0.5}')}`,
    );
    const { gates } = await graded(folder);
    expect(gates.map(({ state, reason }) => `${state}: ${reason}`)).toEqual([
      'failed: 0.5 is 0.5 below the baseline, more than 0.4',
      'failed: 0.5 is 0.5 below the baseline, more than 0.4',
      'unsupported: the baseline run has no such figure',
      'held: 0.5 is at most 0.5 below the baseline',
    ]);
  });

  it('is refused before reading where its baseline is no run', async () => {
    for (const [text, reason] of [
      ['{', 'JSON'],
      ['{"schema_version": "1", "summaries": [null]}', 'tool'],
      ['[]', 'object'],
    ] as const) {
      const folder = makeFolder({
        'b.json': text,
        'muster.yaml': `muster: {gates: [{metric: ${VALIDITY}, compare_to: {run: b.json, max_drop: 0}}]}`,
      });
      const { code, err } = await folder.muster('nowhere');
      expect(code).toBe(2);
      expect(err).toMatch(new RegExp(`'b.json' is not a run of this tool: .*${reason}`));
    }
  });

  it('says that calibration is of judge metrics', async () => {
    const { err } = await graded(team(`    - {metric: ${VALIDITY}, at_least: 0.5, calibration: waived}\n`));
    expect(err).toBe(`muster: muster.yaml:3: calibration is of judge metrics, and ${VALIDITY} is none\n`);
  });
});

describe('a gate that can never be answered is refused before reading, with its line', () => {
  it.each([
    ['{metric: usage.tokens, at_most: 100}', /muster\.yaml:3.*one-sided bound.*between/],
    ['{metric: tree.fan_out, compare_to: {run: x, max_drop: 1}}', /muster\.yaml:3.*max_change/],
    ['{metric: usage.tokens, between: [0, 1], where: {agent: a}}', /muster\.yaml:3.*no span scope/],
    [
      '{metric: tree.orphan_spans, at_most: 1, statistic: rate}',
      /muster\.yaml:3.*'gate on tree\.orphan_spans' is a rate/,
    ],
    [`{metric: ${VALIDITY}, at_least: 1, scope: session, statistic: rate}`, /muster\.yaml:3.*a rate/],
    ['{metric: agent.validity, at_least: 1}', /muster\.yaml:3.*no metric 'agent\.validity'.*Did you mean/],
    [`{metric: ${VALIDITY}}`, /muster\.yaml:3.*at_least, at_most, between/],
    [`{metric: ${VALIDITY}, at_leest: 1}`, /muster\.yaml:3.*unknown key 'at_leest'.*at_least/],
  ])('%s', async (gate, expected) => {
    const { code, err } = await team(`    - ${gate}\n`).muster('nowhere');
    expect(code).toBe(2);
    expect(err).toMatch(expected);
  });

  it.each([
    [`${VALIDITY}=1.5`, /1.5, and must be a number from 0 to 1/],
    [`${VALIDITY}=-0.1`, /-0.1, and must be a number from 0 to 1/],
  ])('and a figure beyond the scale of its metric: %s', async (figure, message) => {
    const { code, err } = await makeFolder({ 'run.jsonl': lines(TEAM) }).muster('run.jsonl', '--fail-below', figure);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it('and a --fail-below that is none', async () => {
    const folder = makeFolder();
    for (const value of [VALIDITY, `${VALIDITY}=`, `${VALIDITY}=0x1`, `${VALIDITY}=NaN`, '=1', 'usage.tokens=5'])
      expect(await folder.muster('nowhere', '--fail-below', value)).toMatchObject({
        code: 2,
        err: expect.not.stringContaining('nowhere'),
      });
  });
});
