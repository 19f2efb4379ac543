import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { isFailure } from '../problems/is-failure.ts';
import { checkManifest, loadManifest, readManifest } from './load-manifest.ts';
import { manifestYaml } from './manifest-yaml.ts';
import { METRICS } from './registry.ts';

const golden = (name: string): string => readFileSync(new URL(`../../test/golden/${name}`, import.meta.url), 'utf8');
const SUBAGENT = golden('agent.subagent_validity.manifest.yaml');

function refusal(text: string): string {
  try {
    loadManifest('m.yaml', text);
  } catch (error) {
    if (isFailure(error)) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('a manifest', () => {
  it('loads unchanged and prints back as equal data, with its keys in the same order', () => {
    const manifest = loadManifest('m.yaml', SUBAGENT);
    expect(manifest).toEqual(parse(SUBAGENT));
    const printed = manifestYaml(manifest);
    expect(parse(printed)).toEqual(parse(SUBAGENT));
    const keys = (text: string): string[] =>
      text
        .split('\n')
        .filter((line) => /^\w+:/.test(line))
        .map((line) => line.split(':')[0] ?? '');
    expect(keys(printed)).toEqual(keys(SUBAGENT));
  });

  it('of the built-in metric is the published one', () => {
    expect(METRICS[0]?.manifest).toEqual(parse(SUBAGENT));
  });

  it('loads for each process metric', () => {
    const manifests = parse(golden('process-manifests.yaml')) as unknown[];
    expect(manifests).toHaveLength(5);
    for (const each of manifests) expect(refusal(stringify(each))).toBe('accepted');
  });

  it.each(METRICS.map(({ manifest }) => manifest))('of $name is valid', (manifest) => {
    expect(checkManifest(manifest)).toBe(manifest);
  });

  it('is refused with the line of what is wrong', () => {
    const bad = (from: string, to: string): string => refusal(SUBAGENT.replace(from, to));
    expect(bad('direction: higher_is_better', 'direction: higher_better')).toBe(
      `METRIC_BAD_MANIFEST m.yaml:24: the manifest is not usable: 'direction' is "higher_better". Did you mean higher_is_better? It must be one of higher_is_better, lower_is_better, neutral`,
    );
    expect(bad('canonical_partition_v1', 'canonical_partition_v2')).toContain(
      `m.yaml:2: the manifest is not usable: 'accepts.0.name' is "canonical_partition_v2". Did you mean canonical_partition_v1?`,
    );
    expect(refusal(`${SUBAGENT}derection: up\n`)).toContain("unknown key 'derection'. Did you mean direction");
    expect(bad('  timeout_seconds: 300', '  timeout_second: 300')).toMatch(/'execution\.timeout_seconds' is missing/);
    expect(bad('  max_concurrency: 4', '  max_concurrency: 0')).toMatch(
      /m\.yaml:\d+: .*'execution.max_concurrency' is 0/,
    );
    expect(bad('metric_type: pointwise', 'metric_type: pairwise')).toMatch(/only a judge_metric/);
    expect(bad('dependencies: []', 'dependencies: [agent.subagent_validity]')).toMatch(/depends on itself/);
    expect(refusal('a: [')).toMatch(/^METRIC_BAD_MANIFEST m\.yaml:1/);
    expect(refusal('- 1')).toMatch(/^METRIC_BAD_MANIFEST m\.yaml:1/);
    expect(refusal('')).toMatch(/^METRIC_BAD_MANIFEST m\.yaml:1/);
  });

  it('is refused where its configuration schema cannot be used', () => {
    const bad = (from: string, to: string): string => refusal(SUBAGENT.replace(from, to));
    expect(bad('      type: integer', '      type: intger')).toMatch(
      /m\.yaml:17: .*'config_schema' is no JSON Schema: \/properties\/min_response_length\/type/,
    );
    expect(bad('default: 10', 'default: ten')).toMatch(/m\.yaml:12: .*default of 'min_response_length'/);
    expect(bad('default: 10', "$ref: 'https://example.com/schema.json'")).toMatch(/'config_schema' cannot be used/);
  });

  it('is told everything that is wrong at once, from top to bottom', () => {
    const text = SUBAGENT.replace('direction: higher_is_better', 'direction: up').replace(
      'version: 1.0.0',
      'version: 1',
    );
    expect(readManifest('m.yaml', text).faults.map(({ at, reason }) => `${at.line} ${reason.slice(0, 15)}`)).toEqual([
      "24 'direction' is ",
      "80 'version' is 1:",
    ]);
  });

  it('survives hostile YAML', () => {
    expect(refusal('['.repeat(200_000))).toMatch(/^METRIC_BAD_MANIFEST/);
    const bomb = ['a: &a0 [x]', ...Array.from({ length: 30 }, (_, i) => `b${i}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`)];
    expect(refusal(bomb.join('\n'))).toMatch(/^METRIC_BAD_MANIFEST/);
    expect(refusal(`${SUBAGENT}__proto__: {polluted: true}\n`)).toMatch(/^METRIC_BAD_MANIFEST .*__proto__/);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
