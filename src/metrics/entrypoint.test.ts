import { describe, expect, it } from 'vitest';
import { resolveEntrypoint } from './entrypoint.ts';
import type { Manifest } from './manifest.ts';
import { METRICS, metricNamed } from './registry.ts';

const VALIDITY = metricNamed('agent.subagent_validity');
const withEntrypoint = (entrypoint: string, name = VALIDITY.manifest.name): Manifest => ({
  ...VALIDITY.manifest,
  name,
  entrypoint,
});

describe('an entrypoint', () => {
  it('of every built-in metric leads to that metric, a dotted Python path as well', () => {
    for (const metric of METRICS) expect(resolveEntrypoint(metric.manifest)).toEqual({ kind: 'builtin', metric });
    expect(VALIDITY.manifest.entrypoint).toMatch(/^aip_traces_agent\./);
  });

  it('can name a built-in metric under another id', () => {
    expect(resolveEntrypoint(withEntrypoint('builtin:agent.subagent_validity', 'team.validity'))).toEqual({
      kind: 'builtin',
      metric: VALIDITY,
    });
  });

  it('that names no built-in metric is told with the nearest ids', () => {
    expect(resolveEntrypoint(withEntrypoint('builtin:tree.fan_uot'))).toEqual({
      kind: 'unknown',
      reason: "no built-in metric 'tree.fan_uot'. Did you mean tree.fan_out?",
    });
    expect(resolveEntrypoint(withEntrypoint('a_package.module.function', 'team.other')).kind).toBe('unknown');
  });

  it('that is a file is not opened', () => {
    expect(resolveEntrypoint(withEntrypoint('./score.ts#score'))).toEqual({
      kind: 'file',
      file: './score.ts',
      exported: 'score',
    });
    expect(resolveEntrypoint(withEntrypoint('./score.ts'))).toEqual({ kind: 'file', file: './score.ts' });
  });
});
