import type { Span } from '../model/span.ts';
import type { Terminal } from '../model/terminal.ts';
import { reportedEnd, terminalState } from '../model/terminal-words.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { agents } from './agents.ts';
import { defineView } from './define-view.ts';
import { finalAnswer, lastSpeaker } from './final-answer.ts';
import { type ModelCall, modelCalls } from './model-calls.ts';
import { plainName } from './plain-name.ts';
import { type ToolCall, toolCalls } from './tool-calls.ts';

/**
 * How the run ended: what the recording states; else a stop word or the notice of a cap that was its last message; else
 * the stop reason of the root loop's last model call; else derived from a root that ended without error and whose last
 * model call asks for no tool.
 */
export const terminal = defineView('terminal', 3, (trace: Trace): Terminal => {
  const notice = lastSpeaker(trace)?.stopNotice;
  const stated = trace.terminal;
  if (stated) return notice && stated.source === 'derived' && stated.state === 'completed' ? notice : stated;
  const root = agents(trace).find((agent) => agent.role === 'root')?.span;
  if (!root) return { state: 'unknown', source: 'derived' };
  if (root.status === 'ERROR') {
    const reported = root.statusMessage === undefined ? undefined : terminalState(root.statusMessage);
    return {
      state: reported ?? 'error',
      ...(root.statusMessage !== undefined && { reason: root.statusMessage }),
      source: 'reported',
    };
  }
  if (notice) return notice;
  // After a handoff the receiving agent speaks for the run.
  const last = lastCall(trace, finalAnswer(trace)?.span ?? root);
  const asked = askedBy(trace, last);
  const submitted = asked.find((call) => SUBMISSIONS.has(plainName(call.name)));
  if (submitted) return { state: 'completed', reason: submitted.name, by: 'agent', source: 'derived' };
  const person = asked.find((call) => TO_A_PERSON.test(call.name) && call.executedBy && !call.isError);
  if (person) return { state: 'escalated', reason: person.name, by: 'agent', source: 'derived' };
  const word = last?.span.finishReasons.at(-1) ?? root.finishReasons.at(-1);
  const reported = word === undefined ? undefined : reportedEnd(word);
  const isOpen = asked.length > 0;
  // Some emitters report `stop` beside a tool call.
  if (reported && !(isOpen && reported.state === 'completed')) return reported;
  if (isOpen) return { state: 'incomplete', source: 'derived' };
  const ended = root.endNs !== undefined || root.status === 'OK';
  return { state: ended && last?.span.status !== 'ERROR' ? 'completed' : 'unknown', source: 'derived' };
});

/** Calls by which an agent hands in its answer, as plain names. */
const SUBMISSIONS: ReadonlySet<string> = new Set([
  'marktaskcomplete',
  'taskcomplete',
  'submit',
  'finish',
  'finalanswer',
]);
const TO_A_PERSON = /^(?:transfer|handoff|escalate)_to_(?:a_)?(?:human|support|operator|representative|person)/i;

function lastCall(trace: Trace, agent: Span): ModelCall | undefined {
  const runs = agentRuns(trace);
  const own = modelCalls(trace).filter(({ span }) => runs.ownerOf(span) === agent);
  let last = own.at(-1);
  if (own.some(({ span }) => span.endNs === undefined)) return last;
  for (const call of own.toReversed()) if ((call.span.endNs ?? 0n) > (last?.span.endNs ?? 0n)) last = call;
  return last;
}

/** The tool calls that a model call asks for, by any of its records. */
function askedBy(trace: Trace, call: ModelCall | undefined): ToolCall[] {
  if (!call) return [];
  const records = new Set<Span>([call.span, ...call.copies]);
  return toolCalls(trace).filter((each) => each.requestedBy && records.has(each.requestedBy));
}
