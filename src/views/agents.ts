import type { Message } from '../model/message.ts';
import type { OutputSource, Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';

/** One run of one agent in a trace, after wrapper spans were set aside. */
export interface Agent {
  readonly span: Span;
  /** The best name recorded: agent name, else id, else the span's name. */
  readonly name: string;
  readonly role: 'root' | 'delegated';
  /** Delegations from the root agent down to this one; the root has 0. */
  readonly depth: number;
  /** The agent that issued it: source of its delegation edge, else its nearest AGENT ancestor. */
  readonly issuer?: Agent;
  readonly issuerBasis?: 'reported' | 'inferred' | 'structure';
  /** Undefined: no output was found anywhere. `[]`: recorded, and empty. */
  readonly output: readonly Message[] | undefined;
  readonly outputSource: OutputSource;
  /** The span that the output was taken from, when it is not the agent's own. */
  readonly outputSpan?: Span;
  readonly input: readonly Message[] | undefined;
  /** False when nothing of this trace's content was recorded, or its recorder says so. */
  readonly contentCaptured: boolean;
}

/** The agents of a trace in canonical order. */
export const agents = defineView('agents', 1, (_trace: Trace): readonly Agent[] => []);
