import type { Message } from '../model/message.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { type Agent, agents } from '../views/agents.ts';
import type { ModelCall } from '../views/model-calls.ts';
import type { Config } from './define-metric.ts';
import { ownWork } from './own-work.ts';
import { unobservedAgents } from './unobserved-agents.ts';

/** How many steps a run took; null where it is not known, and then at least `atLeast`. */
export interface Steps {
  readonly steps: number | null;
  readonly atLeast: number;
  readonly unit: string;
}

/** Counts the steps of a run by `step_unit`: of all its agents, or of those that speak for it. */
export function stepsOf(trace: Trace, scope: 'tree' | 'root_loop', config: Config): Steps {
  if (scope === 'tree') return counted(trace, agents(trace), [undefined], unobservedAgents(trace).length > 0, config);
  // The root, and whoever it hands the run on to.
  const speaking = agents(trace).filter(({ role, delegation }) => role === 'root' || delegation?.mode === 'handoff');
  return counted(
    trace,
    speaking,
    [],
    speaking.some(({ span }) => isUnseen(trace, span)),
    config,
  );
}

/** Counts the steps of one agent's own loop. */
export function agentSteps(trace: Trace, agent: Agent, config: Config): Steps {
  return counted(trace, [agent], [], isUnseen(trace, agent.span), config);
}

function isUnseen(trace: Trace, { spanId }: Span): boolean {
  return unobservedAgents(trace).spanIds.has(spanId);
}

/** Steps of several traces of one run. */
export function joinedSteps(all: readonly Steps[]): Steps {
  const known = all.every(({ steps }) => steps !== null);
  const atLeast = sum(all.map((each) => each.atLeast));
  return { steps: known ? atLeast : null, atLeast, unit: all[0]?.unit ?? 'llm_call' };
}

/** A model call that was recorded twice is one step. */
function counted(
  trace: Trace,
  ran: readonly Agent[],
  others: readonly undefined[],
  isHidden: boolean,
  { step_unit: configured }: Config,
): Steps {
  const unit = typeof configured === 'string' ? configured : 'llm_call';
  const work = ownWork(trace);
  const owners = [...ran.map(({ span }) => span), ...others];
  const models = (): number => sum(owners.map((owner) => work.modelCallsOf(owner).length));
  const tools = (): number => sum(owners.map((owner) => work.toolCallsOf(owner).length));
  const figures: Readonly<Record<string, () => number>> = {
    llm_call: models,
    tool_call: tools,
    llm_or_tool: () => models() + tools(),
    agent_turn: () => ran.length,
    assistant_message: () => sum(owners.map((owner) => messagesOf(work.modelCallsOf(owner), owner))),
  };
  const atLeast = (figures[unit] ?? models)();
  // Tools ran, so that a model was asked: its calls were left out of the recording.
  const isLost = (agent: Span): boolean => work.toolCallsOf(agent).length > 0 && work.modelCallsOf(agent).length === 0;
  const isPartial = (unit === 'llm_call' || unit === 'llm_or_tool') && ran.some(({ span }) => isLost(span));
  return { steps: isHidden || isPartial ? null : atLeast, atLeast, unit };
}

/** Messages that model calls answered with, one where an output was not recorded; else those of the agent itself. */
function messagesOf(calls: readonly ModelCall[], owner: Span | undefined): number {
  if (calls.length === 0) return assistantMessages(owner?.outputMessages);
  return sum(
    calls.map(({ span, copies }) => {
      const output = [span, ...copies].find(({ outputMessages }) => outputMessages)?.outputMessages;
      return output ? assistantMessages(output) : 1;
    }),
  );
}

function assistantMessages(messages: readonly Message[] | undefined): number {
  return (messages ?? []).filter(({ role }) => role === undefined || role === 'assistant').length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
