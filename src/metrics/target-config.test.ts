import { describe, expect, it } from 'vitest';
import { makeSpan, type SpanInput } from '../model/span.ts';
import type { ConfigTarget } from './define-metric.ts';
import { metricNamed } from './registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from './resolve-config.ts';
import { type ConfiguredTarget, matchesTarget } from './target-config.ts';

const span = (name: string, more: Partial<SpanInput> = {}): ConfigTarget => ({
  span: makeSpan({ traceId: 't', spanId: name, name, kind: 'AGENT', agent: { name }, at: { file: 'f' }, ...more }),
});
const target = (match: ConfiguredTarget['match'], more: Partial<ConfiguredTarget> = {}): ConfiguredTarget => ({
  match,
  config: {},
  ...more,
});
const resolve = (targets: readonly ConfiguredTarget[]) =>
  resolveConfig(metricNamed('agent.subagent_validity'), { ...NO_CONFIG_INPUT, targets });

describe('a target', () => {
  it('holds where every name and fact holds', () => {
    const of = span('audit_log', { model: { requested: 'gpt-5', responded: 'gpt-5-mini' } });
    expect(matchesTarget(target({}), of)).toBe(true);
    expect(matchesTarget(target({ agent: 'audit_*', model: 'gpt-5-*' }), of)).toBe(true);
    expect(matchesTarget(target({ agent: 'audit_*', model: 'claude-*' }), of)).toBe(false);
    expect(matchesTarget(target({ agent: 'audit' }), of)).toBe(false);
  });

  it('compares attributes: texts as globs, the rest as equal values', () => {
    const attributes = new Map<string, string | number | boolean | { a: number }>([
      ['env', 'test-eu'],
      ['retries', 3],
      ['nested', { a: 1 }],
    ]);
    const of = span('a', { attributes });
    const holds = (match: Readonly<Record<string, string | number | { a: number }>>) =>
      matchesTarget(target({ attributes: match }), of);
    expect(holds({ env: 'test-*' })).toBe(true);
    expect(holds({ retries: 3, nested: { a: 1 } })).toBe(true);
    expect(holds({ retries: '3' })).toBe(true);
    expect(holds({ nested: { a: 2 } })).toBe(false);
    expect(holds({ missing: '*' })).toBe(false);
  });

  it('that says nothing on enabled leaves what is switched off switched off', () => {
    const { configFor } = resolve([
      target({ agent: 'audit_*' }, { enabled: false }),
      target({ agent: '*' }, { config: { min_response_length: 2 } }),
      target({ agent: 'audit_main' }, { enabled: true }),
    ]);
    expect(configFor(span('audit_log'))).toBe('disabled');
    expect(configFor(span('other'))).toMatchObject({ min_response_length: 2 });
    expect(configFor(span('audit_main'))).toMatchObject({ min_response_length: 2 });
  });

  it('that matches nothing is told with the agents and models that were read', () => {
    const { configFor, unmatchedTargets } = resolve([
      target({ agent: 'geocodr' }, { at: { file: 'm.yaml', line: 7 } }),
      target({ model: 'gtp-5' }),
      target({ agent: 'geocoder' }),
    ]);
    configFor(span('geocoder', { model: { requested: 'gpt-5' } }));
    const problems = unmatchedTargets();
    expect(problems.map(({ code }) => code)).toEqual(['CONFIG_TARGET_UNMATCHED', 'CONFIG_TARGET_UNMATCHED']);
    expect(problems[0]).toMatchObject({ at: { line: 7 } });
    expect(problems[0]?.message).toContain('Read were geocoder.');
    expect(problems[1]?.message).toContain('Read were gpt-5.');
  });

  it('with a wrong value is refused at the line of that value', () => {
    const wrong = target(
      { agent: 'x' },
      {
        config: { min_response_length: -1 },
        at: { file: 'm.yaml', line: 3 },
        placeOf: () => ({ file: 'm.yaml', line: 5 }),
      },
    );
    expect(() => resolve([wrong])).toThrow(/^m\.yaml:5: 'agent\.subagent_validity\.min_response_length' is -1/);
  });

  it('changes the hash, unless it only names', () => {
    const { configHash } = resolve([target({ agent: 'x' }, { config: { min_response_length: 2 } })]);
    expect(resolve([target({ agent: 'x' }, { config: { min_response_length: 3 } })]).configHash).not.toBe(configHash);
    expect(resolve([target({ agent: 'y' }, { config: { min_response_length: 2 } })]).configHash).not.toBe(configHash);
    const named = target({ agent: 'x' }, { config: { min_response_length: 2, metric_name: 'mine' } });
    expect(resolve([named]).configHash).toBe(configHash);
  });
});
