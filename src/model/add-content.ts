import { type Problem, problem } from '../problems/problem.ts';
import { canonicalJson } from './canonical-json.ts';
import { compareText } from './canonical-order.ts';
import { type Json, toNumber } from './json.ts';
import type { Span } from './span.ts';
import { fillTool } from './tool-content.ts';
import type { ContentRecord } from './trace.ts';
import { DROPPED } from './truncated.ts';

/** Gives spans the content that was recorded apart from them; content of a span that is not there is reported. */
export function addContent(
  spans: readonly Span[],
  content: readonly ContentRecord[],
  report: (problem: Problem) => void,
): Span[] {
  if (content.length === 0) return [...spans];
  const bySpan = new Map<string, ContentRecord[]>();
  for (const record of content) {
    const known = bySpan.get(record.spanId);
    if (known) known.push(record);
    else bySpan.set(record.spanId, [record]);
  }
  const filled = spans.map((span) => {
    const records = bySpan.get(span.spanId);
    bySpan.delete(span.spanId);
    return records ? fillSpan(span, records) : span;
  });
  for (const [spanId, records] of bySpan) report(problem('SOURCE_UNMATCHED_CONTENT', { span: spanId }, records[0]?.at));
  return filled;
}

function fillSpan(span: Span, records: readonly ContentRecord[]): Span {
  const ordered = inOrder(records);
  const gather = <Item>(pick: (record: ContentRecord) => readonly Item[] | undefined): readonly Item[] | undefined => {
    const found = ordered.map(pick).filter((list) => list !== undefined);
    return found.length ? found.flat() : undefined;
  };
  const input = gather((record) => record.inputMessages);
  const output = gather((record) => record.outputMessages);
  const system = span.systemInstructions ?? ordered.find((record) => record.systemInstructions)?.systemInstructions;
  const tools = span.toolDefinitions ?? ordered.find((record) => record.toolDefinitions)?.toolDefinitions;
  const isTool = span.kind === 'TOOL';
  const stated = ordered.flatMap((record) => record.tool ?? []);
  const tool = isTool && fillTool(span.tool ?? { name: span.name }, stated, input, output);
  const attributes = withDropped(span, ordered);
  return {
    ...span,
    ...(tool && { tool }),
    ...(!isTool && input && !span.inputMessages && { inputMessages: input }),
    ...(!isTool &&
      output &&
      !span.outputMessages?.length && { outputMessages: output, outputSource: 'event' as const }),
    ...(system && { systemInstructions: system }),
    ...(tools && { toolDefinitions: tools }),
    ...(attributes && { attributes }),
  };
}

/** Records in order of time, each once. */
function inOrder(records: readonly ContentRecord[]): ContentRecord[] {
  const seen = new Map(records.map((record) => [canonicalJson({ ...record, at: undefined }), record]));
  const ordered = [...seen].sort(([a, x], [b, y]) => {
    const [first, second] = [x.timeNs ?? 0n, y.timeNs ?? 0n];
    return first < second ? -1 : first > second ? 1 : compareText(a, b);
  });
  return ordered.map(([, record]) => record);
}

function withDropped(span: Span, records: readonly ContentRecord[]): ReadonlyMap<string, Json> | undefined {
  const dropped = records.reduce((sum, record) => sum + (record.droppedAttributes ?? 0), 0);
  if (dropped === 0) return undefined;
  const known = toNumber(span.attributes.get(DROPPED.attributes)) ?? 0;
  return new Map([...span.attributes, [DROPPED.attributes, known + dropped]]);
}
