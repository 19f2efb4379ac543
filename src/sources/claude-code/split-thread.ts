import type { SessionRecord } from './session-record.ts';
import type { Thread } from './thread.ts';
import type { ToolCall } from './tool-calls.ts';

/** Cuts a thread; a call belongs where its first line is, whenever its result came. */
export function splitThread(thread: Thread, count: number, partOf: (record: SessionRecord) => number): Thread[] {
  const parts = Array.from({ length: count }, () => ({
    records: [] as SessionRecord[],
    calls: [] as Thread['calls'][number][],
    tools: [] as ToolCall[],
  }));
  for (const record of thread.records) parts[partOf(record)]?.records.push(record);
  for (const call of thread.calls) if (call.records[0]) parts[partOf(call.records[0])]?.calls.push(call);
  for (const tool of thread.tools) parts[partOf(tool.by)]?.tools.push(tool);
  return parts;
}
