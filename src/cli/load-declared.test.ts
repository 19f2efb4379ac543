import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { declaredBy } from '../run/declared.ts';
import { loadConfig } from './load-config.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-declared-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const load = () => loadConfig(undefined, folder);

it('reads constraints and tools from files beside the configuration, also under a key', async () => {
  write('muster.yaml', 'muster: { constraints: limits.yaml, tools: tools.json }\n');
  write('limits.yaml', 'constraints:\n  - { id: a, check: { kind: judge, rubric: kind? } }\n');
  write('tools.json', JSON.stringify([{ type: 'function', function: { name: 'search', parameters: {} } }]));
  const config = await load();
  expect(declaredBy(config)).toMatchObject({
    constraints: [{ id: 'a', check: { kind: 'judge' } }],
    tools: [{ name: 'search', parameters: {} }],
  });
  expect(config.notes).toEqual([
    'muster.constraints: 1 check needs a judge or a function, which this version does not run: unknown',
  ]);
});

it('refuses what stands in such a file at its line there', async () => {
  write('muster.yaml', 'muster: { constraints: limits.yaml, tools: tools.yaml }\n');
  write('limits.yaml', 'constraints:\n  - id: a\n    check: { kind: contains }\n');
  write('tools.yaml', 'a: {}\n');
  const config = await load();
  expect(() => declaredBy(config)).toThrow("limits.yaml:3: 'constraints.0.check'");
});

it('refuses a file that is missing or cannot be parsed', async () => {
  write('muster.yaml', 'muster: { tools: gone.json }\n');
  await expect(load()).rejects.toThrow(/gone\.json/);
  write('gone.json', '{\n "a": [\n');
  await expect(load()).rejects.toThrow(/gone\.json:\d/);
});
