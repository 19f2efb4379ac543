import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { parentsFirst, spanTree } from '../views/span-tree.ts';
import type { LedgerEntry } from '../views/usage-by-agent.ts';
import type { CostLine } from './cost-ledger.ts';
import { reportedTotal } from './reported-cost.ts';

/** Lines after reported totals took the place of those that cannot be priced. */
export interface WithTotals {
  readonly lines: readonly CostLine[];
  /** True where one total is of the whole trace: then nothing of it can be missing. */
  readonly isWholeTrace: boolean;
}

/**
 * A span that reports the cost of everything below it stands for lines below it where one of them is not known exactly,
 * the outermost first. Where each is known, the calls count.
 */
export function withReportedTotals(trace: Trace, lines: readonly CostLine[]): WithTotals {
  const reporting = new Set(trace.spans.filter((span) => reportedTotal(span) !== undefined));
  if (reporting.size === 0) return { lines, isWholeTrace: false };
  // The sum that it stands for by its tokens too: then nothing is known better.
  const sums = new Map(lines.flatMap(({ span, entry }) => (entry?.basis === 'declared' ? [[span, entry]] : [])));
  const tree = spanTree(trace);
  const order = parentsFirst(trace);
  const open = new Set(lines.filter(({ low, high }) => low !== high).map(({ span }) => span));
  const priced = new Set(lines.map(({ span }) => span));
  // A total without any call below it is all that is known.
  for (const span of [...order].reverse()) {
    const parent = tree.parentOf(span);
    if (parent && open.has(span)) open.add(parent);
    if (parent && priced.has(span)) priced.add(parent);
  }
  const coveredBy = new Map<Span, Span>();
  for (const span of order) {
    const parent = tree.parentOf(span);
    const around = parent && coveredBy.get(parent);
    if (around) coveredBy.set(span, around);
    else if (reporting.has(span) && counts(span)) coveredBy.set(span, span);
  }
  function counts(span: Span): boolean {
    if (!priced.has(span)) return true;
    // Recorders write 0 for models whose price they do not know.
    return reportedTotal(span) !== 0 && (open.has(span) || sums.has(span));
  }
  const totals = [...new Set(coveredBy.values())];
  return {
    lines: [
      ...lines.filter(({ span }) => !coveredBy.has(span)),
      ...totals.map((span) => totalLine(trace, span, sums.get(span))),
    ],
    isWholeTrace: tree.roots.length === 1 && totals.some((span) => span === tree.roots[0]),
  };
}

function totalLine(trace: Trace, span: Span, entry: LedgerEntry | undefined): CostLine {
  const usd = reportedTotal(span) ?? 0;
  const agent = agentRuns(trace).ownerOf(span);
  const line = { span, low: usd, high: usd, basis: 'reported', isTotal: true } as const;
  return { ...line, ...(agent && { agent }), ...(entry && { entry }) };
}
