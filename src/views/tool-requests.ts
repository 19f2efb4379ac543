import { canonicalJson } from '../model/canonical-json.ts';
import type { ToolCallPart } from '../model/message.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { callGroups } from './model-calls.ts';

/** A tool call that a model asked for. */
export interface ToolRequest {
  readonly part: ToolCallPart;
  readonly by: Span;
  readonly agent: Span | undefined;
}

/** The tool calls that the outputs of a trace ask for, each once, in canonical order of what asked for them. */
export function toolRequests(trace: Trace): ToolRequest[] {
  const runs = agentRuns(trace);
  const groups = callGroups(trace);
  const found: ToolRequest[] = [];
  const seen = new Set<string>();
  const collect = (spans: readonly Span[], agent: Span | undefined): void => {
    for (const { part, by } of askedBy(spans)) {
      // One agent's history can repeat a request; another agent's ids are its own.
      const key = part.id === undefined ? undefined : `${agent?.spanId ?? ''} ${part.id} ${askedText(part)}`;
      if (key !== undefined && seen.has(key)) continue;
      if (key !== undefined) seen.add(key);
      found.push({ part, by, agent });
    }
  };
  for (const { span, copies } of groups.calls) collect([span, ...copies], runs.ownerOf(span));
  for (const agent of runs.spans)
    if (!runs.ownSpansOf(agent).some((span) => span.kind === 'LLM' || span.kind === 'TOOL')) collect([agent], agent);
  for (const [agent, spans] of bareRollUps(trace)) collect(spans, agent);
  const position = new Map(trace.spans.map((span, index) => [span, index]));
  return found.sort((a, b) => (position.get(a.by) ?? 0) - (position.get(b.by) ?? 0));
}

/** Spans around several calls, by agent, where the calls of that agent carry no content themselves. */
function bareRollUps(trace: Trace): Map<Span | undefined, Span[]> {
  const runs = agentRuns(trace);
  const groups = callGroups(trace);
  const withContent = new Set<Span | undefined>();
  const rollUps = new Map<Span | undefined, Span[]>();
  for (const span of trace.spans) {
    if (span.kind !== 'LLM' || (!span.outputMessages && !span.toolCalls)) continue;
    const agent = runs.ownerOf(span);
    const known = rollUps.get(agent);
    if (!groups.isRollUp(span)) withContent.add(agent);
    else if (known) known.push(span);
    else rollUps.set(agent, [span]);
  }
  for (const agent of withContent) rollUps.delete(agent);
  return rollUps;
}

/**
 * Every record of one call can carry its requests: as many of each as the record that has most. Two recorders can give
 * one request ids of their own.
 */
function askedBy(spans: readonly Span[]): { part: ToolCallPart; by: Span }[] {
  const asked: { part: ToolCallPart; by: Span }[] = [];
  const ids = new Set<string>();
  const known = new Map<string, number[]>();
  for (const by of spans) {
    for (const parts of [partsOf(by), by.toolCalls ?? []]) {
      const here = new Map<string, number>();
      for (const part of parts) {
        const what = askedText(part);
        const nth = here.get(what) ?? 0;
        here.set(what, nth + 1);
        const places = known.get(what) ?? [];
        known.set(what, places);
        const place = places[nth];
        const earlier = place === undefined ? undefined : asked[place];
        if (earlier && place !== undefined) {
          if (earlier.part.id === undefined && part.id !== undefined) asked[place] = { part, by: earlier.by };
        } else if (part.id === undefined || !ids.has(part.id)) {
          places.push(asked.length);
          asked.push({ part, by });
        }
        if (part.id !== undefined) ids.add(part.id);
      }
    }
  }
  return asked;
}

function partsOf(span: Span): ToolCallPart[] {
  return (span.outputMessages ?? []).flatMap((message) => message.parts.filter((part) => part.type === 'tool_call'));
}

function askedText(part: ToolCallPart): string {
  return `${part.name} ${canonicalJson(part.arguments ?? part.argumentsRaw ?? null)}`;
}
