import type { ToolCallPart, ToolResponsePart } from '../../model/message.ts';
import type { AgentRoster } from './agent-roster.ts';
import { textAt } from './keys.ts';
import type { TurnEvent } from './turn-events.ts';
import type { Run } from './turn-runs.ts';

/** One function call of a turn, with what became of it. */
export interface Call {
  readonly part: ToolCallPart;
  readonly spanId: string;
  readonly run: Run;
  readonly event: TurnEvent;
  /** The agent that it leads to: the target of a transfer, or the agent whose name the function bears. */
  readonly target?: string;
  readonly isTransfer: boolean;
  response?: ToolResponsePart;
  answeredAt?: TurnEvent;
  /** The run that it led to. */
  led?: Run;
}

const TRANSFERS: ReadonlySet<string> = new Set(['transfer_to_agent', 'transfer_to_other_agent']);

/** The agent that a call transfers to; undefined for any other call. */
export function transferTarget({ name, arguments: args }: ToolCallPart): string | undefined {
  return TRANSFERS.has(name) ? textAt(args, 'agent_name') : undefined;
}

/** The calls of one turn: which wait for an answer, and which lead to an agent that has not spoken yet. */
export class CallBook {
  readonly calls: Call[] = [];
  readonly #roster: AgentRoster;
  readonly #authors: ReadonlySet<string>;
  readonly #open = new Map<string, { readonly calls: Call[]; next: number }>();
  readonly #leading = new Map<string, Call[]>();
  #lastTransfer: Call | undefined;

  constructor(roster: AgentRoster, authors: ReadonlySet<string>) {
    this.#roster = roster;
    this.#authors = authors;
  }

  ask(part: ToolCallPart, spanId: string, run: Run, event: TurnEvent): Call {
    const isTransfer = TRANSFERS.has(part.name);
    const isAgent = this.#roster.has(part.name) && part.name !== run.author;
    const target = isTransfer ? transferTarget(part) : isAgent ? part.name : undefined;
    const call: Call = { part, spanId, run, event, isTransfer, ...(target !== undefined && { target }) };
    this.calls.push(call);
    if (target !== undefined) push(this.#leading, target, call);
    if (isTransfer) this.#lastTransfer = call;
    this.#wait(part.id === undefined ? `unnumbered ${part.name}` : `id ${part.id}`, call);
    this.#wait(`name ${part.name}`, call);
    return call;
  }

  /** Joins an answer with its call: by id, else with the first open call of its name. False when none is open. */
  answer(response: ToolResponsePart, event: TurnEvent): boolean {
    const { id, name = '' } = response;
    const call =
      (id === undefined ? undefined : this.#firstOpen(`id ${id}`)) ??
      this.#firstOpen(`${id === undefined ? 'name' : 'unnumbered'} ${name}`);
    if (!call) return false;
    call.response = response;
    call.answeredAt = event;
    return true;
  }

  /** Keeps an answer whose call was not recorded. */
  addAnswered(call: Call): void {
    this.calls.push(call);
  }

  /**
   * The call that led to an agent who begins to speak: the latest transfer or open call of its name; else a transfer to
   * a container, such as a pipeline, that never speaks itself.
   */
  takeLeadingTo(author: string): Call | undefined {
    const named = this.#latestTo(author);
    if (named) return named;
    const transfer = this.#lastTransfer;
    if (!transfer?.target || !mayLead(transfer) || this.#authors.has(transfer.target)) return undefined;
    const isContainer = !this.#roster.has(transfer.target) || this.#roster.issuersOf(author).has(transfer.target);
    return isContainer ? transfer : undefined;
  }

  /** True when a transfer to this agent has not been carried out yet. */
  hasTransferTo(author: string): boolean {
    return this.#latestTo(author)?.isTransfer === true;
  }

  #latestTo(author: string): Call | undefined {
    const calls = this.#leading.get(author);
    while (calls?.length) {
      const call = calls.at(-1);
      if (call && mayLead(call)) return call;
      calls.pop();
    }
    return undefined;
  }

  #wait(key: string, call: Call): void {
    const queue = this.#open.get(key);
    if (queue) queue.calls.push(call);
    else this.#open.set(key, { calls: [call], next: 0 });
  }

  #firstOpen(key: string): Call | undefined {
    const queue = this.#open.get(key);
    while (queue && queue.next < queue.calls.length) {
      const call = queue.calls[queue.next++];
      if (call && !call.response) return call;
    }
    return undefined;
  }
}

/** A refused transfer leads nowhere; an agent that ran as a tool has done its work once the tool has answered. */
function mayLead({ isTransfer, response, led }: Call): boolean {
  return !led && (isTransfer ? !response?.isError : !response);
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
