import { describe, expect, it } from 'vitest';
import { makeFolder } from '../testing/make-folder.ts';

const CONFIG = 'tests/eval/eval_config.yaml';
const CASE = { eval_case_id: 'one', prompt: { role: 'user', parts: [{ text: 'Hello?' }] } };
const dataset = (...cases: readonly object[]): string => JSON.stringify({ eval_cases: cases }, null, 1);
const user = (text: string) => ({ author: 'user', content: { role: 'user', parts: [{ text }] } });
const model = (text: string) => ({ author: 'lead', content: { role: 'model', parts: [{ text }] } });

/** `line code` of each finding, and how lint ended. */
async function lint(files: Readonly<Record<string, string>>, ...args: string[]) {
  const folder = makeFolder(files);
  const { code, out, err } = await folder.muster('lint', ...args, '--json');
  expect(err).toBe('');
  const { findings } = JSON.parse(out) as {
    findings: { severity: string; file: string; line: number; code: string; message: string; hint: string }[];
  };
  for (const { message, hint } of findings) expect(`${message} ${hint}`).not.toMatch(/undefined|\[object/);
  return { code, findings, short: findings.map(({ severity, line, code: of }) => `${severity} ${line} ${of}`) };
}
const lintConfig = (text: string, more: Readonly<Record<string, string>> = {}, ...args: string[]) =>
  lint({ [CONFIG]: text, ...more }, ...args);

describe('lint of a sound configuration', () => {
  it('has nothing to say, and is done', async () => {
    const text = `metrics_to_run: [turns, multi_turn_task_success, rouge_1, rate]
custom_metrics:
  - name: turns
    custom_function_file: turns.py
  - name: rate
    prompt_template: |
      {prompt} was answered: {response}. Return {"score": <1-5>} and nothing else.
muster:
  gates: [{metric: agent.subagent_validity, at_least: 0.9}]
`;
    const folder = makeFolder({ [CONFIG]: text, 'tests/eval/turns.py': 'def evaluate(instance):\n  return 1\n' });
    expect(await folder.muster('lint')).toEqual({ code: 0, out: `${CONFIG}: nothing to repair\n`, err: '' });
  });

  it('runs none of its code', async () => {
    const text = 'metrics_to_run: [a]\ncustom_metrics: [{name: a, custom_function_file: a.py}]\n';
    const bomb = 'open("ran", "w")\ndef evaluate(instance):\n  return 1\n';
    const folder = makeFolder({ [CONFIG]: text, 'tests/eval/a.py': bomb });
    expect(await folder.muster('lint')).toMatchObject({ code: 0 });
    expect(() => folder.read('ran')).toThrow();
    expect(() => folder.read('tests/eval/ran')).toThrow();
  });
});

describe('lint of names', () => {
  it('tells a misspelt managed metric, one in another case, ours, and those that agents have no traces for', async () => {
    const { code, short, findings } = await lintConfig(`metrics_to_run:
  - multi_turn_task_sucess
  - turns
  - usage.tokens
  - multi_turn_general_quality
  - gecko_text2image
  - hallucination_v2
  - 7
custom_metrics:
  - {name: Turns, custom_function: "def evaluate(i): return 1"}
`);
    expect(code).toBe(2);
    expect(short).toEqual([
      'error 2 METRIC_TO_RUN_UNKNOWN',
      'error 3 METRIC_TO_RUN_CASE',
      'error 5 MANAGED_NEEDS_CHAT',
      'error 6 MANAGED_NO_MEDIA',
      'error 8 CONFIG_BAD_VALUE',
      'warning 4 METRIC_TO_RUN_OURS',
    ]);
    expect(findings[0]?.message).toContain('Did you mean multi_turn_task_success');
    expect(findings[2]?.hint).toContain('multi_turn_task_success or multi_turn_trajectory_quality');
  });

  it('tells custom metrics under names of managed ones, and entries without a body', async () => {
    const { short } = await lintConfig(`metrics_to_run: [safety]
custom_metrics:
  - {name: Safety_v1, prompt_template: "Is {response} safe? Answer in JSON."}
  - {name: safety, prompt_template: "Is {response} safe? Answer in JSON."}
  - {name: tone}
  - {name: grounding, metric_spec_parameters: {}}
`);
    expect(short).toEqual([
      'error 3 CUSTOM_METRIC_RESERVED',
      'error 5 CUSTOM_METRIC_BODILESS',
      'warning 4 CUSTOM_METRIC_OVERRIDES',
    ]);
  });

  it('tells that nothing would run', async () => {
    const { code, short } = await lintConfig(
      'custom_metrics: [{name: a, prompt_template: "Rate {response} from one to five."}]\n',
    );
    expect({ code, short }).toEqual({ code: 0, short: ['warning 1 CONFIG_NOTHING_TO_RUN'] });
    expect(
      (
        await lintConfig(
          'custom_metrics: [{name: a, prompt_template: "Rate {response} from one to five."}]\n',
          {},
          '--strict',
        )
      ).code,
    ).toBe(2);
  });
});

describe('lint of functions', () => {
  const list = (...entries: readonly string[]): string =>
    `metrics_to_run: [a]\ncustom_metrics:\n${entries.map((entry) => `  - {name: a, ${entry}}\n`).join('')}`;

  it.each([
    ['custom_function: tests.eval.metrics.recall', 'error 3 FUNCTION_DOTTED_PATH'],
    ['custom_function: "def score(i): return 1"', 'error 3 FUNCTION_NO_EVALUATE'],
    ['custom_function: "async def evaluate(i): return 1"', 'warning 3 FUNCTION_ASYNC'],
    ['custom_function_file: gone.py', 'error 3 FUNCTION_NOT_FOUND'],
    ['custom_function_file: .', 'error 3 FUNCTION_NOT_FOUND'],
    ['custom_function_file: ../outside.py', 'error 3 CODE_OUTSIDE'],
    ['custom_function_file: empty.js', 'error 3 FUNCTION_NO_EVALUATE'],
  ])('%s', async (entry, expected) => {
    const more = { 'tests/outside.py': 'def evaluate(i):\n  return 1\n', 'tests/eval/empty.js': '' };
    expect((await lintConfig(list(entry), more)).short).toEqual([expected]);
  });

  it('outside of the folder is accepted with --allow-outside', async () => {
    const more = { 'tests/outside.py': 'def evaluate(i):\n  return 1\n' };
    expect((await lintConfig(list('custom_function_file: ../outside.py'), more, '--allow-outside')).short).toEqual([]);
  });
});

describe('lint of templates', () => {
  const list = (template: string, more = ''): string =>
    `metrics_to_run: [a]\ncustom_metrics:\n  - {name: a, prompt_template: ${JSON.stringify(template)}${more}}\n`;

  it.each([
    ['Rate the answer.', '', 'warning 3 TEMPLATE_NO_PLACEHOLDER'],
    ['Rate {respnse} against {prompt} now, please.', '', 'warning 3 TEMPLATE_UNKNOWN_PLACEHOLDER'],
    ['Rate this from one to five: {agent_data}', '', 'warning 3 TEMPLATE_TRACE_LAST'],
    [
      'Rate {response} and answer {"score": 1} alone.',
      ', judge_model_generation_config: {temprature: 0}',
      'error 3 CONFIG_UNKNOWN_KEY',
    ],
  ])('%s%s', async (template, more, expected) =>
    expect((await lintConfig(list(template, more))).short).toEqual([expected]),
  );

  it('knows every key of the cases as a field, and tells cases that lack one', async () => {
    const text = list('{prompt} and {difficulty}: rate {response} against {reference} now.');
    const cases = dataset({ ...CASE, difficulty: 2 }, { ...CASE, eval_case_id: 'two' });
    const { short, findings } = await lintConfig(text, { 'd.json': cases }, '--dataset', 'd.json');
    expect(short).toEqual(['error 3 TEMPLATE_FIELD_MISSING', 'warning 15 TEMPLATE_FIELD_MISSING']);
    expect(findings[0]?.message).toContain("{reference}, which cases 'one', 'two' lack");
  });
});

describe('lint of what stands under muster', () => {
  it('finds every fault, as grade would refuse it', async () => {
    const { short } = await lint({
      'muster.yaml': `muster:
  metrics: [usage.tokens, usage.tokns]
  metric_configs:
    agent.subagent_validity: {min_response_lenght: 1}
    agent.nothing: {}
  gates:
    - {metric: agent.subagent_validity, at_least: 1}
    - {metric: usage.tokns, at_least: 1}
  cases: gone.jsonl
  judge: {modle: m}
  redact: 1
`,
    });
    expect([...short].sort()).toEqual([
      'error 10 CONFIG_UNKNOWN_KEY',
      'error 11 CONFIG_BAD_VALUE',
      'error 2 METRIC_UNKNOWN',
      'error 4 CONFIG_UNKNOWN_KEY',
      'error 5 METRIC_UNKNOWN',
      'error 8 METRIC_UNKNOWN',
      'error undefined CASES_BAD_FILE',
    ]);
  });
});

describe('lint of a dataset', () => {
  const config = (metric: string): string => `metrics_to_run: [${metric}]\n`;
  const check = (metric: string, ...cases: readonly object[]) =>
    lintConfig(config(metric), { 'd.json': dataset(...cases) }, '--dataset', 'd.json');
  const turns = (...events: readonly (readonly object[])[]) => ({
    eval_case_id: 'one',
    agent_data: { turns: events.map((each) => ({ events: each })) },
  });

  it.each([
    ['final_response_match', CASE, 'it needs a reference'],
    ['grounding', CASE, 'it needs a context'],
    ['final_response_reference_free', CASE, 'it needs rubric_groups'],
    ['safety', turns([user('a'), model('b')], [user('c')]), 'it grades a single turn'],
    ['tool_use_quality', turns([user('a'), model('b')]), 'it needs a function_call'],
    [
      'multi_turn_task_success',
      { ...CASE, responses: [{ response: { parts: [{ text: 'x' }] } }] },
      'it needs agent_data',
    ],
    ['general_quality', { ...CASE, rubric_groups: { a: {}, b: {} } }, 'it has several rubric_groups'],
  ])('%s cannot grade a case that lacks what it needs', async (metric, value, reason) => {
    const { code, short, findings } = await check(metric, value);
    expect({ code, short }).toEqual({ code: 2, short: ['error 3 MANAGED_CASE_UNFIT'] });
    expect(findings[0]?.message).toContain(`'${metric}' cannot grade case 'one': ${reason}`);
  });

  it('is a warning where some cases can be graded', async () => {
    const good = { ...CASE, eval_case_id: 'two', reference: { response: { parts: [{ text: 'Hi.' }] } } };
    expect(await check('final_response_match', CASE, good)).toMatchObject({
      code: 0,
      short: ['warning 3 MANAGED_CASE_UNFIT'],
    });
  });

  it('asks nothing of a case without a run that only the run can bring', async () => {
    expect((await check('tool_use_quality, multi_turn_task_success, hallucination', CASE)).short).toEqual([]);
  });

  it.each([
    ['neither a prompt nor turns', { eval_case_id: 'x' }],
    ['both', { ...CASE, agent_data: { turns: [{ events: [user('a')] }] } }],
    ['a last event without content', turns([{ author: 'user', text: 'a' }])],
    ['a scenario alone', { eval_case_id: 'x', user_scenario: { starting_prompt: 'Hi' } }],
  ])('that cannot be played: %s', async (_, value) => {
    const { findings } = await check('safety', value);
    expect(findings.map(({ code }) => code)).toEqual(['DATASET_BAD_CASE']);
  });

  it.each([
    ['{"eval_cases": [\n{"a": 1},\n]}', 3, 'not valid JSON'],
    ['{"cases": [{"id": "a"}]}', 1, "its list is called 'cases'"],
    ['{"eval_cases": []}', 1, 'its list of cases is empty'],
    ['[{"query": "a", "expected_tool_use": []}]', 1, 'early ADK'],
    ['{"eval_cases": [{"eval_id": "a", "conversation": []}]}', 1, 'evalset of ADK'],
  ])('that is none: %s', async (text, line, reason) => {
    const { findings } = await lintConfig(config('safety'), { 'd.json': text }, '--dataset', 'd.json');
    expect(findings).toMatchObject([{ code: 'DATASET_BAD_FILE', file: 'd.json', line }]);
    expect(findings[0]?.message).toContain(reason);
  });

  it('tells ids that two cases share', async () => {
    expect((await check('safety', CASE, CASE)).findings.map(({ code }) => code)).toEqual(['DATASET_DUPLICATE_CASE']);
  });

  it('needs no configuration', async () => {
    expect(await lint({ 'd.json': dataset(CASE) }, '--dataset', 'd.json')).toMatchObject({ code: 0, short: [] });
  });
});

describe('the page of lint', () => {
  it('groups by file, the worst first, and says once what to do', async () => {
    const text = 'metrics_to_run: [usage.tokens]\nmetrics: []\ncriteria: {}\n';
    const { out } = await makeFolder({ [CONFIG]: text, 'd.json': '[]' }).muster('lint', '--dataset', 'd.json');
    expect(out.split('\n').filter((line) => !line.startsWith(' ') && line !== '')).toEqual([
      `${CONFIG}: 2 errors, 1 warning`,
      'd.json: 1 error',
      '2 files: 3 errors, 1 warning',
    ]);
    expect(out.indexOf(':2: error')).toBeLessThan(out.indexOf(':1: warning'));
  });

  it('keeps what a file says from acting on the terminal', async () => {
    const { out } = await makeFolder({ [CONFIG]: '"\\e]0;owned\\a": 1\nmetrics_to_run: [safety]\n' }).muster('lint');
    expect(out).not.toMatch(/[\u001b\u0007]/);
    expect(out).toContain('CONFIG_UNKNOWN_KEY');
  });

  it('is a single finding for a file that cannot be parsed', async () => {
    expect((await lintConfig('muster: [')).short).toEqual(['error 1 CONFIG_UNREADABLE']);
    expect((await lint({ 'c.json': '{"metrics_to_run": ["safety"],}' }, 'c.json')).short).toEqual([
      'error 1 CONFIG_NOT_JSON',
    ]);
  });

  it('refuses a configuration that is not there', async () => {
    expect(await makeFolder().muster('lint')).toMatchObject({ code: 2, err: expect.stringContaining('muster init') });
    expect(await makeFolder().muster('lint', 'gone.yaml')).toMatchObject({
      code: 2,
      err: expect.stringContaining('gone.yaml'),
    });
  });
});
