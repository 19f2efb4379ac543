import { SOURCE_ROOMS } from './floors.ts';
import { readImports } from './read-imports.ts';
import { placeOf, type SourceTree } from './source-tree.ts';

/** What the folder of a unit holds; an entry that ends in `/` is a folder with at least one file. */
const PARTS = {
  metrics: ['manifest.ts', 'metric.ts', 'metric.test.ts', 'cases/'],
  reports: ['report.ts', 'report.test.ts', 'samples/'],
  sources: ['source.ts', 'source.test.ts', 'README.md', 'samples/good/', 'samples/bad/'],
} as const;

const METRIC_ID = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/;

function unitsOf(tree: SourceTree, floor: string): Set<string> {
  const units = new Set<string>();
  for (const path of tree.keys()) {
    const place = placeOf(path);
    if (place?.floor === floor && place.unit !== undefined) units.add(place.unit);
  }
  return units;
}

function hasPart(tree: SourceTree, folder: string, part: string): boolean {
  if (!part.endsWith('/')) return tree.has(`${folder}/${part}`);
  return [...tree.keys()].some((path) => path.startsWith(`${folder}/${part}`));
}

function registered(tree: SourceTree, floor: string): Set<string> {
  const registry = tree.get(`${floor}/registry.ts`) ?? '';
  return new Set(readImports(registry).map(({ specifier }) => specifier.split('/')[1] ?? ''));
}

function checkFloorOfUnits(tree: SourceTree, floor: keyof typeof PARTS, units: readonly string[]): string[] {
  const known = registered(tree, floor);
  return units.flatMap((unit) => [
    ...(known.has(unit) ? [] : [`${floor}/${unit}: is not registered in ${floor}/registry.ts`]),
    ...PARTS[floor]
      .filter((part) => !hasPart(tree, `${floor}/${unit}`, part))
      .map((part) => `${floor}/${unit}: lacks ${part}`),
  ]);
}

/** Metrics, sources and reports that are not registered, not complete or not named by their id. */
export function checkUnits(tree: SourceTree): string[] {
  const metrics = [...unitsOf(tree, 'metrics')];
  const sources = [...unitsOf(tree, 'sources')].filter((unit) => !SOURCE_ROOMS.has(unit));
  return [
    ...metrics.filter((unit) => !METRIC_ID.test(unit)).map((unit) => `metrics/${unit}: is no id of a metric`),
    ...checkFloorOfUnits(tree, 'metrics', metrics),
    ...checkFloorOfUnits(tree, 'sources', sources),
    ...checkFloorOfUnits(tree, 'reports', [...unitsOf(tree, 'reports')]),
  ];
}
