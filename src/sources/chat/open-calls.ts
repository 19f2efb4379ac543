import type { ToolCallPart } from '../../model/message.ts';

/** A tool call of a conversation, and whether a result came for it. */
export interface Call {
  readonly part: ToolCallPart;
  isAnswered: boolean;
}

/** The calls that wait for their results. A result joins the first open call of its id; without an id, of its name. */
export class OpenCalls {
  readonly #queues = new Map<string, { readonly calls: Call[]; next: number }>();

  add(call: Call): void {
    const { id, name } = call.part;
    if (id !== undefined) this.#wait(`id ${id}`, call);
    this.#wait(`name ${name}`, call);
    this.#wait('any', call);
  }

  /** The call that a result belongs to; undefined where none is open. A result that names a call of no record has none. */
  answer(id: string | undefined, name: string | undefined): Call | undefined {
    const call = this.#first(id !== undefined ? `id ${id}` : name !== undefined ? `name ${name}` : 'any');
    if (call) call.isAnswered = true;
    return call;
  }

  #wait(key: string, call: Call): void {
    const queue = this.#queues.get(key);
    if (queue) queue.calls.push(call);
    else this.#queues.set(key, { calls: [call], next: 0 });
  }

  #first(key: string): Call | undefined {
    const queue = this.#queues.get(key);
    while (queue && queue.next < queue.calls.length) {
      const call = queue.calls[queue.next++];
      if (call && !call.isAnswered) return call;
    }
    return undefined;
  }
}
