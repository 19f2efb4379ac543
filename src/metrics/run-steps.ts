import type { Message } from '../model/message.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { agents } from '../views/agents.ts';
import { type ModelCall, modelCalls } from '../views/model-calls.ts';
import { toolCalls } from '../views/tool-calls.ts';
import type { Config } from './define-metric.ts';
import { unobservedAgents } from './unobserved-agents.ts';

/** How many steps a run took; null where it is not known, and then at least `atLeast`. */
export interface Steps {
  readonly steps: number | null;
  readonly atLeast: number;
  readonly unit: string;
}

/** Which agents a run consists of: all, those of the root loop, or one. */
export type Loop = 'tree' | 'root_loop' | Span;

/** The agents that speak for the run: the root, and whoever it hands the run on to. */
function rootLoop(trace: Trace): ReadonlySet<Span> {
  const speaking = agents(trace).filter(({ role, delegation }) => role === 'root' || delegation?.mode === 'handoff');
  return new Set(speaking.map(({ span }) => span));
}

/** Counts the steps of one trace by `step_unit`. A model call that was recorded twice is one. */
export function stepsOf(trace: Trace, loop: Loop, { step_unit: configured }: Config): Steps {
  const unit = typeof configured === 'string' ? configured : 'llm_call';
  const isIn = membership(trace, loop);
  const { ownerOf } = agentRuns(trace);
  const calls = modelCalls(trace).filter(({ span }) => isIn(ownerOf(span)));
  const ran = agents(trace).filter(({ span }) => isIn(span));
  const withCalls = new Set(calls.map(({ span }) => ownerOf(span)));
  const tools = (): number => toolCalls(trace).filter(({ agent }) => isIn(agent)).length;
  const counted = (): number => {
    if (unit === 'tool_call') return tools();
    if (unit === 'llm_or_tool') return calls.length + tools();
    if (unit === 'agent_turn') return ran.length;
    if (unit === 'llm_call') return calls.length;
    const spoken = ran
      .filter(({ span }) => !withCalls.has(span))
      .map(({ span }) => assistantMessages(span.outputMessages));
    return sum([...calls.map(messagesOf), ...spoken]);
  };
  const atLeast = counted();
  return { steps: isWhole(trace, loop, unit, withCalls) ? atLeast : null, atLeast, unit };
}

/** Steps of several traces of one run. */
export function joinedSteps(all: readonly Steps[]): Steps {
  const known = all.every(({ steps }) => steps !== null);
  const atLeast = sum(all.map((each) => each.atLeast));
  return { steps: known ? atLeast : null, atLeast, unit: all[0]?.unit ?? 'llm_call' };
}

function membership(trace: Trace, loop: Loop): (agent: Span | undefined) => boolean {
  if (loop === 'tree') return () => true;
  if (loop !== 'root_loop') return (agent) => agent === loop;
  const roots = rootLoop(trace);
  return (agent) => agent !== undefined && roots.has(agent);
}

/** False where an agent of the loop took steps that were not recorded. */
function isWhole(trace: Trace, loop: Loop, unit: string, withCalls: ReadonlySet<Span | undefined>): boolean {
  const unseen = unobservedAgents(trace);
  if (loop === 'tree') {
    if (unseen.length) return false;
  } else {
    const isIn = membership(trace, loop);
    const spanIds = new Set(
      agents(trace)
        .filter(({ span }) => isIn(span))
        .map(({ span }) => span.spanId),
    );
    if (unseen.some(({ spanId }) => spanId !== undefined && spanIds.has(spanId))) return false;
  }
  if (unit !== 'llm_call' && unit !== 'llm_or_tool') return true;
  // Tools ran, so that a model was asked: its calls were left out of the recording.
  const isIn = membership(trace, loop);
  const acting = new Set(toolCalls(trace).map(({ agent }) => agent));
  return ![...acting].some((agent) => agent !== undefined && isIn(agent) && !withCalls.has(agent));
}

/** Messages of a model call; one where its output was not recorded. */
function messagesOf({ span, copies }: ModelCall): number {
  const output = [span, ...copies].find(({ outputMessages }) => outputMessages)?.outputMessages;
  return output ? assistantMessages(output) : 1;
}

function assistantMessages(messages: readonly Message[] | undefined): number {
  return (messages ?? []).filter(({ role }) => role === undefined || role === 'assistant').length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
