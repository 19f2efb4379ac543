import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleLines, makeSandbox, runsUserCode, type Sandbox } from '../stories/command-lines.ts';

// Workers run what was built.
const { runCli } = (await import(
  new URL('../../dist/cli/run-cli.js', import.meta.url).href
)) as typeof import('../../src/cli/run-cli.ts');

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

describe('examples in the help that run code of the user', () => {
  it.each(['grade', 'metric'])('of %s', async (name) => {
    const { out: help } = await sandbox.run(`muster ${name} --help`, runCli);
    const examples = exampleLines(help).filter(runsUserCode);
    expect(examples).toHaveLength(1);
    for (const line of examples) expect(await sandbox.run(line, runCli)).toMatchObject({ code: 0 });
  });
});
