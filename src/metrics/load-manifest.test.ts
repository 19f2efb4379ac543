import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { isFailure } from '../problems/is-failure.ts';
import { checkManifest, loadManifest } from './load-manifest.ts';
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
    expect(checkManifest(manifest, () => undefined)).toBe(manifest);
  });

  it('is refused with the line of what is wrong', () => {
    expect(refusal(SUBAGENT.replace('direction: higher_is_better', 'direction: up'))).toMatch(
      /^METRIC_BAD_MANIFEST m\.yaml:\d+: .*direction/,
    );
    expect(refusal(SUBAGENT.replace('canonical_partition_v1', 'canonical_partition_v2'))).toContain('m.yaml:2');
    expect(refusal(SUBAGENT.replace('target_kind:', 'target_kinds:'))).toMatch(/METRIC_BAD_MANIFEST/);
    expect(refusal(`${SUBAGENT}derection: up\n`)).toMatch(/unknown key 'derection'\. Did you mean direction/);
    expect(refusal('a: [')).toMatch(/^METRIC_BAD_MANIFEST m\.yaml:1/);
    expect(refusal('- 1')).toMatch(/^METRIC_BAD_MANIFEST/);
  });
});
