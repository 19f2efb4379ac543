import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('published figures come out of the recordings that they were computed from', () => {
  const script = fileURLToPath(new URL('../../bench/figures.mjs', import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(stdout).not.toContain('DIFFERS');
  expect(status).toBe(0);
});
