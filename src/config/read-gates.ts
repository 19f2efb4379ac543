import {
  type ConfigMap,
  type ConfigValue,
  type GateConfig,
  type Path,
  STATISTICS,
  type Statistic,
} from './loaded-config.ts';
import { asMap, badValue, type Positioned, refuseUnknownKeys } from './positioned.ts';

const KEYS = [
  'metric',
  'scope',
  'statistic',
  'at_least',
  'at_most',
  'between',
  'where',
  'min_coverage',
  'max_errors',
  'compare_to',
  'calibration',
];
const WHERE = ['agent', 'task', 'tag', 'depth'];

/** Reads the list of gates. */
export function readGates(file: Positioned, path: Path, value: ConfigValue): GateConfig[] {
  if (!Array.isArray(value)) throw badValue(file, path, value, 'a list of gates');
  return value.map((gate: ConfigValue, index) => readGate(file, [...path, index], gate));
}

function readGate(file: Positioned, path: Path, value: ConfigValue): GateConfig {
  const gate = asMap(file, path, value);
  refuseUnknownKeys(file, path, gate, KEYS);
  const { metric, scope, calibration } = gate;
  if (typeof metric !== 'string') throw badValue(file, [...path, 'metric'], metric, 'the id of a metric');
  if (scope !== undefined && scope !== 'span' && scope !== 'trace' && scope !== 'session') {
    throw badValue(file, [...path, 'scope'], scope, 'span, trace or session');
  }
  if (calibration !== undefined && calibration !== 'required' && calibration !== 'waived') {
    throw badValue(file, [...path, 'calibration'], calibration, 'required or waived');
  }
  const statistic = gate.statistic ?? 'mean';
  if (!STATISTICS.includes(statistic as Statistic))
    throw badValue(file, [...path, 'statistic'], statistic, `one of ${STATISTICS.join(', ')}`);
  const compareTo =
    gate.compare_to === undefined ? undefined : readBaseline(file, [...path, 'compare_to'], gate.compare_to);
  const condition = readCondition(file, path, gate, compareTo !== undefined);
  const minCoverage = optionalNumber(file, path, gate, 'min_coverage', 0, 1);
  const maxErrors = optionalNumber(file, path, gate, 'max_errors', 0);
  return {
    metric,
    ...(scope !== undefined && { scope }),
    statistic: statistic as Statistic,
    ...condition,
    where: gate.where === undefined ? {} : readWhere(file, [...path, 'where'], gate.where),
    ...(minCoverage !== undefined && { minCoverage }),
    ...(maxErrors !== undefined && { maxErrors }),
    ...(compareTo && { compareTo }),
    ...(calibration !== undefined && { calibration }),
    at: file.placeOf(path),
  };
}

function optionalNumber(
  file: Positioned,
  path: Path,
  map: ConfigMap,
  key: string,
  min = -Infinity,
  max = Infinity,
): number | undefined {
  const value = map[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max) {
    const range =
      min === -Infinity
        ? 'a finite number'
        : max === Infinity
          ? `a number of ${min} or more`
          : `a number from ${min} to ${max}`;
    throw badValue(file, [...path, key], Number.isNaN(value) ? 'NaN' : value, range);
  }
  return value;
}

function readCondition(file: Positioned, path: Path, gate: ConfigMap, compares: boolean): Partial<GateConfig> {
  const atLeast = optionalNumber(file, path, gate, 'at_least');
  const atMost = optionalNumber(file, path, gate, 'at_most');
  const { between } = gate;
  const given = ['at_least', 'at_most', 'between'].filter((key) => gate[key] !== undefined);
  if (given.length > 1 || (given.length === 0 && !compares)) {
    throw badValue(
      file,
      path,
      given.join(', ') || null,
      'a gate with one of at_least, at_most, between, or with compare_to',
    );
  }
  if (between !== undefined) {
    const [low, high] = Array.isArray(between) ? (between as readonly ConfigValue[]) : [];
    if (typeof low !== 'number' || typeof high !== 'number' || !(low <= high) || !Number.isFinite(high - low)) {
      throw badValue(file, [...path, 'between'], between, 'two numbers, the smaller first');
    }
    return { between: [low, high] };
  }
  return { ...(atLeast !== undefined && { atLeast }), ...(atMost !== undefined && { atMost }) };
}

function readWhere(file: Positioned, path: Path, value: ConfigValue): Record<string, string> {
  const where = asMap(file, path, value);
  refuseUnknownKeys(file, path, where, WHERE);
  return Object.fromEntries(
    Object.entries(where).map(([key, pattern]) => {
      if (typeof pattern !== 'string' && typeof pattern !== 'number')
        throw badValue(file, [...path, key], pattern, 'a name or a glob');
      return [key, String(pattern)];
    }),
  );
}

function readBaseline(file: Positioned, path: Path, value: ConfigValue): NonNullable<GateConfig['compareTo']> {
  const map = asMap(file, path, value);
  refuseUnknownKeys(file, path, map, ['run', 'max_drop', 'max_rise', 'max_change']);
  if (typeof map.run !== 'string') throw badValue(file, [...path, 'run'], map.run, 'the path of a run.json');
  const maxDrop = optionalNumber(file, path, map, 'max_drop', 0);
  const maxRise = optionalNumber(file, path, map, 'max_rise', 0);
  const maxChange = optionalNumber(file, path, map, 'max_change', 0);
  if (maxDrop === undefined && maxRise === undefined && maxChange === undefined) {
    throw badValue(file, path, null, 'a comparison with max_drop, max_rise or max_change');
  }
  return {
    run: map.run,
    ...(maxDrop !== undefined && { maxDrop }),
    ...(maxRise !== undefined && { maxRise }),
    ...(maxChange !== undefined && { maxChange }),
  };
}
