import { compareText } from '../../model/canonical-order.ts';
import type { Family } from './families.ts';
import { type Launch, linkLaunches, toLaunch } from './launches.ts';
import { Placement } from './placement.ts';
import type { FamilyRecords } from './read-family.ts';
import type { Run, Runs } from './run.ts';
import { isSpoken, type Report, type SessionRecord } from './session-record.ts';
import type { Speakers } from './speakers.ts';
import { splitThread } from './split-thread.ts';
import { readThread } from './thread.ts';
import type { ToolCall } from './tool-calls.ts';
import { cutTurns } from './turns.ts';

/** Places every speaker of a family in a trace: agents under the calls that started them. */
export function buildRuns(family: Family, speakers: Speakers, facts: FamilyRecords, report: Report): Runs {
  const threads = new Map(speakers.agents.map((agent) => [agent, readThread(agent.records, report)]));
  const mains = [...speakers.main].flatMap(([id, records]) => mainRuns(id, records, speakers.isRenamed, report));
  const launches = new Map<ToolCall, Launch>();
  for (const { tools } of [...mains.map(({ thread }) => thread), ...threads.values()]) {
    for (const call of tools) {
      const launch = toLaunch(call, facts.progress);
      if (launch) launches.set(call, launch);
    }
  }
  const ordered = [...launches.values()].sort(byTime);
  const agents = linkLaunches(ordered, speakers.agents);
  const placement = new Placement(family, threads, launches, agents, ordered);
  placement.follow(mains);
  placement.placeRest(speakers.agents, mains);
  return { runs: placement.runs, launches, agents, runOf: placement.runOf };
}

function byTime(a: Launch, b: Launch): number {
  const [first, second] = [a.call.by.timeNs ?? 0n, b.call.by.timeNs ?? 0n];
  return first === second ? compareText(a.call.spanId, b.call.spanId) : first < second ? -1 : 1;
}

function mainRuns(sessionId: string, records: readonly SessionRecord[], isRenamed: boolean, report: Report): Run[] {
  const turns = cutTurns(sessionId, records);
  const turnOf = new Map<SessionRecord, number>();
  for (const [index, turn] of turns.entries()) for (const record of turn.records) turnOf.set(record, index);
  const threads = splitThread(readThread(records, report), turns.length, (record) => turnOf.get(record) ?? 0);
  return turns.flatMap((turn, index): Run[] => {
    const thread = threads[index];
    if (!thread || !turn.records.some(isSpoken)) return [];
    const isEmpty = thread.calls.length === 0 && thread.tools.length === 0;
    if (isEmpty && isRenamed && index < turns.length - 1) return [];
    return [{ sessionId, traceId: turn.traceId, spanId: 'agent-main', thread, turn }];
  });
}
