import { describe, expect, it } from 'vitest';
import { checkDependencies, checkDoors, checkLengths, checkNames, checkRoot } from './check-files.ts';
import { checkFloors, checkImports } from './check-imports.ts';
import { checkLinks, checkScripts } from './check-pages.ts';
import { checkPurity, checkTestsMeasureNothing } from './check-purity.ts';
import { checkSpreads } from './check-spreads.ts';
import { checkUnits } from './check-units.ts';
import { FLOORS, PURE_FLOORS } from './floors.ts';
import type { SourceTree } from './source-tree.ts';

const tree = (files: Record<string, string>): SourceTree => new Map(Object.entries(files));

/** A tree in which one file imports one other. */
function importing(path: string, target: string): SourceTree {
  const up = '../'.repeat(path.split('/').length - 1);
  return tree({ [path]: `import { x } from '${up || './'}${target}';`, [target]: '' });
}

describe('the import table', () => {
  it('names only floors that it knows', () => {
    for (const { mayImport } of Object.values(FLOORS)) {
      if (mayImport === 'everything') continue;
      for (const entry of mayImport)
        expect(Object.keys(FLOORS)).toContain(typeof entry === 'string' ? entry : entry.floor);
    }
    for (const floor of PURE_FLOORS) expect(Object.keys(FLOORS)).toContain(floor);
  });

  it('has no circle below cli, public and testing', () => {
    const below = (floor: string, seen: readonly string[]): void => {
      expect(seen).not.toContain(floor);
      const allowed = FLOORS[floor]?.mayImport ?? [];
      if (allowed === 'everything') return;
      for (const entry of allowed) below(typeof entry === 'string' ? entry : entry.floor, [...seen, floor]);
    };
    for (const floor of Object.keys(FLOORS)) below(floor, []);
  });
});

describe('checkFloors', () => {
  it('refuses an unknown folder and a file that stands on no floor', () => {
    const faults = checkFloors(tree({ 'misc/a.ts': '', 'loose.ts': '', 'model/span.ts': '', 'tsconfig.json': '{}' }));
    expect(faults).toEqual(['misc/a.ts: stands on no known floor', 'loose.ts: stands on no known floor']);
  });

  it('is not fooled by a folder named like a property of every object', () => {
    expect(checkFloors(tree({ 'constructor/a.ts': '' }))).toHaveLength(1);
  });
});

describe('checkImports', () => {
  it('allows what the table allows', () => {
    expect(checkImports(importing('metrics/usage.tokens/metric.ts', 'views/agents.ts'))).toEqual([]);
    expect(checkImports(importing('model/span.ts', 'model/json.ts'))).toEqual([]);
    expect(checkImports(importing('cli/main.ts', 'sources/otlp/source.ts'))).toEqual([]);
  });

  it('refuses an import upwards, with the place and both floors', () => {
    expect(checkImports(importing('model/span.ts', 'views/agents.ts'))).toEqual([
      'model/span.ts:1: model/ may not import views/ (views/agents.ts)',
    ]);
  });

  it('refuses a type-only import just the same', () => {
    const files = { 'views/a.ts': "import type { X } from '../results/b.ts';", 'results/b.ts': '' };
    expect(checkImports(tree(files))).toHaveLength(1);
  });

  it('opens only the files directly on a floor to those that are given no more', () => {
    expect(checkImports(importing('run/plan.ts', 'sources/define-source.ts'))).toEqual([]);
    expect(checkImports(importing('run/plan.ts', 'sources/otlp/source.ts'))).toHaveLength(1);
    expect(checkImports(importing('judges/judge.ts', 'metrics/define-metric.ts'))).toEqual([]);
    expect(checkImports(importing('judges/judge.ts', 'metrics/usage.tokens/metric.ts'))).toHaveLength(1);
  });

  it('refuses an import between siblings and allows their shared files', () => {
    for (const floor of ['sources', 'metrics', 'judges', 'reports']) {
      expect(checkImports(importing(`${floor}/a.b/x.ts`, `${floor}/c.d/y.ts`))).toEqual([
        `${floor}/a.b/x.ts:1: imports its sibling ${floor}/c.d`,
      ]);
      expect(checkImports(importing(`${floor}/a.b/x.ts`, `${floor}/a.b/deep/y.ts`))).toEqual([]);
      expect(checkImports(importing(`${floor}/a.b/x.ts`, `${floor}/shared.ts`))).toEqual([]);
    }
    expect(checkImports(importing('sources/otlp/x.ts', 'sources/input/read-lines.ts'))).toEqual([]);
    expect(checkImports(importing('sources/input/x.ts', 'sources/otlp/source.ts'))).toHaveLength(1);
  });

  it('lets tests use testing/, and nothing else use it', () => {
    expect(checkImports(importing('views/agents.test.ts', 'testing/make-span.ts'))).toEqual([]);
    expect(checkImports(importing('views/agents.ts', 'testing/make-span.ts'))).toHaveLength(1);
  });

  it('refuses an import that leaves src or leads nowhere', () => {
    expect(checkImports(tree({ 'cli/a.ts': "import '../../test/b.ts';" }))).toHaveLength(1);
    expect(checkImports(tree({ 'cli/a.ts': "import './gone.ts';" }))).toHaveLength(1);
  });

  it('refuses Node modules and impure packages on a pure floor, but not in its tests', () => {
    const source = "import 'node:fs'; import 'commander'; import '@noble/hashes/sha2.js'; import 'zod';";
    expect(checkImports(tree({ 'views/a.ts': source }))).toHaveLength(2);
    expect(checkImports(tree({ 'views/a.test.ts': source }))).toEqual([]);
    expect(checkImports(tree({ 'sources/a.ts': source }))).toEqual([]);
  });
});

describe('checkPurity', () => {
  const faults = (code: string) => checkPurity(tree({ 'metrics/a.ts': code }));

  it.each([
    'const t = Date.now();',
    'const clock = Date.now;',
    'const t = new Date();',
    'const t = new Date;',
    'const t = performance.now();',
    'setTimeout(f, 1);',
    'const r = Math.random();',
    'const id = crypto.randomUUID();',
    'const home = process.env.HOME;',
    'const p = globalThis.process;',
    'names.sort((a, b) => a.localeCompare(b));',
    'const s = n.toLocaleString();',
    'const s = new Intl.NumberFormat();',
    'const s = new Intl.Segmenter();',
    'const loud = pc.bold(text);',
    'const paint = pc.createColors();',
    'await fetch(url);',
    'new Function(text)();',
    'eval(text);',
    'await import(name);',
    'const s = `$' + '{process.pid}`;',
  ])('refuses %s', (code) => {
    expect(faults(code)).toHaveLength(1);
  });

  it.each([
    'const t = new Date(ms);',
    'const t = Date.UTC(2026, 1, 1);',
    "const s = 'process.env and Date.now()';",
    '// Math.random() is not used here',
    'const m = postprocess.run();',
    "const s = new Intl.Segmenter('und');",
    'const f = source.fetch(name);',
    'const done = span.process.id;',
    'const paint = pc.createColors(options.color);',
    'let paint: ReturnType<typeof pc.createColors>;',
    "await import('./lazy.ts');",
  ])('allows %s', (code) => {
    expect(faults(code)).toEqual([]);
  });

  it('looks only at pure floors, and not at their tests', () => {
    expect(checkPurity(tree({ 'cli/a.ts': 'Date.now();', 'metrics/a.test.ts': 'Date.now();' }))).toEqual([]);
  });

  it('names the line', () => {
    expect(faults('const a = 1;\nDate.now();')[0]).toMatch(/^metrics\/a\.ts:2: /);
  });
});

describe('checkTestsMeasureNothing', () => {
  it.each(['performance.now();', 'process.hrtime.bigint();', 'process.memoryUsage();'])('refuses %s', (code) => {
    expect(checkTestsMeasureNothing(tree({ 'src/a.test.ts': code, 'src/a.ts': code }))).toHaveLength(1);
  });

  it('allows a date of a file', () => {
    expect(checkTestsMeasureNothing(tree({ 'src/a.test.ts': 'const old = Date.now() - 1;' }))).toEqual([]);
  });
});

describe('checkSpreads', () => {
  const faults = (code: string) => checkSpreads(tree({ 'metrics/a.ts': code }));

  it.each([
    'all.push(...spans);',
    'all.push(first, ...spans.map((span) => span.name));',
    'all.unshift(\n  ...spans,\n);',
    'const most = Math.max(0, one(two), ...spans.map((span) => span.depth));',
    'const most = Math.min(room, Math.max(...spans));',
    'const text = String.fromCharCode(...bytes);',
  ])('refuses %s', (code) => {
    expect(faults(code)).toHaveLength(1);
  });

  it.each([
    'all.push({ ...span, name });',
    'all.push([...spans]);',
    'all = [...all, ...spans];',
    'all.push(last(...pair));',
    "all.push('(...spans)');",
    'for (const span of spans) all.push(span);',
  ])('allows %s', (code) => {
    expect(faults(code)).toEqual([]);
  });

  it('names the line', () => {
    expect(faults('const a = [];\na.push(...b);')[0]).toMatch(/^metrics\/a\.ts:2: /);
  });
});

describe('checkUnits', () => {
  const metric = {
    'metrics/registry.ts': "import { tokens } from './usage.tokens/metric.ts';",
    'metrics/usage.tokens/manifest.ts': '',
    'metrics/usage.tokens/metric.ts': '',
    'metrics/usage.tokens/metric.test.ts': '',
    'metrics/usage.tokens/cases/one.json': '{}',
  };
  const source = {
    'sources/registry.ts': "import { spans } from './spans/source.ts';",
    'sources/input/layout.ts': '',
    'sources/spans/source.ts': '',
    'sources/spans/source.test.ts': '',
    'sources/spans/README.md': '',
    'sources/spans/samples/good/a.json': '',
    'sources/spans/samples/bad/a.json': '',
  };
  const report = {
    'reports/registry.ts': "import { report } from './junit/report.ts';",
    'reports/junit/report.ts': '',
    'reports/junit/report.test.ts': '',
    'reports/junit/samples/one.xml': '',
  };
  const all = { ...metric, ...source, ...report };

  it('accepts complete and registered units', () => {
    expect(checkUnits(tree(all))).toEqual([]);
  });

  it.each(Object.keys(all).filter((path) => !path.includes('/input/')))('misses %s', (path) => {
    const files = new Map(Object.entries(all));
    files.delete(path);
    expect(checkUnits(files)).toHaveLength(1);
  });

  it('refuses a registry that mentions a unit only in a comment', () => {
    const registry = { 'metrics/registry.ts': "// import './usage.tokens/metric.ts'" };
    expect(checkUnits(tree({ ...metric, ...registry }))).toHaveLength(1);
  });

  it('refuses a metric folder that is no id', () => {
    expect(checkUnits(tree({ 'metrics/Tokens/metric.ts': '' }))).toContain('metrics/Tokens: is no id of a metric');
  });
});

describe('checks of files', () => {
  it('has a wall for files and another for tests', () => {
    const lines = (count: number) => 'x\n'.repeat(count);
    expect(checkLengths(tree({ 'src/a.ts': lines(400), 'src/a.test.ts': lines(600) }))).toEqual([]);
    expect(checkLengths(tree({ 'src/a.ts': lines(401), 'src/a.test.ts': lines(601) }))).toHaveLength(2);
  });

  it('refuses names that say nothing, of files and of folders, but for the one index', () => {
    const paths = ['src/model/utils.ts', 'src/views/common/a.ts', 'src/views/index.ts', 'src/model/types.test.ts'];
    expect(checkNames(new Map(paths.map((path) => [path, ''])))).toHaveLength(4);
    expect(checkNames(tree({ 'src/public/index.ts': '', 'src/model/span-types.ts': '' }))).toEqual([]);
  });

  it('refuses what is loose at the root', () => {
    expect(checkRoot(['README.md', 'src', 'notes.md'])).toEqual(['notes.md: is loose at the root']);
  });

  it('refuses a dependency that no decision names in code type', () => {
    expect(checkDependencies(['zod', 'left-pad'], 'We take `zod`; left-pad is too small.')).toEqual([
      'left-pad: no page of docs/decisions says why it is here',
    ]);
  });

  it('refuses a door that does more than re-export by name', () => {
    const good = "/** Why. */\nexport { a, b } from '../model/a.ts';\nexport type {\n  C,\n} from '../model/c.ts';\n";
    expect(checkDoors(tree({ 'public/index.ts': good }))).toEqual([]);
    expect(checkDoors(tree({ 'public/index.ts': "export * from '../model/a.ts';" }))).toHaveLength(1);
    expect(checkDoors(tree({ 'public/index.ts': `${good}export const d = 1;` }))).toHaveLength(1);
  });
});

describe('checks of pages', () => {
  it('refuses a link to a file that is not there, seen from the page', () => {
    const exists = (path: string) => path === 'docs/there.md';
    const page = '[a](there.md#part) [b](../docs/there.md) [c](https://example.org/x) [d](#here) [e](gone.md)';
    expect(checkLinks('docs/page.md', page, exists)).toEqual(['docs/page.md: gone.md leads nowhere']);
  });

  it('refuses a script that package.json does not have', () => {
    const page = 'Run `npm ci && npm test`, then `npm run check:all` on npm 11.';
    expect(checkScripts('page.md', page, { test: 'vitest' })).toEqual(['page.md: there is no script check:all']);
    expect(checkScripts('page.md', page, { 'check:all': 'x' })).toEqual(['page.md: there is no script test']);
  });
});
