import type { Json } from '../../model/json.ts';
import type { Span } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import { toolExecutions } from '../../views/tool-executions.ts';
import { onlyTraces, unresolved } from '../answers.ts';
import { defineMetric, type Scoring, type TableCount } from '../define-metric.ts';
import { isFinished } from '../finished-tools.ts';
import { manifest } from './manifest.ts';

/** The share of tool executions that failed. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'A tool that answers “not found” as a normal result does not fail; one that does the same by an error does. Compare runs of the same tools.',
      'An agent that gives up after its first failure has a lower rate than one that tries again.',
      'Calls that were asked for and never executed are not in it: the rate is of executions.',
    ],
    decisions: [
      'A TOOL span without an end, a result and a status is unfinished, and in neither number.',
      'An execution that a framework and its client both record is one; the outer record tells whether it failed.',
    ],
  },
  score: (partition) => (partition.type === 'trace' ? scoreTrace(partition.trace) : onlyTraces()),
  tables: ({ details }) => rowsOf(details.tools),
});

interface Tally {
  failed: number;
  finished: number;
}

function scoreTrace(trace: Trace): Scoring {
  const tools = toolExecutions(trace);
  const finished = tools.filter(isFinished);
  const failed = finished.filter(hasFailed);
  const byTool = new Map<string, Tally>();
  for (const span of finished) {
    const name = span.tool?.name ?? span.name;
    const tally = byTool.get(name) ?? { failed: 0, finished: 0 };
    byTool.set(name, tally);
    tally.finished++;
    if (hasFailed(span)) tally.failed++;
  }
  const details = {
    numerator: failed.length,
    denominator: finished.length,
    excluded: finished.length < tools.length ? { unfinished: tools.length - finished.length } : {},
    tools: [...byTool].sort(([a], [b]) => (a < b ? -1 : 1)).map(([tool, tally]): Json => ({ tool, ...tally })),
  };
  if (finished.length === 0) return unresolved('no_finished_tool', 'no tool execution ended', { details });
  return {
    status: 'scored',
    score: failed.length / finished.length,
    because: `${failed.length} of ${finished.length} tool executions failed`,
    evidence: failed.slice(0, 20).map(({ spanId, at }) => ({ span_id: spanId, at })),
    details,
  };
}

function hasFailed({ status, tool }: Span): boolean {
  return status === 'ERROR' || tool?.resultIsError === true;
}

function rowsOf(tools: Json | undefined): TableCount[] {
  return (Array.isArray(tools) ? (tools as readonly { tool: string; failed: number; finished: number }[]) : []).flatMap(
    ({ tool, failed, finished }) => [
      { table: 'tools', key: tool, column: 'failed', count: failed },
      { table: 'tools', key: tool, column: 'finished', count: finished },
    ],
  );
}
