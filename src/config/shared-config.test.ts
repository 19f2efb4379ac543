import { describe, expect, it } from 'vitest';
import { isFailure } from '../problems/is-failure.ts';
import { readConfig } from './read-config.ts';

const SHARED = `metrics_to_run: [safety]
custom_metrics:
  - name: my_metric
    custom_function_file: metrics.py
musters: {}
muster:
  metrics: ["agent.*"]
`;

describe('a configuration that serves agents-cli too', () => {
  it('is known by its name, or by the keys of agents-cli under any other name', () => {
    for (const path of ['tests/eval/eval_config.yaml', 'tests\\eval\\eval_config.json', 'ci/nightly.yaml'])
      expect(readConfig(path, SHARED).metrics).toEqual(['agent.*']);
  });

  it('says what of it is not run and what nobody reads, with near names', () => {
    expect(readConfig('eval/eval_config.yaml', SHARED).notes).toEqual([
      'musters: not read, neither here nor by agents-cli. Did you mean muster?',
    ]);
  });

  it('says nothing of lists that are empty', () => {
    expect(readConfig('eval/eval_config.yaml', 'metrics_to_run: []\ncustom_metrics:\n').notes).toEqual([]);
  });

  it('is refused where a list of agents-cli is none, with its line', () => {
    const read = () => readConfig('eval/eval_config.yaml', 'muster: {}\nmetrics_to_run: safety\n');
    expect(read).toThrow(/^eval\/eval_config\.yaml:2.*'metrics_to_run' is "safety", and must be a list of metrics/);
  });

  it('called muster.yaml may hold nothing else', () => {
    let code = 'accepted';
    try {
      readConfig('sub/muster.yaml', SHARED);
    } catch (error) {
      code = isFailure(error) ? error.code : 'a bug';
    }
    expect(code).toBe('CONFIG_UNKNOWN_KEY');
  });
});

describe('targets of a metric', () => {
  const text = `muster:
  metric_configs:
    schema_version: 2
    a.b:
      targets:
        - match: { agent: x }
          config:
            one: 1
            two: 2
`;

  it('say nothing on enabled unless it is written', () => {
    const [target] = readConfig('m.yaml', text).metricConfigs.get('a.b')?.targets ?? [];
    expect(target && 'enabled' in target).toBe(false);
  });

  it('know the line of each of their keys', () => {
    const [target] = readConfig('m.yaml', text).metricConfigs.get('a.b')?.targets ?? [];
    expect(target?.placeOf('two')).toMatchObject({ file: 'm.yaml', line: 9 });
  });
});
