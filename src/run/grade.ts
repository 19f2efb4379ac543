import type { LoadedConfig } from '../config/loaded-config.ts';
import { metricNamed } from '../metrics/registry.ts';
import type { EvaluationCase } from '../model/case.ts';
import type { Session } from '../model/trace.ts';
import type { Problem } from '../problems/problem.ts';
import type { AgentEntry, InputEntry, RunResult } from '../results/run-result.ts';
import { AgentTable } from './agent-table.ts';
import { assembleRun, runIdentity } from './assemble-run.ts';
import { CostBoard } from './cost-board.ts';
import { execute, waitsElsewhere } from './execute.ts';
import { GateBoard, type ReadBaseline } from './gate-board.ts';
import { mapAhead } from './map-ahead.ts';
import type { MetricOutcome } from './metric-outcome.ts';
import { missingCaseOutcomes } from './missing-cases.ts';
import type { OutcomeFilter } from './outcome-filter.ts';
import { plainPasses } from './plain-pass.ts';
import type { Job, Plan } from './plan.ts';
import { ProblemLog, strictFailure } from './problem-log.ts';
import { RunTotals } from './run-totals.ts';
import type { Clock } from './score.ts';
import { SummaryBoard } from './summary-board.ts';
import { TrialBoard } from './trial-board.ts';
import { type ResultText, RunWriter } from './write-run.ts';

/** Everything that a run is made of. */
export interface GradeRequest {
  readonly plan: Plan;
  readonly config: LoadedConfig;
  /** What became of the files that were read. */
  readonly inputs: readonly InputEntry[];
  /** What was odd about them. */
  readonly problems: readonly Problem[];
  /** True when reading ended early: then nothing is scored, as no trace is known to be whole. */
  readonly interrupted: boolean;
  /** In canonical order. Each is let go of when it is scored. */
  readonly sessions: Iterable<Session> | AsyncIterable<Session>;
  /** Cases that no trace was recorded for. */
  readonly missingCases: readonly EvaluationCase[];
  /** Cases that were given in a file, for the identity of the run. */
  readonly givenCases: readonly EvaluationCase[];
  readonly cwd: string;
  readonly version: string;
  /** Folder to write to, instead of `.muster/runs/<hash>`. */
  readonly out?: string;
  /** Repeated trials of tasks: what says that one succeeded, the id of a metric or what its case recorded. */
  readonly trials?: { readonly metric?: string };
  readonly keep: 'failing' | 'all';
  /** What is written of the outcomes, and of which agents lines are shown. */
  readonly filter: OutcomeFilter;
  /** A problem ends the run with Failure RUN_STRICT. */
  readonly strict?: boolean;
  readonly readBaseline: ReadBaseline;
  readonly text: ResultText;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Called with the number of sessions that are scored. */
  readonly progress?: (done: number) => void;
}

/** A finished run and where it was written. */
export interface GradedRun {
  readonly run: RunResult;
  readonly place: string;
  /** False for an agent whose line the filter leaves out. */
  readonly shows: (agent: AgentEntry) => boolean;
}

/** Scores sessions, writes the run as it goes, and gives back its summary. Same input, same bytes. */
export async function grade(request: GradeRequest): Promise<GradedRun> {
  const { cwd, out } = request;
  const writer = await RunWriter.begin({ cwd, ...(out !== undefined && { out }) }, request.text);
  try {
    const { run, table } = await score(request, writer);
    const place = await writer.finish(run, runIdentity(run, request));
    return { run, place, shows: (agent) => table.shows(agent) };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function score(
  request: GradeRequest,
  writer: RunWriter,
): Promise<{ readonly run: RunResult; readonly table: AgentTable }> {
  const { plan, clock, missingCases } = request;
  const summaries = new SummaryBoard(plan);
  const gates = new GateBoard(plan, request.readBaseline);
  const totals = new RunTotals();
  const costs = new CostBoard(plan.prices);
  const table = new AgentTable(validityJob(plan), clock, request.filter);
  const problems = new ProblemLog((found) => writer.problem(found));
  const isPlainPass = plainPasses(plan);
  const trials = request.trials && new TrialBoard(request.trials.metric);
  const keep = async (scored: MetricOutcome): Promise<void> => {
    const { outcome, metric } = scored;
    summaries.add(scored);
    if (scored.forGroups) return;
    gates.add(outcome, metric);
    trials?.addOutcome(outcome, metric);
    const matches = request.filter.matches(outcome);
    if (matches && (request.keep === 'all' || !isPlainPass(outcome, metric))) await writer.outcome(outcome);
    else await writer.unlisted(outcome);
  };

  const partial = await scoreSessions(request, { totals, costs, table, trials, keep });
  const unmatched = partial ? [] : unmatchedTargets(plan);
  if (!partial) {
    for (const scored of missingCaseOutcomes(plan, missingCases)) await keep(scored);
    for (const missing of missingCases) trials?.addMissing(missing);
  }
  const [first] = unmatched;
  if (request.strict && first) throw strictFailure(first);
  await problems.add([...request.problems, ...unmatched]);

  const run = assembleRun(request, {
    partial,
    counts: totals.counts(partial ? 0 : missingCases.length),
    agents: table.entries(),
    agent_rates: table.rates(),
    summaries: summaries.summaries(),
    ...(trials && { trials: trials.result() }),
    gates: gates.verdicts(),
    health: totals.health(),
    problems: problems.counts(),
    usage: totals.usage(),
    cost: costs.totals(),
  });
  return { run, table };
}

interface Gathering {
  readonly totals: RunTotals;
  readonly costs: CostBoard;
  readonly table: AgentTable;
  readonly trials: TrialBoard | undefined;
  keep(scored: MetricOutcome): Promise<void>;
}

/** Scores session after session. True when it was ended before the last of them. */
async function scoreSessions(request: GradeRequest, gathering: Gathering): Promise<boolean> {
  const { plan, sessions, signal, clock } = request;
  const { totals, costs, table, trials, keep } = gathering;
  if (request.interrupted) {
    for await (const session of sessions) totals.addUnscored(session);
    return true;
  }
  let done = 0;
  const waits = waitsElsewhere(plan);
  const begin = async (session: Session): Promise<Begun> => {
    const scored = execute(plan, session, clock, signal);
    return { session, scored: waits ? await collected(scored) : scored };
  };
  for await (const { session, scored } of mapAhead(sessions, waits ? SESSIONS_AHEAD : 1, begin)) {
    totals.add(session);
    costs.add(session);
    table.add(session);
    trials?.add(session);
    for await (const each of scored) await keep(each);
    request.progress?.(++done);
    if (signal?.aborted) return true;
  }
  return signal?.aborted === true;
}

interface Begun {
  readonly session: Session;
  readonly scored: AsyncIterable<MetricOutcome> | readonly MetricOutcome[];
}

/** Sessions that are begun before the first of them is done, where a metric waits for something. */
const SESSIONS_AHEAD = 16;

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The job that labels agent runs: as planned, or by default. */
function validityJob(plan: Plan): Job {
  const planned = plan.jobs.find((job) => job.metric.manifest.name === 'agent.subagent_validity');
  if (planned) return { ...planned, scope: 'span', forGroups: true };
  const metric = metricNamed('agent.subagent_validity');
  return { metric, scope: 'span', resolved: plan.validity, declared: {}, forGroups: true };
}

function unmatchedTargets(plan: Plan): Problem[] {
  return [...new Set(plan.jobs.map(({ resolved }) => resolved))].flatMap((resolved) => resolved.unmatchedTargets());
}
