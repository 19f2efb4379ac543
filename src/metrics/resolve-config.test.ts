import { describe, expect, it } from 'vitest';
import { makeSpan } from '../model/span.ts';
import { metricNamed } from './registry.ts';
import { type ConfigInput, NO_CONFIG_INPUT, resolveConfig } from './resolve-config.ts';

const METRIC = metricNamed('agent.subagent_validity');
const span = (name: string, model = 'gpt-5') =>
  makeSpan({
    traceId: 't',
    spanId: name,
    name,
    kind: 'AGENT',
    agent: { name },
    model: { requested: model },
    attributes: new Map([['env', 'test']]),
    at: { file: 'f' },
  });
const resolve = (given: Partial<ConfigInput>) => resolveConfig(METRIC, { ...NO_CONFIG_INPUT, ...given });
const target = (match: object, config = {}, enabled = true) => ({ match, config, enabled });

describe('the configuration of a metric', () => {
  it('goes from default to config to targets to overrides', () => {
    expect(resolve({}).config).toMatchObject({ min_response_length: 10 });
    const targets = [
      target({ agent: 'geo*' }, { min_response_length: 2 }),
      target({ agent: 'geocoder' }, { min_response_length: 3 }),
    ];
    const both = resolve({ config: { min_response_length: 5 }, targets });
    expect(both.configFor({ span: span('other') })).toMatchObject({ min_response_length: 5 });
    expect(both.configFor({ span: span('geo') })).toMatchObject({ min_response_length: 2 });
    expect(both.configFor({ span: span('geocoder') })).toMatchObject({ min_response_length: 3 });
    const over = resolve({ targets, overrides: { min_response_length: 7 } });
    expect(over.configFor({ span: span('geo') })).toMatchObject({ min_response_length: 7 });
  });

  it('is switched off, and on again by a later target', () => {
    const off = resolve({ targets: [target({ attributes: { env: 'test' } }, {}, false), target({ model: 'gpt-4*' })] });
    expect(off.configFor({ span: span('a') })).toBe('disabled');
    expect(off.configFor({ span: span('a', 'gpt-4o') })).not.toBe('disabled');
  });

  it('tells targets that matched nothing, with the names that were read', () => {
    const targets = [target({ agent: 'geocodr' })];
    const resolved = resolve({ targets });
    expect(resolved.unmatchedTargets()).toHaveLength(1);
    const used = resolve({ targets: [target({ agent: 'a' })] });
    used.configFor({ span: span('a') });
    expect(used.unmatchedTargets()).toEqual([]);
  });

  it('has a hash that moves with what can change a score, and with nothing else', () => {
    const { configHash } = resolve({});
    expect(resolve({ config: { metric_name: 'mine' } }).configHash).toBe(configHash);
    expect(resolve({ config: { metric_name: 'mine' } }).emittedName).toBe('mine');
    expect(resolve({ config: { min_response_length: 11 } }).configHash).not.toBe(configHash);
    expect(resolve({ targets: [target({ agent: 'x' }, {}, false)] }).configHash).not.toBe(configHash);
  });

  it('is refused where a target or an override breaks its schema', () => {
    expect(() => resolve({ targets: [target({ agent: 'x' }, { min_response_length: -1 })] })).toThrow(
      /min_response_length/,
    );
    expect(() => resolve({ overrides: { min_response_lenght: 1 } })).toThrow(/Did you mean min_response_length/);
  });
});
