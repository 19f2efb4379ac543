import { describe, expect, it } from 'vitest';
import { parsePositioned } from './positioned.ts';
import { readCustomMetrics } from './read-custom-metrics.ts';

const read = (text: string) => readCustomMetrics(parsePositioned('eval_config.yaml', text));
const only = (entry: string) => {
  const { metrics, findings } = read(`custom_metrics:\n  - ${entry}\n`);
  return { metric: metrics[0], findings };
};
const said = (entry: string): string[] =>
  only(entry).findings.map(({ severity, problem }) => `${severity} ${problem.at?.line} ${problem.code}`);

describe('an entry of custom_metrics', () => {
  it('with a template is a judge, with every field of its own', () => {
    const { metric, findings } = only(
      `{name: Quality, prompt_template: "Rate {response}.", judge_model: m, judge_model_sampling_count: 3,
     judge_model_system_instruction: be fair, judge_model_generation_config: {temperature: 0},
     return_raw_output: true, result_parsing_function: "def parse_results(r): pass"}`,
    );
    expect(findings).toEqual([]);
    expect(metric).toMatchObject({
      kind: 'judge',
      name: 'quality',
      writtenName: 'Quality',
      template: 'Rate {response}.',
      model: 'm',
      samples: 3,
      systemInstruction: 'be fair',
      generationConfig: { temperature: 0 },
      returnRawOutput: true,
      resultParsingFunction: 'def parse_results(r): pass',
      faults: [],
    });
    expect(metric?.placeOf('return_raw_output')).toMatchObject({ file: 'eval_config.yaml', line: 4 });
  });

  it('has the defaults of agents-cli: a judge is asked four times, a function runs locally', () => {
    expect(only('{name: a, prompt_template: x}').metric).toMatchObject({ samples: 4, returnRawOutput: false });
    expect(only('{name: a, custom_function: x}').metric).toMatchObject({ kind: 'code', execution: 'local' });
    expect(only('{name: a, remote_custom_function: x}').metric).toMatchObject({ execution: 'remote' });
  });

  it('with a function is a code metric, and a template beside it has no effect', () => {
    const { metric } = only('{name: a, prompt_template: x, custom_function_file: m.py, execution: remote}');
    expect(metric).toMatchObject({ kind: 'code', execution: 'remote', source: { kind: 'file', path: 'm.py' } });
    expect(said('{name: a, prompt_template: x, custom_function_file: m.py}')).toEqual([
      'warning 2 CUSTOM_METRIC_UNREAD',
    ]);
  });

  it('without a body sets the parameters of a managed metric', () => {
    const { metric, findings } = only('{name: safety, metric_spec_parameters: {rubric_group_key: g}}');
    expect(findings).toEqual([]);
    expect(metric).toMatchObject({ kind: 'managed', parameters: { rubric_group_key: 'g' } });
  });

  it.each([
    ['{prompt_template: x}', 'CUSTOM_METRIC_NAMELESS'],
    ['{name: "  ", prompt_template: x}', 'CONFIG_BAD_VALUE'],
    ['{name: 1, prompt_template: x}', 'CONFIG_BAD_VALUE'],
    ['only_a_name', 'CONFIG_BAD_VALUE'],
    ['{name: a, prompt_template: ""}', 'CONFIG_BAD_VALUE'],
    ['{name: a, prompt_template: x, judge_model_sampling_count: 0}', 'CONFIG_BAD_VALUE'],
    ['{name: a, prompt_template: x, judge_model_sampling_count: 33}', 'CONFIG_BAD_VALUE'],
    ['{name: a, prompt_template: x, judge_model_sampling_count: "3"}', 'CONFIG_BAD_VALUE'],
    ['{name: a, prompt_template: x, judge_model_generation_config: hot}', 'CONFIG_BAD_VALUE'],
    ['{name: a, prompt_template: x, return_raw_output: 1}', 'CONFIG_BAD_VALUE'],
    ['{name: a, custom_function: x, execution: sandbox}', 'CONFIG_BAD_VALUE'],
    ['{name: a, custom_function: [x]}', 'CONFIG_BAD_VALUE'],
    ['{name: a, metric_spec_parameters: g}', 'CONFIG_BAD_VALUE'],
    ['{name: a, custom_function: x, custom_function_file: m.py}', 'CUSTOM_METRIC_TWO_FUNCTIONS'],
    ['{name: a, prompt_template: x, rubric_group_name: g}', 'JUDGE_UNSUPPORTED'],
    ['{name: a, metric_resource_name: projects/p/evaluationMetrics/m}', 'JUDGE_UNSUPPORTED'],
    ['{name: a, prompt_template: x, threshold: 0.9}', 'CONFIG_FOREIGN_KEY'],
    ['{name: a, prompt_template: x, judge_modle: m}', 'CONFIG_UNKNOWN_KEY'],
  ])('is at fault: %s', (entry, code) => expect(said(entry)).toEqual([`error 2 ${code}`]));

  it.each([
    ['a value that does not fit', '{name: a, prompt_template: x, judge_model_sampling_count: 0}', 1],
    ['a key that both tools drop', '{name: a, prompt_template: x, threshold: 1}', 0],
  ])('with %s can run or cannot', (_, entry, faults) => expect(only(entry).metric?.faults).toHaveLength(faults));

  it('points to the way out for keys that other tools have', () => {
    const hints = only('{name: a, type: LLMMetric, model: m, prompt_template: x}').findings.map(
      ({ problem: { message, hint } }) => `${message}; ${hint}`,
    );
    expect(hints).toEqual([
      expect.stringMatching(/^'a\.type' is read neither.*remove it/),
      expect.stringMatching(/^'a\.model' is read neither.*rename it to judge_model/),
    ]);
  });
});

describe('entries of one name', () => {
  it('are told at the first, in whatever case they are written, and the last counts', () => {
    const { metrics, findings } = read(
      'custom_metrics:\n  - {name: a, prompt_template: one}\n  - {name: b, prompt_template: x}\n  - {name: A, prompt_template: two}\n',
    );
    expect(metrics.map(({ writtenName }) => writtenName)).toEqual(['A', 'b']);
    expect(findings.map(({ problem: { message, at } }) => `${at?.line}: ${message}`)).toEqual([
      "2: 'a' is defined 2 times, and only the last definition counts (line 4)",
    ]);
  });
});

it('a file without custom_metrics has none', () => {
  expect(read('muster: {}\n')).toEqual({ metrics: [], findings: [] });
  expect(read('custom_metrics:\n')).toEqual({ metrics: [], findings: [] });
});
