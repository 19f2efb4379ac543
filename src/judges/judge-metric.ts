import type { Config, Elsewhere, Metric, Partition, Scoring } from '../metrics/define-metric.ts';
import { tracesOf } from '../metrics/evaluated-case.ts';
import type { Json } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import type { Grounds } from '../results/outcome.ts';
import { quote } from '../results/quote.ts';
import type { Redact } from '../results/redact-text.ts';
import { finalAnswer } from '../views/final-answer.ts';
import type { Judge } from './judge.ts';
import { samplesOf, scaleFault, scaleOf } from './judge-config.ts';
import { JUDGE_DOCS } from './judge-docs.ts';
import type { JudgeEntry } from './judge-entry.ts';
import { judgeManifest } from './judge-manifest.ts';
import type { JudgeSettings } from './judge-settings.ts';
import { type QuestionPlan, type Questions, questionsAbout } from './questions.ts';
import { figuresOf, resultOf } from './result-samples.ts';
import { quoted, readSample, type Sample, sampleJson, totalsOf } from './samples.ts';
import type { CallParameters } from './transport.ts';

/** What a judge metric is made with. */
export interface JudgeMetricOptions {
  readonly judge: Judge;
  readonly settings: JudgeSettings;
  /** The model where neither the settings nor the entry name one: that of recorded answers. */
  readonly defaultModel?: string;
  /** Hides secrets from the judge. Used unless `muster.judge.redact` is false. */
  readonly redact: Redact;
  /** Further keys that cases of the run have: placeholders of them are known, though a case may lack one. */
  readonly furtherRoots?: ReadonlySet<string>;
  /** What reports may show: raw answers are kept with `full`, or where the entry asks for them and it is not `none`. */
  readonly content: 'none' | 'redacted' | 'full';
}

/** A metric that asks a judge. */
export interface JudgeMetric extends Metric {
  readonly elsewhere: Elsewhere;
  readonly judging: {
    readonly judge: Judge;
    readonly model: string;
    /** The questions about a partition, without asking any. */
    questionsAbout(partition: Partition, config: Config): Questions;
  };
}

/** True for a metric that asks a judge. */
export function isJudgeMetric(metric: Metric): metric is JudgeMetric {
  return 'judging' in metric;
}

/**
 * The metric of an entry of `custom_metrics`. The model is that of `muster.judge`, else the entry's `judge_model`: the
 * file stays that of agents-cli, and the judge of this tool is named apart. Throws Failure JUDGE_NO_MODEL.
 */
export function judgeMetric(entry: JudgeEntry, options: JudgeMetricOptions): JudgeMetric {
  const { judge, settings } = options;
  const model = settings.model ?? entry.model ?? options.defaultModel;
  if (model === undefined) throw new Failure('JUDGE_NO_MODEL', { metric: entry.name }, entry.at);
  const parameters = { ...ofSettings(settings), ...entry.parameters };
  const planOf = (config: Config): QuestionPlan => ({
    model,
    parameters,
    template: entry.template,
    ...(entry.instruction !== undefined && { instruction: entry.instruction }),
    scale: scaleOf(config),
    samples: samplesOf(config),
    redact: settings.redact ? options.redact : (text) => text,
    furtherRoots: options.furtherRoots ?? new Set(),
  });
  const keepsRaw = options.content === 'full' || (entry.returnRawOutput && options.content !== 'none');
  const elsewhere: Elsewhere = {
    score: async (_session, partition, { config }) => {
      try {
        return { answer: await judged(partition, planOf(config), judge, keepsRaw) };
      } catch (error) {
        return { failed: 'metric_failed', message: error instanceof Error ? error.message : String(error) };
      }
    },
    // The judge is shared by several metrics; who opened it closes it.
    close: async () => {},
  };
  return {
    manifest: judgeManifest(entry, { model, parameters }, settings),
    docs: JUDGE_DOCS,
    checkConfig: scaleFault,
    score: () => {
      throw new Error('a judge cannot be asked without waiting');
    },
    elsewhere,
    judging: { judge, model, questionsAbout: (partition, config) => questionsAbout(partition, planOf(config)) },
  };
}

function ofSettings({ temperature, maxTokens, seed }: JudgeSettings): CallParameters {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(seed !== undefined && { seed }),
  };
}

async function judged(partition: Partition, plan: QuestionPlan, judge: Judge, keepsRaw: boolean): Promise<Scoring> {
  const asked = questionsAbout(partition, plan);
  const about = { model: plan.model, template_hash: plan.template.hash };
  if ('missing' in asked) return lacking(asked.missing, partition, about);
  const { scale } = plan;
  const costOf: Judge['costOf'] = (model, usage) => judge.costOf(model, usage);
  const samples = await Promise.all(
    asked.questions.map(async (question) =>
      readSample(question, await judge.ask(question.request), { scale, quoted: asked.shown, costOf }),
    ),
  );
  const version = samples.find(({ answer }) => answer?.model !== undefined)?.answer?.model;
  const result = resultOf(samples, scale);
  const explanation = result.status === 'scored' ? result.explanation : undefined;
  const diagnostics = [...asked.diagnostics, ...diagnosticsOf(samples)];
  const details = {
    judge: { ...about, prompt_hash: asked.promptHash, ...(version !== undefined && { model_version: version }) },
    samples: samples.map((sample) => sampleJson(sample, keepsRaw)),
    figures: { ...figuresOf(samples, scale) },
    ...(explanation !== undefined && { explanation: quoted(explanation) }),
    ...totalsOf(samples),
    ...(diagnostics.length > 0 && { diagnostics }),
  };
  return scoringOf(result, samples, { evidence: evidenceOf(partition), details });
}

function scoringOf(
  result: ReturnType<typeof resultOf>,
  samples: readonly Sample[],
  grounds: Omit<Grounds, 'because'>,
): Scoring {
  const count = samples.length === 1 ? 'one sample' : `${samples.length} samples`;
  switch (result.status) {
    case 'scored': {
      const { score, label, explanation } = result;
      const why = explanation === undefined ? '' : `: ${quote(explanation)}`;
      const said = label ?? String(Number(score.toFixed(3)));
      const because = `the judge says ${said} (${count})${why}`;
      return { status: 'scored', score, ...(label !== undefined && { label }), because, ...grounds };
    }
    case 'unresolved': {
      const because = `the ${count} of the judge are tied`;
      return { status: 'unresolved', score: null, reason: result.reason, bounds: result.bounds, because, ...grounds };
    }
    case 'error': {
      const { reason, message } = result;
      return {
        status: 'error',
        score: null,
        reason,
        message,
        because: `the judge gave no verdict: ${message}`,
        ...grounds,
      };
    }
  }
}

function lacking(missing: readonly string[], partition: Partition, about: Readonly<Record<string, Json>>): Scoring {
  const id = tracesOf(partition)[0]?.case?.id;
  const names = missing.map((text) => `{${text}}`).join(', ');
  const message = `the template names ${names}, which ${id === undefined ? 'the recording' : `case ${id}`} does not hold`;
  const details = { judge: { ...about }, missing: [...missing] };
  const because = `the judge was not asked: ${message}`;
  const evidence = evidenceOf(partition);
  return { status: 'error', score: null, reason: 'missing_field', message, because, evidence, details };
}

/** The diagnostics of all samples, each once. */
function diagnosticsOf(samples: readonly Sample[]): readonly string[] {
  const all = samples.flatMap(({ parsed, answer }) => [
    ...('diagnostics' in parsed ? parsed.diagnostics : []),
    ...(answer?.ignored ?? []).map((parameter) => `parameter_ignored:${parameter}`),
  ]);
  return [...new Set(all)];
}

/** The answer that is judged. */
function evidenceOf(partition: Partition): Grounds['evidence'] {
  const trace = tracesOf(partition).at(-1);
  const agent = trace && finalAnswer(trace);
  const span = agent && (agent.outputSpan ?? agent.span);
  return span ? [{ span_id: span.spanId, at: span.at }] : [];
}
