import type { Session, Trace } from '../model/trace.ts';
import type { HealthEntry, RunResult, TokenFigure, UsageTotals } from '../results/run-result.ts';
import { health } from '../views/health.ts';
import { sessionUsage } from '../views/session-usage.ts';
import { inputOf, totalOf } from '../views/token-count.ts';

/** Sums over a run that are no metric: what was read, what is odd about it, and tokens counted once. */
export class RunTotals {
  readonly #counts = { sessions: 0, traces: 0, spans: 0 };
  readonly #cases = new Set<string>();
  readonly #health = new Map<string, { message: string; count: number; traces: number }>();
  readonly #leftOut = new Map<string, number>();
  readonly #tokens = { input: 0, output: 0, delegated: 0 };
  #recorded = false;
  #complete = true;

  add(session: Session): void {
    this.addUnscored(session);
    const usage = sessionUsage(session);
    this.#tokens.input += inputOf(usage.total);
    this.#tokens.output += usage.total.output;
    this.#recorded ||= usage.recorded;
    this.#complete &&= usage.complete || (!usage.recorded && usage.leftOut.length === 0);
    for (const { reason, count } of usage.leftOut) this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count);
    for (const { agent, own } of usage.agents) if (agent.role === 'delegated') this.#tokens.delegated += totalOf(own);
    for (const trace of session.traces) this.#addHealth(trace);
  }

  /** Only counts what was read: nothing can be said about recordings that were not read to their end. */
  addUnscored(session: Session): void {
    this.#counts.sessions++;
    this.#counts.traces += session.traces.length;
    for (const trace of session.traces) {
      this.#counts.spans += trace.spans.length;
      if (trace.case) this.#cases.add(trace.case.id);
    }
  }

  #addHealth(trace: Trace): void {
    const seen = new Set<string>();
    for (const { kind, message, count } of health(trace)) {
      const known = this.#health.get(kind) ?? { message: message.replace(/:.*/, ''), count: 0, traces: 0 };
      this.#health.set(kind, known);
      known.count += count;
      if (!seen.has(kind)) known.traces++;
      seen.add(kind);
    }
  }

  /** What was read, with the cases that have a trace and those that have none. */
  counts(missingCases: number): RunResult['counts'] {
    return { ...this.#counts, cases: this.#cases.size + missingCases };
  }

  health(): HealthEntry[] {
    return [...this.#health].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, entry]) => ({ kind, ...entry }));
  }

  usage(): UsageTotals {
    const figure = (known: number): TokenFigure => ({
      known: this.#recorded ? known : null,
      complete: this.#recorded && this.#complete,
    });
    const { input, output, delegated } = this.#tokens;
    return {
      input: figure(input),
      output: figure(output),
      delegated: figure(delegated),
      total: figure(input + output),
      left_out: [...this.#leftOut].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, count]) => ({ reason, count })),
    };
  }
}
