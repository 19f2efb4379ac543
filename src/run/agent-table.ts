import { compareText } from '../model/canonical-order.ts';
import type { Delegation } from '../model/delegation.ts';
import type { Span } from '../model/span.ts';
import type { Session, Trace } from '../model/trace.ts';
import type { Outcome } from '../results/outcome.ts';
import type { AgentEntry, AgentRates } from '../results/run-result.ts';
import { clusterName } from '../verdicts/cluster-tally.ts';
import { ValidTally } from '../verdicts/valid-tally.ts';
import { agents } from '../views/agents.ts';
import { delegations } from '../views/delegations.ts';
import { sessionUsage } from '../views/session-usage.ts';
import { totalOf } from '../views/token-count.ts';
import type { AgentUsage } from '../views/usage-by-agent.ts';
import type { Filtered, OutcomeFilter } from './outcome-filter.ts';
import type { Job } from './plan.ts';
import { type Clock, scorePartition } from './score.ts';

interface Worst {
  readonly rank: number;
  readonly label: string;
  readonly because: string;
  /** Trace and span: of equals, one is chosen by what was recorded, not by where it stands in the input. */
  readonly key: string;
  readonly at?: NonNullable<AgentEntry['worst']>['at'];
}

interface Line {
  agent: string;
  delegated: boolean;
  depth: number;
  runs: number;
  labels: Map<string, number>;
  missing: number;
  inclusive: number;
  own: number;
  complete: boolean;
  recorded: boolean;
  /** One of its runs is what the filter asks for. */
  shown: boolean;
  worst?: Worst;
}

/** Labels from worst to best; what stands in front is shown first. */
const RANK = ['error', 'missing', 'empty', 'undelivered', 'short', 'unresolved', 'not_applicable', 'valid'];

/** Gathers one line for each agent of a run, by name and role. */
export class AgentTable {
  readonly #lines = new Map<string, Line>();
  readonly #rates = { all: new ValidTally(), delegated: new ValidTally() };
  readonly #validity: Job;
  readonly #clock: Clock;
  readonly #filter: OutcomeFilter | undefined;

  /** `validity`: the metric that labels each agent run. The filter looks at those labels, and changes no figure. */
  constructor(validity: Job, clock: Clock, filter?: OutcomeFilter) {
    this.#validity = validity;
    this.#clock = clock;
    this.#filter = filter;
  }

  add(session: Session): void {
    const usage = new Map(sessionUsage(session).agents.map((entry) => [entry.agent.span, entry]));
    for (const trace of session.traces) this.#addTrace(trace, usage);
  }

  #addTrace(trace: Trace, usage: ReadonlyMap<Span, AgentUsage>): void {
    for (const agent of agents(trace)) {
      const line = this.#line(agent.name, agent.role === 'delegated', agent.depth);
      line.runs++;
      const [outcome] = scorePartition(
        this.#validity,
        { type: 'span', span: agent.span, agent, trace },
        new Map(),
        this.#clock,
      );
      if (outcome) {
        this.#label(line, trace, labelOf(outcome), outcome.because, agent.span.spanId, agent.span.at);
        if (this.#filter?.matches(outcome)) line.shown = true;
      }
      const tokens = usage.get(agent.span);
      if (!tokens) continue;
      line.own += totalOf(tokens.own);
      line.inclusive += totalOf(tokens.inclusive);
      line.complete &&= tokens.inclusiveComplete;
      line.recorded ||= totalOf(tokens.inclusive) > 0;
    }
    for (const edge of delegations(trace)) {
      if (edge.toSpanId !== undefined) continue;
      const line = this.#line(edge.toAgent ?? '(agent without a name)', true, 1);
      if (edge.status === 'missing') line.missing++;
      if (this.#filter?.matches(this.#unobserved(line.agent, edge, trace))) line.shown = true;
      line.complete = false;
      const because = `${line.agent} was issued${edge.fromAgent === undefined ? '' : ` by ${edge.fromAgent}`} and its run was not recorded`;
      this.#label(line, trace, edge.status === 'missing' ? 'missing' : 'unresolved', because, edge.id, edge.at);
    }
  }

  /** False for an agent of which no run is what the filter asks for. */
  shows({ agent, delegated }: AgentEntry): boolean {
    return !this.#filter || this.#lines.get(keyOfLine(agent, delegated))?.shown === true;
  }

  /** Over all agents, and over the delegated ones. */
  rates(): AgentRates {
    return { all: this.#rates.all.rate(), delegated: this.#rates.delegated.rate() };
  }

  /** Worst first, then by name. */
  entries(): AgentEntry[] {
    const lines = [...this.#lines.values()];
    lines.sort(
      (a, b) =>
        rank(a) - rank(b) ||
        bad(b) - bad(a) ||
        (a.agent < b.agent ? -1 : a.agent > b.agent ? 1 : Number(a.delegated) - Number(b.delegated)),
    );
    return lines.map(
      ({ agent, delegated, depth, runs, labels, missing, own, inclusive, complete, recorded, worst }) => ({
        agent,
        delegated,
        depth,
        runs,
        labels: Object.fromEntries([...labels].sort(([a], [b]) => RANK.indexOf(a) - RANK.indexOf(b))),
        missing,
        tokens: { known: recorded ? inclusive : null, complete: complete && recorded, own: recorded ? own : null },
        ...(worst &&
          worst.label !== 'valid' && {
            worst: { label: worst.label, because: worst.because, ...(worst.at && { at: worst.at }) },
          }),
      }),
    );
  }

  #line(agent: string, delegated: boolean, depth: number): Line {
    const key = keyOfLine(agent, delegated);
    let line = this.#lines.get(key);
    if (!line) {
      line = {
        agent,
        delegated,
        depth,
        runs: 0,
        labels: new Map(),
        missing: 0,
        inclusive: 0,
        own: 0,
        complete: true,
        recorded: false,
        shown: false,
      };
      this.#lines.set(key, line);
    }
    line.depth = Math.max(line.depth, depth);
    return line;
  }

  /** What a filter sees of a delegation whose run was not recorded. */
  #unobserved(agent: string, { status }: Delegation, trace: Trace): Filtered {
    const { case: evaluated, traceId, sessionId } = trace;
    return {
      metric: this.#validity.resolved.emittedName,
      status: status === 'missing' ? 'missing' : 'unresolved',
      ...(evaluated && { case_id: evaluated.id }),
      partition: { type: 'span', session_id: sessionId, trace_id: traceId, agent },
      facets: { ...(evaluated?.task && { task: evaluated.task.id }), ...(evaluated?.tags && { tags: evaluated.tags }) },
      details: {},
    };
  }

  #label(line: Line, trace: Trace, label: string, because: string, id: string, at: Worst['at']): void {
    const cluster = clusterName(trace.case?.task, trace.sessionId);
    this.#rates.all.add(label, cluster);
    if (line.delegated) this.#rates.delegated.add(label, cluster);
    const key = keyOf(trace, id);
    line.labels.set(label, (line.labels.get(label) ?? 0) + 1);
    const order = RANK.indexOf(label);
    const known = line.worst;
    if (known && (known.rank - order || compareText(known.key, key)) <= 0) return;
    line.worst = { rank: order, label, because, key, ...(at && { at }) };
  }
}

function keyOfLine(agent: string, delegated: boolean): string {
  return `${delegated ? 'd' : 'r'} ${agent}`;
}

function keyOf(trace: Trace, id: string): string {
  return `${trace.sessionId}\n${trace.traceId}\n${id}`;
}

function labelOf(outcome: Outcome): string {
  if (outcome.status === 'scored') return outcome.label ?? 'valid';
  return outcome.status === 'not_applicable' ? 'not_applicable' : 'unresolved';
}

function rank(line: Line): number {
  return line.worst?.rank ?? RANK.length;
}

function bad(line: Line): number {
  return line.missing + line.runs - (line.labels.get('valid') ?? 0);
}
