import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { makeTerminal } from '../../src/testing/make-terminal.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Lines of shell blocks that call the product, as arguments. `npm` lines are what the package test runs. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap((block) => (block[1] ?? '').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => /^(npx muster-eval|muster) /.test(line))
    .map((line) => line.replace(/^(npx muster-eval|muster) /, '').replace('~/.claude/projects', 'traces'));
}

/** Splits a line as a shell does where it has no expansions. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-docs-'));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'traces'));
  cpSync(join(ROOT, 'examples/triage-team/traces/tickets.jsonl'), join(folder, 'traces/run.jsonl'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('commands in the documentation', () => {
  const commands = PAGES.flatMap((page) => commandsOf(page).map((line) => ({ page, line })));

  it('are there', () => expect(commands.length).toBeGreaterThan(8));

  it.each(commands)('$page: muster $line', async ({ line }) => {
    const terminal = makeTerminal(folder);
    const code = await runCli(words(line), terminal);
    expect(terminal.errors()).not.toMatch(/bug/);
    // The sample has a bad agent, so a gate of the documentation may fail.
    expect([0, 1]).toContain(code);
    expect(terminal.output()).not.toBe('');
  });
});
