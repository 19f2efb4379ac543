import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DeclaredPrice, LoadedConfig } from '../config/loaded-config.ts';
import { parsePositioned } from '../config/positioned.ts';
import { readPrices } from '../config/read-prices.ts';
import { hashValue } from '../model/hash.ts';
import { type PriceTable, pricesOver } from '../prices/price-table.ts';
import { userPrices } from '../prices/user-prices.ts';
import { Failure } from '../problems/failure.ts';
import { besideConfig } from './beside-config.ts';

/** The bundled prices, with those of the project before them. Nothing is fetched. */
export async function loadPrices(config: LoadedConfig, cwd: string): Promise<PriceTable> {
  const bundled = await bundledPrices();
  const declared = await declaredPrices(config, cwd);
  return declared === undefined ? bundled : pricesOver(userPrices(declared, hashValue(declared)), bundled);
}

async function bundledPrices(): Promise<PriceTable> {
  const { genaiPrices } = await import('../prices/genai-prices.ts');
  const entry = fileURLToPath(import.meta.resolve('@pydantic/genai-prices'));
  const data = await readFile(entry);
  const manifest = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  return genaiPrices(version, createHash('sha256').update(data).digest('hex'));
}

async function declaredPrices(config: LoadedConfig, cwd: string): Promise<readonly DeclaredPrice[] | undefined> {
  if (typeof config.prices !== 'string') return config.prices;
  const path = besideConfig(config, config.prices);
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: Error) => {
    throw new Failure('CONFIG_UNREADABLE', { reason: error.message }, { file: path });
  });
  const file = parsePositioned(path, text);
  return readPrices(file, [], file.value);
}
