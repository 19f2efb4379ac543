import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isFailure } from '../problems/is-failure.ts';
import { CONFIG_JSON_SCHEMA } from './config-json-schema.ts';
import { readConfig } from './read-config.ts';

const validate = new Ajv2020({ strict: false }).compile(CONFIG_JSON_SCHEMA);

function isRead(text: string): boolean {
  try {
    readConfig('muster.yaml', text);
    return true;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

const gate = (rest: string): string => `{gates: [{metric: a.b, ${rest}}]}`;
const targets = (rest: string): string => `{metric_configs: {schema_version: 2, a.b: {targets: [${rest}]}}}`;

describe('the JSON Schema of a configuration', () => {
  it.each([
    '{}',
    '{metrics: ["agent.*", usage.tokens]}',
    '{metric_configs: {a.b: {x: 1}}}',
    '{metric_configs: {schema_version: 1, a.b: {x: 1}}}',
    targets('{match: {agent: "x*", model: y, depth: 1, delegated: true, attributes: {env: test}}, config: {x: 1}}'),
    targets('{match: {}, enabled: false}'),
    gate('at_least: 0.9'),
    gate('scope: session, statistic: lower_bound, at_most: 1, min_coverage: 0.5, max_errors: 2'),
    gate('between: [0, 1], where: {agent: "r*", task: t, tag: n, depth: 1}, calibration: waived'),
    gate('compare_to: {run: base/run.json, max_drop: 0.02}'),
    '{cases: cases.jsonl, redact: ["acct-*", "/[0-9]+/"]}',
    '{judge: {model: x}, constraints: [], tools: [], prices: p.yaml, python: python3}',
    '{constraints: limits.yaml, tools: tools.json}',
    '{constraints: [{id: a, check: {kind: expr, path: $.a, max: 1}}], tools: {search: {read_only: true}}}',
    '{tools: [{name: a, aliases: [b]}, {type: function, function: {name: c}}]}',
  ])('accepts what is read: %s', (muster) => {
    const text = `muster: ${muster}\n`;
    expect({ read: isRead(text), valid: validate(parse(text)) }).toEqual({ read: true, valid: true });
  });

  it.each([
    '{metrcs: []}',
    '{metrics: usage.tokens}',
    '{metric_configs: {schema_version: 3}}',
    '{metric_configs: {a.b: 1}}',
    targets('{match: {agnt: x}}'),
    targets('{config: {x: 1}}'),
    targets('{match: {depth: -1}}'),
    targets('{match: {}, enabled: maybe}'),
    '{metric_configs: {schema_version: 2, a.b: {x: 1}}}',
    gate('compare_to: {run: base/run.json}'),
    gate('compare_to: {run: base/run.json, max_drop: -1}'),
    gate('at_lest: 1'),
    gate('statistic: avg, at_least: 1'),
    gate('scope: turn, at_least: 1'),
    gate('at_least: "1"'),
    gate('between: [1]'),
    gate('at_least: 1, min_coverage: 2'),
    gate('at_least: 1, max_errors: -1'),
    gate('at_least: 1, where: {agnt: x}'),
    gate('at_least: 1, calibration: maybe'),
    gate('compare_to: {max_drop: 1}'),
    gate(''),
    gate('at_least: 1, at_most: 2'),
    '{gates: [{at_least: 1}]}',
    '{cases: [a]}',
    '{redact: x}',
  ])('refuses what is refused: %s', (muster) => {
    const text = `muster: ${muster}\n`;
    expect({ read: isRead(text), valid: validate(parse(text)) }).toEqual({ read: false, valid: false });
  });
});
