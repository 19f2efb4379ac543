import { defaultConfig } from '../metrics/config-schema.ts';
import type { Config, Partition } from '../metrics/define-metric.ts';
import { expectedUsage } from './judge.ts';
import type { JudgeMetric } from './judge-metric.ts';

/** What judging would take. Figures are estimates, but the number of calls. */
export interface JudgingPlan {
  /** Questions to a server; what the cache knows is not among them. */
  readonly calls: number;
  /** Questions that the cache or a recording answers. */
  readonly cached: number;
  /** Partitions with a missing field: nothing is asked about them. */
  readonly unanswerable: number;
  /** Partitions about which something is asked. */
  readonly cases: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where the price of a model is not known. */
  readonly usd: number | null;
  /** Bytes of text that would leave this process. */
  readonly bytes: number;
  /** Where it would go, without credentials, each once. */
  readonly endpoints: readonly string[];
}

/** Partitions of a run, read once. */
export type Partitions = Iterable<Partition> | AsyncIterable<Partition>;

/**
 * What judging these partitions would take, without any call. `configOf` is the configuration that the run would use;
 * without it each metric has its defaults. Partitions of a type that a metric does not score are passed over.
 */
export async function planJudging(
  metrics: readonly JudgeMetric[],
  partitions: Partitions,
  configOf: (metric: JudgeMetric) => Config = ({ manifest }) => defaultConfig(manifest.config_schema),
): Promise<JudgingPlan> {
  const tally = new Tally();
  for await (const partition of partitions) {
    let isAsked = false;
    for (const metric of metrics) {
      if (!metric.manifest.partition_types.includes(partition.type)) continue;
      if (await tally.add(metric, partition, configOf(metric))) isAsked = true;
    }
    if (isAsked) tally.cases++;
  }
  return tally.plan();
}

class Tally {
  cases = 0;
  #calls = 0;
  #cached = 0;
  #unanswerable = 0;
  #input = 0;
  #output = 0;
  #usd: number | null = 0;
  #bytes = 0;
  readonly #endpoints = new Set<string>();
  /** A question that two metrics share is asked once. */
  readonly #asked = new Set<string>();

  /** True where a call would be made. */
  async add({ judging }: JudgeMetric, partition: Partition, config: Config): Promise<boolean> {
    const asked = judging.questionsAbout(partition, config);
    if ('missing' in asked) {
      this.#unanswerable++;
      return false;
    }
    const before = this.#calls;
    for (const { request } of asked.questions) {
      if (this.#asked.has(request.key)) continue;
      this.#asked.add(request.key);
      if (await judging.judge.knows(request)) {
        this.#cached++;
        continue;
      }
      const usage = expectedUsage(request);
      const cost = judging.judge.costOf(request.model, usage);
      this.#calls++;
      this.#input += usage.input;
      this.#output += usage.output;
      this.#usd = this.#usd === null || cost === undefined ? null : this.#usd + cost;
      this.#bytes += Buffer.byteLength(request.system, 'utf8') + Buffer.byteLength(request.prompt, 'utf8');
    }
    if (this.#calls > before) {
      const endpoint = await judging.judge.endpointOf(judging.model);
      if (endpoint !== undefined) this.#endpoints.add(endpoint);
    }
    return this.#calls > before;
  }

  plan(): JudgingPlan {
    return {
      calls: this.#calls,
      cached: this.#cached,
      unanswerable: this.#unanswerable,
      cases: this.cases,
      inputTokens: this.#input,
      outputTokens: this.#output,
      usd: this.#usd,
      bytes: this.#bytes,
      endpoints: [...this.#endpoints],
    };
  }
}
