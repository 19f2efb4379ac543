import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledPackage, installPackage } from './installed-package.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
/** The command as npx finds it in the user's folder. */
const MUSTER = 'node_modules/.bin/muster';

const span = (spanId: string, parentSpanId: string | undefined, attributes: Record<string, string>) => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId,
  ...(parentSpanId && { parentSpanId }),
  name: attributes['gen_ai.agent.name'],
  startTimeUnixNano: '1790000000000000000',
  endTimeUnixNano: '1790000001000000000',
  attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
});

const agent = (name: string, reply: string) => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': name,
  'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: reply }] }]),
});

/** One run: a router and the geocoder that it delegates to. */
const RECORDING = JSON.stringify({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            span('b7ad6b7169203331', undefined, agent('router', 'The place is in the north, at 60 degrees.')),
            span('b7ad6b7169203332', 'b7ad6b7169203331', agent('geocoder', 'I found the place at 60.1 N, 24.9 E.')),
          ],
        },
      ],
    },
  ],
});

describe('the package, installed from its tarball into an empty folder', () => {
  let installed: InstalledPackage;
  beforeAll(() => {
    installed = installPackage();
  });
  afterAll(() => installed?.remove());

  it('holds what runs, its types, examples and notices, and nothing of the tests', () => {
    const paths = installed.files.map(({ path }) => path);
    for (const path of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'dist/cli/main.js']) {
      expect(paths).toContain(path);
    }
    const allowed = /^(dist\/.+(\.d\.ts|\.js)|examples\/.+|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/;
    expect(paths.filter((path) => !allowed.test(path))).toEqual([]);
    expect(paths.filter((path) => /\.test\.|\/(samples|cases|golden)\/.*\.json/.test(path))).toEqual([]);
  });

  it('has commands that the system can execute', () => {
    const main = installed.files.find(({ path }) => path === 'dist/cli/main.js');
    expect((main?.mode ?? 0) & 0o111).toBe(0o111);
    expect(readFileSync(join(installed.packageFolder, 'dist/cli/main.js'), 'utf8')).toMatch(
      /^#!\/usr\/bin\/env node\n/,
    );
  });

  it('grades a recording with npx muster-eval PATH', () => {
    writeFileSync(join(installed.folder, 'run.jsonl'), `${RECORDING}\n`);
    const { status, stdout, stderr } = installed.run('npx', ['--no-install', 'muster-eval', 'run.jsonl']);
    expect(stderr).not.toMatch(/^\s+at .*\.js:\d+/m);
    expect(stdout).toContain('geocoder');
    expect(status).toBe(0);
  });

  it('writes the run where --out says, also outside the folder that it runs in', () => {
    writeFileSync(join(installed.folder, 'run.jsonl'), `${RECORDING}\n`);
    for (const out of ['graded', join(installed.folder, '..', 'elsewhere')]) {
      const { status } = installed.run(MUSTER, ['run.jsonl', '--out', out]);
      expect(status).toBe(0);
      const run = JSON.parse(readFileSync(resolve(installed.folder, out, 'run.json'), 'utf8'));
      expect(run.counts.spans).toBe(2);
    }
  });

  it('answers muster --help and --version', () => {
    const help = installed.run(MUSTER, ['--help']);
    expect(help.status).toBe(0);
    expect(help.stdout).toContain('grade');
    const { version } = JSON.parse(readFileSync(join(installed.packageFolder, 'package.json'), 'utf8'));
    expect(installed.run(MUSTER, ['--version']).stdout.trim()).toBe(version);
  });

  it('refuses a path that does not exist with exit code 2 and no stack', () => {
    const { status, stderr } = installed.run(MUSTER, ['nowhere']);
    expect(status).toBe(2);
    expect(stderr).toContain('nowhere');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('opens every door at run time', () => {
    const script = [
      "for (const door of ['', '/metric', '/source', '/report']) {",
      '  const module = await import(`muster-eval$' + '{door}`);',
      "  if (Object.keys(module).length === 0) throw new Error('empty: ' + door);",
      '}',
      // This door imports Vitest, which is the user's to install.
      "console.log(import.meta.resolve('muster-eval/testing'));",
    ];
    writeFileSync(join(installed.folder, 'doors.js'), script.join('\n'));
    const { status, stdout, stderr } = installed.run('node', ['doors.js']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('dist/public/testing.js');
  });

  it('lets a user write a typed metric, source and report', () => {
    copyFileSync(join(HERE, 'consumer.ts.txt'), join(installed.folder, 'consumer.ts'));
    const compilerOptions = {
      target: 'ES2023',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
    };
    writeFileSync(join(installed.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    const { status, stdout } = installed.run('node', [TSC, '-p', '.']);
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('leaves publint nothing to say', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed.packageFolder, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });
});
