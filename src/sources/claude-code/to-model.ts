import type { ModelRecord } from '../../model/trace.ts';
import { problem } from '../../problems/problem.ts';
import { RECORDING_CUT } from '../input/loss.ts';
import { notTheLastWord, withheld } from '../input/withhold.ts';
import { AgentNames } from './agent-names.ts';
import { agentSpan } from './agent-span.ts';
import type { CopiedHistory } from './copies.ts';
import { delegationsOf, orphanDelegation } from './delegation-records.ts';
import type { Family } from './families.ts';
import { tracesWithLoss } from './lost-records.ts';
import { backgroundEnds } from './notifications.ts';
import type { FamilyRecords } from './read-family.ts';
import { buildRuns } from './runs.ts';
import type { Report } from './session-record.ts';
import { readSpeakers } from './speakers.ts';
import { modelSpan, toolSpan } from './step-spans.ts';
import { turnTerminal } from './turn-terminal.ts';

/** Translates the files of one family. */
export function* familyRecords(
  family: Family,
  facts: FamilyRecords,
  history: CopiedHistory,
  report: Report,
): Generator<ModelRecord> {
  const speakers = readSpeakers(family, facts, history);
  const built = buildRuns(family, speakers, facts, report);
  const names = new AgentNames(facts);
  const ends = backgroundEnds([...speakers.main.values(), ...speakers.agents.map(({ records }) => records)].flat());
  const closed = new Map<string, number>();
  const orphans = built.runs.filter((run) => !run.turn && run.parentId === undefined);
  const ownFile = facts.files.find(({ agentId }) => agentId !== undefined);
  if (orphans.length > 0 && speakers.main.size === 0 && ownFile)
    report(problem('SOURCE_MISSING_FILE', { what: `${family.sessionId}.jsonl` }, { file: ownFile.path }));
  const cut = tracesWithLoss(built.runs, facts.files, ends);
  for (const run of built.runs) {
    const { traceId, sessionId } = run;
    const isCut = cut.has(traceId);
    const before = closed.get(sessionId) ?? 0;
    if (run.thread.records.some((record) => record.type === 'result')) closed.set(sessionId, before + 1);
    const agent = agentSpan(run, names, before, ends);
    yield { type: 'span', span: isCut ? withheld(agent) : agent };
    for (const call of run.thread.calls) {
      const span = modelSpan(call, run);
      yield { type: 'span', span: isCut && call === run.thread.calls.at(-1) ? notTheLastWord(span) : span };
    }
    for (const call of run.thread.tools) yield { type: 'span', span: toolSpan(call, run) };
    for (const delegation of delegationsOf(run, built, ends, names, isCut, report))
      yield { type: 'delegation', delegation };
    if (run.turn)
      yield { type: 'trace', traceId, sessionId, terminal: isCut ? RECORDING_CUT : turnTerminal(run.thread) };
  }
  for (const run of orphans) {
    const { traceId, sessionId } = run;
    yield { type: 'trace', traceId, sessionId, ...(cut.has(traceId) && { terminal: RECORDING_CUT }) };
    if (!run.agent?.isInternal) yield { type: 'delegation', delegation: orphanDelegation(run, names) };
  }
}
