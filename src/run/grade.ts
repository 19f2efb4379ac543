import { join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { scoringConfig } from '../metrics/config-schema.ts';
import type { Config } from '../metrics/define-metric.ts';
import { metricNamed } from '../metrics/registry.ts';
import type { EvaluationCase } from '../model/case.ts';
import { hashValue, shortHash } from '../model/hash.ts';
import type { JsonObject } from '../model/json.ts';
import type { Session } from '../model/trace.ts';
import type { Problem } from '../problems/problem.ts';
import type { Outcome, Scope } from '../results/outcome.ts';
import { type InputEntry, RUN_SCHEMA_VERSION, type RunResult } from '../results/run-result.ts';
import { AgentTable } from './agent-table.ts';
import { execute } from './execute.ts';
import { GateBoard, type ReadBaseline } from './gate-plan.ts';
import { missingCaseOutcomes } from './missing-cases.ts';
import type { OutcomeFilter } from './outcome-filter.ts';
import type { Job, Plan } from './plan.ts';
import { RunTotals } from './run-totals.ts';
import type { Clock } from './score.ts';
import { type Grouping, SummaryBoard } from './summary-board.ts';
import { makeMusterFolder, type ResultLines, RunWriter } from './write-run.ts';

/** Everything that a run is made of. */
export interface GradeRequest {
  readonly plan: Plan;
  readonly config: LoadedConfig;
  /** What became of the files that were read. */
  readonly inputs: readonly InputEntry[];
  /** What was odd about them. */
  readonly problems: readonly Problem[];
  /** True when reading ended early. */
  readonly interrupted: boolean;
  readonly sessions: readonly Session[];
  /** Cases that no trace was recorded for. */
  readonly missingCases: readonly EvaluationCase[];
  readonly cwd: string;
  readonly version: string;
  /** Folder to write to, instead of `.muster/runs/<hash>`. */
  readonly out?: string;
  readonly by?: Grouping;
  readonly keep: 'failing' | 'all';
  readonly filter: OutcomeFilter;
  readonly readBaseline: ReadBaseline;
  /** How outcomes and problems are written: as lines of JSON, without what the user hides. */
  readonly lines: ResultLines;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, of: number) => void;
}

/** A finished run and where it was written. */
export interface GradedRun {
  readonly run: RunResult;
  readonly place: string;
}

/** Scores sessions, writes the run as it goes, and gives back its summary. Same input, same bytes. */
export async function grade(request: GradeRequest): Promise<GradedRun> {
  const { plan, sessions, cwd, signal, clock } = request;
  const runs = join(cwd, '.muster', 'runs');
  if (request.out === undefined) await makeMusterFolder(join(cwd, '.muster'));
  const writer = await RunWriter.begin(request.out === undefined ? runs : resolve(cwd, request.out), request.lines);
  try {
    const summaries = new SummaryBoard(request.by, rates(plan));
    const gates = new GateBoard(plan.gates, request.readBaseline);
    const totals = new RunTotals();
    const table = new AgentTable(validityJob(plan), clock);
    const problems = new ProblemLog(writer);
    for (const found of request.problems) await problems.add(found);
    const keep = async (outcome: Outcome, metric: string): Promise<void> => {
      summaries.add(outcome);
      gates.add(outcome, metric);
      if ((request.keep === 'all' || !isPlainPass(outcome)) && request.filter(outcome)) await writer.outcome(outcome);
    };
    let done = 0;
    for (const session of sessions) {
      if (signal?.aborted) break;
      totals.add(session);
      for (const trace of session.traces) table.add(trace);
      for await (const { outcome, metric } of execute(plan, [session], { clock })) await keep(outcome, metric);
      request.progress?.(++done, sessions.length);
    }
    for (const { outcome, metric } of missingCaseOutcomes(plan, request.missingCases)) await keep(outcome, metric);
    for (const job of plan.jobs) for (const found of unmatchedOnce(job, plan)) await problems.add(found);
    await writer.settle();

    const run = assembleRun(request, {
      partial: request.interrupted || done < sessions.length,
      counts: { ...totals.counts(), cases: casesOf(sessions) + request.missingCases.length },
      agents: table.entries(),
      summaries: summaries.summaries(),
      gates: gates.verdicts(),
      health: totals.health(),
      problems: problems.counts(),
      usage: totals.usage(),
    });
    const identity = shortHash({
      inputs: run.inputs,
      config: run.config,
      metrics: run.metrics,
      version: request.version,
      scope: run.scope,
    });
    const place = request.out === undefined ? join('.muster', 'runs', identity) : request.out;
    await writer.finish(run, resolve(cwd, place));
    return { run, place: place.replaceAll('\\', '/') };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** Scores that say yes or no, so that their mean is a proportion. The mean over sessions is one of shares. */
function rates(plan: Plan): (metric: string, scope: Scope) => boolean {
  const verdicts = plan.jobs.filter(({ metric }) => metric.manifest.direction === 'higher_is_better');
  const names = new Set(verdicts.map(({ resolved }) => resolved.emittedName));
  return (metric, scope) => scope !== 'session' && names.has(metric);
}

/** A pass with nothing to say: its count stands in the summary. */
function isPlainPass(outcome: Outcome): boolean {
  return (
    outcome.status === 'scored' &&
    outcome.reason === undefined &&
    outcome.bounds === undefined &&
    (outcome.label === undefined || outcome.label === 'valid')
  );
}

/** The job that labels agent runs: as planned, or by default. */
function validityJob(plan: Plan): Job {
  const planned = plan.jobs.find((job) => job.metric.manifest.name === 'agent.subagent_validity');
  if (planned) return planned;
  const metric = metricNamed('agent.subagent_validity');
  return { metric, scope: 'span', resolved: plan.validity };
}

function unmatchedOnce(job: Job, plan: Plan): readonly Problem[] {
  return plan.jobs.find(({ metric }) => metric === job.metric) === job ? job.resolved.unmatchedTargets() : [];
}

function casesOf(sessions: readonly Session[]): number {
  return new Set(sessions.flatMap((session) => session.traces.flatMap((trace) => trace.case?.id ?? []))).size;
}

/** Writes problems and counts them by code. */
class ProblemLog {
  readonly #writer: RunWriter;
  readonly #counts = new Map<string, number>();

  constructor(writer: RunWriter) {
    this.#writer = writer;
  }

  async add(found: Problem): Promise<void> {
    this.#counts.set(found.code, (this.#counts.get(found.code) ?? 0) + 1);
    await this.#writer.problem(found);
  }

  counts(): { code: string; count: number }[] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, count]) => ({ code, count }));
  }
}

type Gathered = Pick<
  RunResult,
  'partial' | 'counts' | 'agents' | 'summaries' | 'gates' | 'health' | 'problems' | 'usage'
>;

function assembleRun({ plan, config, inputs, version }: GradeRequest, gathered: Gathered): RunResult {
  return {
    schema_version: RUN_SCHEMA_VERSION,
    tool: { name: 'muster', version },
    partial: gathered.partial,
    scope: plan.scope,
    inputs,
    config: {
      ...(config.path !== undefined && { path: config.path }),
      hash: hashValue(config.value),
      value: config.value as JsonObject,
    },
    metrics: metricEntries(plan),
    counts: gathered.counts,
    agents: gathered.agents,
    summaries: gathered.summaries,
    gates: gathered.gates,
    health: gathered.health,
    problems: gathered.problems,
    usage: gathered.usage,
  };
}

function metricEntries(plan: Plan): RunResult['metrics'] {
  const jobs = new Map(plan.jobs.map((job) => [job.metric, job]));
  return [...jobs.values()].map(({ metric, resolved }) => ({
    name: resolved.emittedName,
    version: metric.manifest.version,
    direction: metric.manifest.direction,
    manifest_hash: hashValue(metric.manifest),
    config_hash: resolved.configHash,
    config: scoringConfig(metric.manifest.config_schema, resolved.config) satisfies Config,
  }));
}
