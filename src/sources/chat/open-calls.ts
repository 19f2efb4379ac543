import type { ToolCallPart } from '../../model/message.ts';

/** A tool call of a conversation, and whether a result came for it. */
export interface Call {
  readonly part: ToolCallPart;
  isAnswered: boolean;
}

/**
 * The calls that wait for their results. A result joins the first open call of its id; without an id, the first one of
 * its name, those of the latest message before all others; without either, the first one of the latest message.
 */
export class OpenCalls {
  readonly #queues = new Map<string, { readonly calls: Call[]; next: number }>();
  #turn = 0;

  /** Adds the calls of one message. */
  add(calls: readonly Call[]): void {
    this.#turn++;
    for (const call of calls) {
      const { id, name } = call.part;
      if (id !== undefined) this.#wait(`id ${id}`, call);
      for (const key of [`name ${name}`, `${this.#turn} name ${name}`, `${this.#turn}`]) this.#wait(key, call);
    }
  }

  /** The call that a result belongs to; undefined where none is open. A result with an id joins no other call. */
  answer(id: string | undefined, name: string | undefined): Call | undefined {
    const keys =
      id !== undefined
        ? [`id ${id}`]
        : name !== undefined
          ? [`${this.#turn} name ${name}`, `name ${name}`]
          : [`${this.#turn}`];
    for (const key of keys) {
      const call = this.#firstOpen(key);
      if (!call) continue;
      call.isAnswered = true;
      return call;
    }
    return undefined;
  }

  #wait(key: string, call: Call): void {
    const queue = this.#queues.get(key);
    if (queue) queue.calls.push(call);
    else this.#queues.set(key, { calls: [call], next: 0 });
  }

  #firstOpen(key: string): Call | undefined {
    const queue = this.#queues.get(key);
    while (queue && queue.next < queue.calls.length) {
      const call = queue.calls[queue.next++];
      if (call && !call.isAnswered) return call;
    }
    return undefined;
  }
}
