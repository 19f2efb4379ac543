import type { Launch } from './launches.ts';
import type { AgentRecords } from './speakers.ts';
import type { Thread } from './thread.ts';
import type { ToolCall } from './tool-calls.ts';
import type { Turn } from './turns.ts';

/** One run of one speaker in one trace: it becomes an AGENT span, or a CHAIN span for a side call of the program. */
export interface Run {
  readonly sessionId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly thread: Thread;
  readonly turn?: Turn;
  readonly agent?: AgentRecords;
  readonly launch?: Launch;
}

/** The runs of a family and how they came about. */
export interface Runs {
  readonly runs: readonly Run[];
  readonly launches: ReadonlyMap<ToolCall, Launch>;
  /** The agents that launches started, also where a run of it is nowhere. */
  readonly agents: ReadonlyMap<Launch, AgentRecords>;
  readonly runOf: ReadonlyMap<Launch, Run>;
}
