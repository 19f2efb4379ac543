import type { Delegation } from '../../model/delegation.ts';
import type { Json } from '../../model/json.ts';
import type { Call } from './call-book.ts';
import { textAt } from './keys.ts';
import { responseText } from './parts.ts';
import { isStep, issuerOf, type Run, type TurnRuns } from './turn-runs.ts';
import type { TurnPlace } from './turn-spans.ts';

/** The delegations of a turn: calls that lead to an agent, and agents that spoke without a call. */
export function* turnEdges({ runs, calls }: TurnRuns, place: TurnPlace): Generator<Delegation> {
  for (const call of calls) if (call.target !== undefined) yield calledEdge(call, call.target, place);
  for (const run of runs) {
    const issuer = issuerOf(run);
    if (issuer && !run.ledBy) yield uncalledEdge(run, issuer, place);
  }
}

function calledEdge(call: Call, target: string, place: TurnPlace): Delegation {
  const { part, isTransfer, led, response } = call;
  const result = isTransfer ? undefined : responseText(response?.response);
  const task = taskOf(part.arguments);
  return {
    ...ends(call.run, led, led?.author ?? target, place),
    // Edges whose run is known sort before those that only name an agent, which then cannot claim that run.
    id: `${led ? 'run' : 'unseen'}:${call.spanId}`,
    ...(part.id !== undefined && { viaToolCallId: part.id }),
    viaSpanId: call.spanId,
    mode: isTransfer ? (led && isStep(led) ? 'workflow' : 'handoff') : 'tool_return',
    ...(task !== undefined && { task }),
    // A transfer goes on in the session of its issuer; an agent that runs as a tool gets one of its own.
    context: isTransfer ? 'inherited' : 'isolated',
    contextEvidence: 'reported',
    // A container leads to agents that the call does not name.
    basis: led && led.author !== target ? 'inferred' : 'reported',
    status: statusOf(call),
    ...(result !== undefined && { resultText: result }),
    at: { file: place.file, line: 1, pointer: call.event.pointer },
  };
}

function statusOf({ isTransfer, response, led }: Call): Delegation['status'] {
  if (response?.isError) return 'error';
  return led || (response && !isTransfer) ? 'completed' : 'unknown';
}

/** Its issuer went on: a step of that agent's work. Else the conversation moved on to the agent that spoke. */
function uncalledEdge(run: Run, issuer: Run, place: TurnPlace): Delegation {
  return {
    ...ends(issuer, run, run.author, place),
    id: `run:${run.spanId}`,
    mode: isStep(run) ? 'workflow' : 'handoff',
    context: 'inherited',
    contextEvidence: 'derived',
    basis: 'inferred',
    status: 'completed',
    at: { file: place.file, line: 1, pointer: run.first.pointer },
  };
}

function ends(
  from: Run,
  to: Run | undefined,
  toAgent: string | undefined,
  { traceId }: TurnPlace,
): Pick<Delegation, 'traceId' | 'fromSpanId' | 'fromAgent' | 'toSpanId' | 'toAgent'> {
  return {
    traceId,
    fromSpanId: from.spanId,
    ...(from.author !== undefined && { fromAgent: from.author }),
    ...(to && { toSpanId: to.spanId }),
    ...(toAgent !== undefined && { toAgent }),
  };
}

const TASK_KEYS = ['request', 'task', 'query', 'prompt', 'message', 'input'];

function taskOf(args: Json | undefined): string | undefined {
  for (const key of TASK_KEYS) {
    const text = textAt(args, key);
    if (text !== undefined) return text;
  }
  return undefined;
}
