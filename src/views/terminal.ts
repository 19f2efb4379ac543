import type { Span } from '../model/span.ts';
import type { Terminal } from '../model/terminal.ts';
import { terminalState } from '../model/terminal-words.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { agents } from './agents.ts';
import { defineView } from './define-view.ts';
import { finalAnswer } from './final-answer.ts';
import { modelCalls } from './model-calls.ts';

/**
 * How the run ended: what the recording states; else the stop reason of the root loop's last model call; else derived
 * from a root that ended without error and whose last model call asks for no tool.
 */
export const terminal = defineView('terminal', 1, (trace: Trace): Terminal => {
  if (trace.terminal) return trace.terminal;
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
  // After a handoff the receiving agent speaks for the run.
  const last = lastCall(trace, finalAnswer(trace)?.span ?? root);
  const word = last?.finishReasons.at(-1) ?? root.finishReasons.at(-1);
  const state = word === undefined ? undefined : terminalState(word);
  const open = last !== undefined && asksForTool(last);
  // Some emitters report `stop` beside a tool call.
  if (state !== undefined && word !== undefined && !(open && state === 'completed'))
    return { state, reason: word, source: 'reported' };
  if (open) return { state: 'incomplete', source: 'derived' };
  const ended = root.endNs !== undefined || root.status === 'OK';
  return { state: ended && last?.status !== 'ERROR' ? 'completed' : 'unknown', source: 'derived' };
});

function lastCall(trace: Trace, agent: Span): Span | undefined {
  const runs = agentRuns(trace);
  let last: Span | undefined;
  for (const { span } of modelCalls(trace)) {
    if (runs.ownerOf(span) !== agent) continue;
    if (!last || span.endNs === undefined || last.endNs === undefined || span.endNs >= last.endNs) last = span;
  }
  return last;
}

function asksForTool(span: Span): boolean {
  if (span.toolCalls?.length) return true;
  return (span.outputMessages ?? []).some((message) => message.parts.some((part) => part.type === 'tool_call'));
}
