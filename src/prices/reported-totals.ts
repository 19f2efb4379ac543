import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { parentsFirst, spanTree } from '../views/span-tree.ts';
import type { CostLine } from './cost-ledger.ts';

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
  const reporting = new Set(trace.spans.filter(({ cost, kind }) => cost?.scope === 'inclusive' && kind !== 'LLM'));
  if (reporting.size === 0) return { lines, isWholeTrace: false };
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
    else if (reporting.has(span) && (open.has(span) || !priced.has(span))) coveredBy.set(span, span);
  }
  const totals = [...new Set(coveredBy.values())];
  return {
    lines: [...lines.filter(({ span }) => !coveredBy.has(span)), ...totals.map((span) => totalLine(trace, span))],
    isWholeTrace: tree.roots.length === 1 && totals.some((span) => span === tree.roots[0]),
  };
}

function totalLine(trace: Trace, span: Span): CostLine {
  const usd = span.cost?.usd ?? 0;
  const agent = agentRuns(trace).ownerOf(span);
  return { span, low: usd, high: usd, basis: 'reported', isTotal: true, ...(agent && { agent }) };
}
