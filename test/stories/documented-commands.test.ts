import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { programPage } from '../../src/cli/program-page.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { makeTerminal } from '../../src/testing/make-terminal.ts';
import { documentedLines, exampleLines, makeSandbox, PAGES, runsUserCode, type Sandbox } from './command-lines.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

async function itRuns(line: string): Promise<void> {
  const { code, out, err } = await sandbox.run(line, runCli);
  expect(err).not.toMatch(/bug/);
  // The sample has a bad agent, so a gate may fail.
  expect(`${code} ${err}`).toMatch(/^[01] /);
  if (!line.includes(' --out ')) expect(out).not.toBe('');
}

describe('commands in the documentation', () => {
  const commands = PAGES.flatMap((page) => documentedLines(page).map((line) => ({ page, line })));

  it('are there', () => expect(commands.length).toBeGreaterThan(8));

  // Code of the user runs in a worker, and workers run what was built: test/package runs these.
  it.each(commands.filter(({ line }) => !runsUserCode(line)))('$page: $line', ({ line }) => itRuns(line));
});

async function pageOf(name: string): Promise<string> {
  const terminal = makeTerminal('.');
  await runCli([name, '--help'], terminal);
  return terminal.output();
}

describe('examples in the help', async () => {
  const pages = [
    ['muster', programPage(100)] as const,
    ...(await Promise.all(COMMANDS.map(async ({ name }) => [name, await pageOf(name)] as const))),
  ];
  const examples = pages.flatMap(([page, text]) => exampleLines(text).map((line) => ({ page, line })));

  it('are on every page', () => expect(new Set(examples.map(({ page }) => page)).size).toBe(COMMANDS.length + 1));

  it.each(examples.filter(({ line }) => !runsUserCode(line)))('$page: $line', ({ line }) => itRuns(line));
});
