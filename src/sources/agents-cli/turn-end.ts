import type { Message, Part } from '../../model/message.ts';
import type { Terminal } from '../../model/terminal.ts';
import { isStep, issuerOf, type Run, type TurnRuns } from './turn-runs.ts';

const HUMANS: ReadonlySet<string> = new Set([
  'transfer_to_human_agents',
  'transfer_to_human_agent',
  'transfer_to_human',
  'escalate_to_human',
  'handoff_to_human',
  'request_human',
]);

/**
 * How a turn ended: by the stop word of its user, else derived, as the format records no reason. Undefined where nothing
 * tells.
 */
export function turnTerminal(
  { models, calls }: TurnRuns,
  { hasAnswer, closing }: { hasAnswer: boolean; closing: Terminal | undefined },
): Terminal | undefined {
  const human = calls.find(({ part, response }) => HUMANS.has(part.name) && response && !response.isError);
  if (human) return { state: 'escalated', reason: human.part.name, by: 'agent', source: 'derived' };
  if (closing) return closing;
  const last = models.at(-1);
  // An empty response may be a failed call as well.
  if (!last?.parts.length) return undefined;
  const asked = calls.filter((call) => call.event === last.event);
  if (asked.some((call) => !call.response && !call.led)) return { state: 'incomplete', source: 'derived' };
  // A tool answered and no model spoke after it.
  if (asked.length > 0 && !hasAnswer) return undefined;
  return { state: 'completed', source: 'derived' };
}

/**
 * The final response of a case, where no event carries its text: then it is the output of the agent in charge at the
 * end. Undefined where the last event has a text, or an event has this one.
 */
export function answerBeyondEvents({ models }: TurnRuns, answer: Message | undefined): Message | undefined {
  const text = answer && textIn(answer.parts);
  if (!answer || !text) return undefined;
  const last = models.at(-1);
  if (last && textIn(last.parts) !== '') return undefined;
  return models.some(({ parts }) => textIn(parts) === text) ? undefined : answer;
}

/** The run that speaks for a turn at its end: the root, or the last agent that the conversation moved on to. */
export function answeringRun({ runs }: TurnRuns): Run | undefined {
  const inside = new Set<Run>();
  let last: Run | undefined;
  for (const run of runs) {
    const issuer = issuerOf(run);
    if (run.ledBy?.isTransfer === false || isStep(run) || (issuer && inside.has(issuer))) inside.add(run);
    else last = run;
  }
  return last;
}

function textIn(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.content] : []))
    .join('')
    .trim();
}
