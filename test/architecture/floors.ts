/** What one floor of `src/` may import. `only`: of that floor, nothing but the files that stand directly on it. */
export interface Floor {
  readonly holds: string;
  readonly mayImport: readonly (string | { readonly floor: string; readonly only: 'direct files' })[] | 'everything';
}

const direct = (floor: string) => ({ floor, only: 'direct files' }) as const;

/** The import table. A floor always imports from itself; a floor that is not here is unknown. */
export const FLOORS: Readonly<Record<string, Floor>> = {
  problems: { holds: 'codes, messages, hints', mayImport: [] },
  model: { holds: 'sessions, traces, spans, usage, cases', mayImport: ['problems'] },
  statistics: { holds: 'intervals, tests, resampling', mayImport: [] },
  results: { holds: 'outcomes, run results, gate verdicts', mayImport: ['problems', 'model'] },
  views: { holds: 'named readings of a trace', mayImport: ['problems', 'model'] },
  prices: { holds: 'price table, cost of a ledger', mayImport: ['problems', 'model', 'views'] },
  metrics: {
    holds: 'rule metrics',
    mayImport: ['problems', 'model', 'statistics', 'results', 'views', 'prices'],
  },
  judges: {
    holds: 'metrics that ask a model',
    mayImport: ['problems', 'model', 'statistics', 'results', 'views', direct('metrics')],
  },
  code: {
    holds: "the user's function as a metric",
    mayImport: ['problems', 'model', 'results', 'views', direct('metrics')],
  },
  delegation: {
    holds: 'delegation experiments',
    mayImport: ['problems', 'model', 'statistics', 'results', 'views', 'prices'],
  },
  verdicts: { holds: 'gates, summaries, comparison', mayImport: ['problems', 'model', 'statistics', 'results'] },
  config: { holds: 'file to typed configuration', mayImport: ['problems'] },
  sources: { holds: 'format to model', mayImport: ['problems', 'model'] },
  store: { holds: 'recorded sessions', mayImport: ['problems', 'model', 'results', 'views'] },
  run: {
    holds: 'plan and execute',
    mayImport: [
      'problems',
      'model',
      'statistics',
      'results',
      'views',
      'prices',
      'metrics',
      'judges',
      'code',
      'verdicts',
      'config',
      direct('sources'),
      direct('store'),
    ],
  },
  harness: { holds: 'record and capture', mayImport: ['problems', 'model', 'delegation'] },
  reports: { holds: 'results to text', mayImport: ['problems', 'model', 'results', 'views'] },
  server: {
    holds: 'receiver and API',
    mayImport: ['problems', 'run', 'store', 'sources', 'reports', 'results', 'model', 'views', 'verdicts'],
  },
  cli: { holds: 'commands', mayImport: 'everything' },
  public: { holds: 'doors', mayImport: 'everything' },
  testing: { holds: 'makers and contract suites', mayImport: 'everything' },
};

/** Floors that see no Node module, clock, randomness, environment or network. */
export const PURE_FLOORS: ReadonlySet<string> = new Set([
  'problems',
  'model',
  'statistics',
  'results',
  'views',
  'prices',
  'metrics',
  'delegation',
  'verdicts',
  'reports',
]);

/**
 * Packages that are pure themselves, so that a pure floor may import them; `picocolors` is by `createColors(enabled)`,
 * `@pydantic/genai-prices` as long as it is given a time and never told to update.
 */
export const PURE_PACKAGES: ReadonlySet<string> = new Set([
  '@noble/hashes',
  '@pydantic/genai-prices',
  'ajv',
  'ajv-formats',
  'picocolors',
  're2js',
  'string-width',
  'yaml',
  'zod',
]);

/** Floors whose folders are units that never import each other; files directly on the floor are shared. */
export const FLOORS_OF_UNITS: ReadonlySet<string> = new Set(['sources', 'metrics', 'judges', 'reports']);

/** Folders of `sources/` that hold no format: `input` is shared by the formats, `cases` reads case files. */
export const SOURCE_ROOMS: ReadonlySet<string> = new Set(['input', 'cases']);

/** Rooms that every unit of their floor may import. */
export const SHARED_ROOMS: ReadonlySet<string> = new Set(['sources/input']);

/** What stands at the root of the repository, besides what Git ignores. */
export const ROOT_ENTRIES: ReadonlySet<string> = new Set([
  '.ci',
  '.gitignore',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'bench',
  'biome.json',
  'docs',
  'examples',
  'package-lock.json',
  'package.json',
  'src',
  'test',
  'tsconfig.json',
  'viewer',
  'vitest.config.ts',
]);
