import { canonicalJson } from '../model/canonical-json.ts';
import type { Span } from '../model/span.ts';
import type { ToolRequest } from './tool-requests.ts';

/** A TOOL span with the agent that it ran for. */
export interface Executed {
  readonly span: Span;
  readonly agent: Span | undefined;
}

/**
 * Which request each executed call answers. All joins by a stronger sign are made before any by a weaker one: the id
 * within one agent, the id anywhere, name and arguments, the name in order. Ids that differ are calls that differ.
 */
export function joinCalls(
  requests: readonly ToolRequest[],
  executed: readonly Executed[],
): ReadonlyMap<Span, ToolRequest> {
  const joined = new Map<Span, ToolRequest>();
  const taken = new Set<ToolRequest>();
  const join = (
    keyOfRequest: (request: ToolRequest) => string | undefined,
    keyOfSpan: (each: Executed) => string | undefined,
  ): void => {
    const open = new Map<string, ToolRequest[]>();
    // The last first, so that the first is at the end, where it is taken from.
    for (const request of [...requests].reverse()) {
      const key = taken.has(request) ? undefined : keyOfRequest(request);
      if (key === undefined) continue;
      const list = open.get(key);
      if (list) list.push(request);
      else open.set(key, [request]);
    }
    for (const each of executed) {
      const key = joined.has(each.span) ? undefined : keyOfSpan(each);
      const request = key === undefined ? undefined : open.get(key)?.pop();
      if (!request) continue;
      joined.set(each.span, request);
      taken.add(request);
    }
  };
  const named = (agent: Span | undefined, name: string): string => JSON.stringify([agent?.spanId, name]);
  const withArgs = (agent: Span | undefined, name: string, args: unknown): string =>
    `${named(agent, name)} ${canonicalJson(args ?? null)}`;
  const nameOf = (span: Span): string => span.tool?.name ?? span.name;

  join(
    ({ agent, part }) => (part.id === undefined ? undefined : named(agent, part.id)),
    ({ agent, span }) => (span.tool?.callId === undefined ? undefined : named(agent, span.tool.callId)),
  );
  join(
    ({ part }) => part.id,
    ({ span }) => span.tool?.callId,
  );
  // A call with an id may only join a request without one, and the other way round; or neither has one.
  for (const [requestHasId, spanHasId] of [
    [false, false],
    [true, false],
    [false, true],
  ]) {
    const may = (part: ToolRequest['part']): boolean => (part.id !== undefined) === requestHasId;
    const can = (span: Span): boolean => (span.tool?.callId !== undefined) === spanHasId;
    join(
      ({ agent, part }) => (may(part) ? withArgs(agent, part.name, part.arguments) : undefined),
      ({ agent, span }) => (can(span) ? withArgs(agent, nameOf(span), span.tool?.arguments) : undefined),
    );
    join(
      ({ agent, part }) => (may(part) ? named(agent, part.name) : undefined),
      ({ agent, span }) => (can(span) ? named(agent, nameOf(span)) : undefined),
    );
  }
  return joined;
}
