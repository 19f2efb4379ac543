import { describe, expect, it } from 'vitest';
import { isFailure } from '../problems/is-failure.ts';
import { readConfig } from './read-config.ts';

function refusal(text: string, path = 'muster.yaml'): string {
  try {
    readConfig(path, text);
  } catch (error) {
    if (isFailure(error)) return `${error.code} ${error.message} (${error.hint})`;
    throw error;
  }
  return 'accepted';
}

const GATE = '  gates:\n    - metric: agent.subagent_validity\n';

describe('a configuration', () => {
  it('of version 1 gives values by metric, each with its line', () => {
    const config = readConfig('m.yaml', 'muster:\n  metric_configs:\n    a.b:\n      x: 15\n');
    expect(config.metricConfigs.get('a.b')?.config).toEqual({ x: 15 });
    expect(config.metricConfigs.get('a.b')?.placeOf('x')).toMatchObject({ file: 'm.yaml', line: 4 });
  });

  it('of version 2 gives values and targets in their order', () => {
    const text =
      'muster:\n  metric_configs:\n    schema_version: 2\n    a.b:\n      config: {x: 1}\n      targets:\n        - match: {agent: geo*, depth: 1, delegated: true}\n          config: {x: 2}\n        - match: {agent: audit}\n          enabled: false\n';
    const config = readConfig('m.yaml', text).metricConfigs.get('a.b');
    expect(config?.config).toEqual({ x: 1 });
    expect(config?.targets).toMatchObject([
      { match: { agent: 'geo*', depth: 1, delegated: true }, config: { x: 2 }, at: { line: 7 } },
      { match: { agent: 'audit' }, enabled: false },
    ]);
  });

  it('is read from JSON as well', () => {
    expect(readConfig('c.json', '{"muster": {"metrics": ["usage.tokens"]}}').metrics).toEqual(['usage.tokens']);
  });

  it('of agents-cli is read for our section, and says what it does not use', () => {
    const text = 'metrics_to_run: [safety]\nthreshold: 3\nmuster:\n  judge: {model: x}\n';
    const { notes } = readConfig('tests/eval/eval_config.yaml', text);
    expect(notes.join('\n')).toMatch(/threshold: not read/);
  });

  it('reads a gate with every key', () => {
    const text = `muster:\n${GATE}      scope: session\n      statistic: lower_bound\n      at_least: 0.5\n      where: {agent: "r*", depth: 1}\n      min_coverage: 0.9\n      max_errors: 2\n      compare_to: {run: base/run.json, max_drop: 0.02}\n`;
    expect(readConfig('m.yaml', text).gates).toMatchObject([
      {
        metric: 'agent.subagent_validity',
        scope: 'session',
        statistic: 'lower_bound',
        atLeast: 0.5,
        where: { agent: 'r*', depth: '1' },
        minCoverage: 0.9,
        maxErrors: 2,
        compareTo: { run: 'base/run.json', maxDrop: 0.02 },
      },
    ]);
  });

  it.each([
    ['a list', '- 1', /CONFIG_UNREADABLE muster\.yaml:1/],
    ['broken YAML', 'a: [', /CONFIG_UNREADABLE muster\.yaml:1/],
    ['a key twice', 'muster: {}\nmuster: {}\n', /CONFIG_UNREADABLE muster\.yaml:2/],
    ['a misspelt key', 'muster:\n  metrcs: []\n', /CONFIG_UNKNOWN_KEY muster\.yaml:2.*Did you mean metrics/],
    ['a foreign key in muster.yaml', 'metrics: []\n', /CONFIG_FOREIGN_KEY muster\.yaml:1.*indent it under `muster:`/],
    ['a gate without a condition', `muster:\n${GATE}`, /CONFIG_BAD_VALUE muster\.yaml:3/],
    ['a gate with two conditions', `muster:\n${GATE}      at_least: 1\n      at_most: 1\n`, /CONFIG_BAD_VALUE/],
    ['a threshold that is no number', `muster:\n${GATE}      at_least: .nan\n`, /CONFIG_BAD_VALUE muster\.yaml:4/],
    ['bounds in the wrong order', `muster:\n${GATE}      between: [2, 1]\n`, /CONFIG_BAD_VALUE muster\.yaml:4/],
    [
      'an unknown statistic',
      `muster:\n${GATE}      statistic: avg\n      at_least: 1\n`,
      /CONFIG_BAD_VALUE muster\.yaml:4.*lower_bound/,
    ],
    [
      'coverage above 1',
      `muster:\n${GATE}      at_least: 1\n      min_coverage: 2\n`,
      /CONFIG_BAD_VALUE muster\.yaml:5/,
    ],
    ['a baseline without a limit', `muster:\n${GATE}      compare_to: {run: x}\n`, /CONFIG_BAD_VALUE/],
    [
      'a target with a misspelt match',
      'muster:\n  metric_configs:\n    schema_version: 2\n    a.b:\n      targets:\n        - match: {agnt: x}\n',
      /CONFIG_UNKNOWN_KEY muster\.yaml:6.*agent/,
    ],
    [
      'an unknown version of metric_configs',
      'muster:\n  metric_configs: {schema_version: 3}\n',
      /CONFIG_BAD_VALUE muster\.yaml:2/,
    ],
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((k, i) => `${k}: &${k} [${`*${'abcdefgh'[i]},`.repeat(9)}]`)
        .join('\n')}\n`,
      /CONFIG_UNREADABLE/,
    ],
  ])('refuses %s with its line', (_, text, expected) => expect(refusal(text)).toMatch(expected));
});
