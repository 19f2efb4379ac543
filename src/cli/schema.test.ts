import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { METRICS } from '../metrics/registry.ts';
import { readCases } from '../sources/cases/read-cases.ts';
import { makeTerminal } from '../testing/make-terminal.ts';
import { runCli } from './run-cli.ts';
import { SCHEMA_NAMES } from './schema-command.ts';

const TRACES = fileURLToPath(new URL('../../examples/triage-team/traces', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-schema-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Standard output of a command that must end well. */
async function muster(...args: string[]): Promise<string> {
  const terminal = makeTerminal(folder);
  const code = await runCli(args, terminal);
  expect(`${code} ${terminal.errors()}`).toMatch(/^0 /);
  return terminal.output();
}

async function validator(name: string): Promise<ValidateFunction> {
  return new Ajv2020({ allErrors: true, strict: false }).compile(JSON.parse(await muster('schema', name)));
}

/** What is wrong with each value. */
function faults(validate: ValidateFunction, values: readonly unknown[]): unknown[] {
  return values.flatMap((value) => (validate(value) ? [] : [validate.errors]));
}

const lines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('muster schema', () => {
  it.each(SCHEMA_NAMES)('%s prints a JSON Schema that refuses a number', async (name) => {
    expect((await validator(name))(1)).toBe(false);
  });

  it('describes what a run writes', async () => {
    await muster('grade', TRACES, '--outcomes', 'all', '--out', 'run', '--quiet');
    const outcomes = lines(readFileSync(join(folder, 'run/outcomes.jsonl'), 'utf8'));
    expect(outcomes.length).toBeGreaterThan(10);
    expect(faults(await validator('outcome'), outcomes)).toEqual([]);
    expect(faults(await validator('run'), [JSON.parse(readFileSync(join(folder, 'run/run.json'), 'utf8'))])).toEqual(
      [],
    );
  });

  it('describes what convert writes', async () => {
    const records = lines(await muster('convert', TRACES));
    expect(records.length).toBeGreaterThan(10);
    expect(faults(await validator('canonical'), records)).toEqual([]);
  });

  it('describes the manifests of all metrics, and refuses an unknown key', async () => {
    const validate = await validator('manifest');
    const manifests = METRICS.map(({ manifest }) => manifest);
    expect(faults(validate, manifests)).toEqual([]);
    expect(validate({ ...manifests[0], derection: 'up' })).toBe(false);
  });

  it('describes the configuration that init writes', async () => {
    await muster('init');
    const validate = await validator('config');
    expect(faults(validate, [parse(readFileSync(join(folder, 'muster.yaml'), 'utf8'))])).toEqual([]);
    expect(validate({ muster: { metrcs: [] } })).toBe(false);
  });

  it('describes files of cases as they are read', async () => {
    const given = {
      id: 'a',
      task: { id: 'refund', version: '2' },
      trial: 1,
      expected_calls: [{ name: 'pay', arguments: { amount: 1 } }],
      step_cap: 5,
      tags: ['nightly'],
      match: { session: 's', attributes: { env: 'test' } },
    };
    const validate = await validator('case');
    const path = join(folder, 'cases.json');
    for (const file of [[given], { cases: [given] }]) {
      writeFileSync(path, JSON.stringify(file));
      expect(readCases(path, readFileSync(path, 'utf8'))).toHaveLength(1);
      expect(faults(validate, [file])).toEqual([]);
    }
    expect(faults(validate, [given])).toEqual([]);
    for (const bad of [{ ...given, taks: 1 }, { ...given, type: 'case' }, { tags: [] }]) {
      expect(validate([bad])).toBe(false);
      expect(() => readCases(path, JSON.stringify([bad]))).toThrow();
    }
  });
});
