import type { ConfigMap, ConfigValue, DeclaredPrice, DeclaredRate, Path } from './loaded-config.ts';
import { asMap, badValue, type Positioned, refuseUnknownKeys } from './positioned.ts';

const CLASSES = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h'] as const;
const RATE = 'US dollars for a million tokens, or {base, tiers: [{above, usd}]}';

/**
 * Reads prices by model, such as `acme-large: {input: 2.5, output: 10, cache_read: 0.25}`. Throws Failure
 * CONFIG_UNKNOWN_KEY or CONFIG_BAD_VALUE with file and line.
 */
export function readPrices(file: Positioned, path: Path, models: ConfigMap): DeclaredPrice[] {
  return Object.entries(models).map(([model, value]) => {
    const place = [...path, model];
    if (model === '' || model === '*')
      throw badValue(file, place, model, 'the name of a model, or its beginning and *');
    const rates = asMap(file, place, value);
    refuseUnknownKeys(file, place, rates, CLASSES);
    const rate = (key: (typeof CLASSES)[number]): DeclaredRate | undefined =>
      rates[key] === undefined ? undefined : readRate(file, [...place, key], rates[key]);
    const [input, output] = [rate('input'), rate('output')];
    if (input === undefined || output === undefined)
      throw badValue(file, place, value, 'a price of input and of output');
    const [cacheRead, cacheWrite, cacheWrite1h] = [rate('cache_read'), rate('cache_write'), rate('cache_write_1h')];
    return {
      ...{ model, input, output },
      ...(cacheRead !== undefined && { cacheRead }),
      ...(cacheWrite !== undefined && { cacheWrite }),
      ...(cacheWrite1h !== undefined && { cacheWrite1h }),
    };
  });
}

function readRate(file: Positioned, path: Path, value: ConfigValue): DeclaredRate {
  if (typeof value === 'number') return dollars(file, path, value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badValue(file, path, value, RATE);
  const { base, tiers, ...others } = value as ConfigMap;
  refuseUnknownKeys(file, path, others, ['base', 'tiers']);
  if (!Array.isArray(tiers)) throw badValue(file, path, value, RATE);
  const read = tiers.map((tier: ConfigValue, index) => {
    const place = [...path, 'tiers', index];
    const { above, usd, ...rest } = asMap(file, place, tier);
    refuseUnknownKeys(file, place, rest, ['above', 'usd']);
    if (typeof above !== 'number' || !Number.isSafeInteger(above) || above < 0)
      throw badValue(file, [...place, 'above'], above, 'a number of input tokens');
    return { above, usd: dollars(file, [...place, 'usd'], usd) };
  });
  return { base: dollars(file, [...path, 'base'], base), tiers: read.sort((a, b) => a.above - b.above) };
}

/** A million tokens cost less: a larger figure is a slip, and sums of it are no figures. */
const DEAREST = 1e9;

function dollars(file: Positioned, path: Path, value: ConfigValue | undefined): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= DEAREST)) throw badValue(file, path, value, RATE);
  return value;
}
