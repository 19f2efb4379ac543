import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { defaultConfig, refuseConfig, withNestedDefaults } from './config-schema.ts';
import type { Config, Metric } from './define-metric.ts';
import { metricNamed } from './registry.ts';

const BUILT_IN = metricNamed('usage.tokens');

/** A metric whose configuration has a schema of its own. */
function metricWith(config_schema: JsonObject, checkConfig?: Metric['checkConfig']): Metric {
  return {
    ...BUILT_IN,
    manifest: { ...BUILT_IN.manifest, name: 'a.b', config_schema },
    ...(checkConfig && { checkConfig }),
  };
}

const fault = (schema: JsonObject, config: Config) => refuseConfig(metricWith(schema), config);

describe('the schema of a configuration', () => {
  it.each([
    ['a number for a text', { type: 'string' }, 1, 'of type string'],
    ['a word that is none of the choices', { enum: ['all', 'root'] }, 'some', 'one of all, root'],
    ['a figure below the least', { type: 'number', minimum: 0 }, -1, '>= 0'],
    ['a text of digits for an integer', { type: 'integer' }, '10', 'of type integer'],
    ['a fraction for an integer', { type: 'integer' }, 10.5, 'of type integer'],
    ['a figure that is not finite', { type: 'number' }, Number.NaN, 'of type number'],
  ])('refuses %s', (_, property, value, expected) => {
    const refusal = fault({ type: 'object', properties: { key: property } }, { key: value });
    expect(refusal).toMatchObject({ key: 'key', code: 'CONFIG_BAD_VALUE' });
    expect(refusal?.facts).toMatchObject({
      expected,
      value: typeof value === 'number' ? `${value}` : JSON.stringify(value),
    });
  });

  it('accepts an integer that is written as a decimal', () => {
    expect(fault({ properties: { key: { type: 'integer' } } }, { key: 10.0 })).toBeUndefined();
  });

  it('refuses a key that it does not name, whatever it allows beside them, with near names', () => {
    const schema = { properties: { min_length: { type: 'integer' } }, additionalProperties: true };
    expect(fault(schema, { min_lenght: 1 })).toEqual({
      key: 'min_lenght',
      code: 'CONFIG_UNKNOWN_KEY',
      facts: { key: 'min_lenght', near: ' Did you mean min_length?', known: 'min_length' },
    });
    expect(fault({}, JSON.parse('{"__proto__": 1}'))).toMatchObject({ code: 'CONFIG_UNKNOWN_KEY' });
  });

  it('gives defaults, those of nested members as well, and leaves what was given as it is', () => {
    const schema = {
      properties: {
        plain: { default: 1 },
        limits: { type: 'object', default: {}, properties: { calls: { default: 5 }, seconds: { default: 60 } } },
      },
    };
    expect(defaultConfig(schema)).toEqual({ plain: 1, limits: {} });
    const given = { limits: { calls: 9 } };
    expect(withNestedDefaults(schema, given)).toEqual({ plain: 1, limits: { calls: 9, seconds: 60 } });
    expect(given).toEqual({ limits: { calls: 9 } });
  });

  it('asks the rule of the metric after the schema', () => {
    const metric = metricWith({ properties: { low: { type: 'number' }, high: { type: 'number' } } }, (config) =>
      Number(config.low) > Number(config.high) ? { key: 'low', expected: 'at most high' } : undefined,
    );
    expect(refuseConfig(metric, { low: 1, high: 2 })).toBeUndefined();
    expect(refuseConfig(metric, { low: 3, high: 2 })?.facts).toMatchObject({ value: '3', expected: 'at most high' });
    expect(refuseConfig(metric, { low: 'x', high: 2 })?.facts).toMatchObject({ expected: 'of type number' });
  });

  it.each(['', '  ', 'a\nb', 'a\u001b[2J', '\u202ea'])('refuses %j as the name of a metric', (name) => {
    expect(refuseConfig(BUILT_IN, { metric_name: name })).toMatchObject({
      key: 'metric_name',
      code: 'CONFIG_BAD_VALUE',
    });
  });

  it('takes any other name', () => {
    for (const name of ['tokens', 'team.tokens-used', 'Tokens je Lauf', '令牌'])
      expect(refuseConfig(BUILT_IN, { metric_name: name })).toBeUndefined();
  });

  it('may have any dialect and name, also one that another schema has', () => {
    const named = (type: string) => ({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.org/same',
      properties: { key: { type } },
    });
    expect(fault(named('string'), { key: 'x' })).toBeUndefined();
    expect(fault(named('number'), { key: 1 })).toBeUndefined();
  });

  it('never fetches what it refers to', () => {
    expect(() => fault({ properties: { key: { $ref: 'https://example.org/x.json' } } }, { key: 1 })).toThrow(
      /can't resolve reference/,
    );
  });

  it('runs patterns in linear time', () => {
    const schema = { properties: { key: { type: 'string', pattern: '^(a+)+$' } } };
    expect(fault(schema, { key: 'aaa' })).toBeUndefined();
    expect(fault(schema, { key: `${'a'.repeat(5000)}b` })).toMatchObject({ code: 'CONFIG_BAD_VALUE' });
  });
});
