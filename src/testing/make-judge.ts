import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Egress } from '../judges/judge.ts';
import { readJudgeEntry } from '../judges/judge-entry.ts';
import { type JudgeMetric, judgeMetric } from '../judges/judge-metric.ts';
import { readJudgeSettings } from '../judges/judge-settings.ts';
import { type JudgeOptions, type OpenJudge, openJudge } from '../judges/open-judge.ts';
import { defaultConfig } from '../metrics/config-schema.ts';
import type { Config, Partition, ScoreContext, Scoring } from '../metrics/define-metric.ts';
import { redactText } from '../results/redact-text.ts';
import { type JudgeServer, type Response, startJudgeServer } from './judge-server.ts';
import { type MadeClock, makeClock } from './make-clock.ts';

/** A judge over a server or a file of answers, ended with its test. */
export interface MadeJudge extends OpenJudge {
  readonly clock: MadeClock;
  /** Each endpoint that leave was asked for. */
  readonly egress: readonly Egress[];
  readonly warnings: readonly string[];
  /** The metric of an entry; what is left out has a value. */
  metric(
    entry: object,
    content?: 'none' | 'redacted' | 'full',
    furtherRoots?: ReadonlySet<string>,
  ): Promise<JudgeMetric>;
}

/** Opens a judge with `muster.judge` as given. Nobody waits for its clock. */
export async function makeJudge(
  given: object,
  options: Partial<JudgeOptions> & { readonly redactList?: readonly string[] } = {},
): Promise<MadeJudge> {
  const { environment = {}, redactList = [] } = options;
  const settings = readJudgeSettings(given, environment);
  const clock = makeClock();
  const egress: Egress[] = [];
  const warnings: string[] = [];
  const allowEgress = (asked: Egress): boolean => egress.push(asked) > 0;
  const open = await openJudge({
    settings,
    environment,
    clock,
    warn: (message) => warnings.push(message),
    ...options,
    allowEgress: options.allowEgress ?? allowEgress,
  });
  onTestFinished(() => open.judge.close());
  const redact = await redactText(redactList);
  const { judge, defaultModel } = open;
  return {
    ...open,
    clock,
    egress,
    warnings,
    metric: async (entry, content = 'redacted', furtherRoots = new Set()) => {
      const read = readJudgeEntry({ name: 'quality', prompt_template: 'Q: {prompt} A: {response}', ...entry });
      const model = defaultModel === undefined ? {} : { defaultModel };
      return judgeMetric(read, { judge, settings, redact, content, furtherRoots, ...model });
    },
  };
}

/** Starts a server that is ended with its test. */
export async function makeJudgeServer(respond: Parameters<typeof startJudgeServer>[0]): Promise<JudgeServer> {
  const server = await startJudgeServer(respond);
  onTestFinished(() => server.close());
  return server;
}

/** What a server answers to each question in turn; the last answer is repeated. */
export function inTurn(...responses: readonly Response[]): Parameters<typeof startJudgeServer>[0] {
  return (_, before) => responses[Math.min(before, responses.length - 1)] ?? 'hang';
}

/** A folder that is removed with its test. */
export function makeTempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'muster-judge-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The one answer of a metric about a partition. */
export async function scoringOf(metric: JudgeMetric, partition: Partition, config: Config = {}): Promise<Scoring> {
  const given = { ...defaultConfig(metric.manifest.config_schema), ...config };
  const context: ScoreContext = { config: given, configFor: () => given, dependencies: new Map(), declared: {} };
  const session =
    partition.type === 'session'
      ? partition.session
      : { sessionId: partition.trace.sessionId, traces: [partition.trace] };
  const result = await metric.elsewhere.score(session, partition, context);
  if (!('answer' in result)) throw new Error(result.message);
  return result.answer as Scoring;
}
