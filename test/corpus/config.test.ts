import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/agents-cli/', import.meta.url));
const isHere = existsSync(CORPUS);
if (!isHere) console.warn(`no corpus at ${CORPUS}: the tests over real configurations are skipped`);

describe.skipIf(!isHere)('configurations that others wrote for agents-cli', () => {
  test('are read, and say what of them is not used', () => {
    const notes = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('eval_config.yaml'))
      .sort()
      .map((path) => {
        const config = readConfig(path, readFileSync(join(CORPUS, path), 'utf8'));
        return `${path.split('/')[0]}: ${config.notes.map((note) => note.split(':')[0]).join(' ')}`;
      });
    expect(notes).toEqual([
      'Juggernaut576+deal-architect: ',
      'YPCC+clinical-semantic-kg: metrics',
      'aagardezi+reghorizonscanning-agent-v2: ',
      'akoita+mcp-tripwire: datasets custom_metrics',
      'google+agents-cli: ',
      'kattulus1997+driftpatch: ',
      'msteiner-google+adk-a2a-gke: ',
    ]);
  });
});
