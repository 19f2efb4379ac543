import { dirname, join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { readJudgeEntry } from '../judges/judge-entry.ts';
import { type JudgeMetric, judgeMetric } from '../judges/judge-metric.ts';
import { type JudgeSettings, readJudgeSettings } from '../judges/judge-settings.ts';
import { openJudge } from '../judges/open-judge.ts';
import type { JudgeUsage } from '../judges/transport.ts';
import type { PriceTable } from '../prices/price-table.ts';
import { priceUsage } from '../prices/price-usage.ts';
import type { At } from '../problems/problem.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import { redactText } from '../results/redact-text.ts';
import type { CustomFlags } from './custom-metrics.ts';
import type { Terminal } from './terminal.ts';

/** The judge metrics of a run, and the judge that they share. */
export interface CustomJudges {
  readonly metrics: readonly JudgeMetric[];
  readonly settings: JudgeSettings;
  /** True where answers come from a file. */
  readonly isReplay: boolean;
  close(): Promise<void>;
}

const REPLAY = 'replay:';

/** What judges are opened with. */
interface JudgesRequest {
  readonly config: LoadedConfig;
  readonly flags: CustomFlags;
  readonly terminal: Terminal;
  readonly prices?: PriceTable;
}

/** Opens the judge of a run and makes its metrics. Nothing is asked yet. */
export async function openJudges(
  entries: readonly { readonly value: unknown; placeOf(...path: readonly string[]): At | undefined }[],
  { config, flags, terminal, prices }: JudgesRequest,
): Promise<CustomJudges> {
  const settings = settingsOf(config, flags);
  const { judge: named } = flags;
  const replayFile = named?.startsWith(REPLAY) ? resolve(terminal.cwd, named.slice(REPLAY.length)) : undefined;
  const { judge, defaultModel, isReplay } = await openJudge({
    settings,
    environment: process.env,
    allowEgress: ({ isLocal }) => isLocal || flags.yes === true || settings.allowEgress,
    cacheFolder: cacheFolder(config, settings, terminal.cwd),
    ...(replayFile !== undefined && { replayFile }),
    costOf: (model, usage) => costOf(prices, model, usage),
    warn: (message) => terminal.err(`muster: ${escapeTerminal(message)}\n`),
  });
  const redact = await redactText(config.redact);
  const metrics = entries.map(({ value, placeOf }) =>
    judgeMetric(readJudgeEntry(value, placeOf), {
      ...{ judge, settings, redact, content: flags.content },
      ...(defaultModel !== undefined && { defaultModel }),
    }),
  );
  return { metrics, settings, isReplay, close: () => judge.close() };
}

function settingsOf(config: LoadedConfig, { judge }: CustomFlags): JudgeSettings {
  const section = config.value.muster;
  const value = typeof section === 'object' && section !== null && 'judge' in section ? section.judge : undefined;
  const settings = readJudgeSettings(value, process.env, (path) => config.placeOf(['muster', 'judge', ...path]));
  return judge === undefined || judge.startsWith(REPLAY) ? settings : { ...settings, model: judge };
}

function cacheFolder(config: LoadedConfig, { cache }: JudgeSettings, cwd: string): string {
  if (typeof cache !== 'string') return join(cwd, '.muster', 'judge-cache');
  return resolve(cwd, config.path === undefined ? '.' : dirname(config.path), cache);
}

function costOf(prices: PriceTable | undefined, model: string, { input, output }: JudgeUsage): number | undefined {
  const price = prices?.priceOf({ model });
  if (!price || input === undefined || output === undefined) return undefined;
  const { low, high } = priceUsage({ inputUncached: input, output, scope: 'exclusive', coverage: 'full' }, price);
  return low === high ? low : undefined;
}
