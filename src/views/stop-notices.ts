import type { Message } from '../model/message.ts';
import type { Terminal } from '../model/terminal.ts';
import { stopNotice } from '../model/terminal-words.ts';

/** Messages without those that only end a run, and what the last of these says. */
export interface Spoken {
  readonly messages: readonly Message[];
  readonly notice?: Terminal;
}

/** Takes the messages out that are a stop word or the notice of a cap, and nothing else. */
export function withoutNotices(recorded: readonly Message[]): Spoken {
  let notice: Terminal | undefined;
  const messages = recorded.filter((message) => {
    const found = stopNotice(message);
    notice = found ?? notice;
    return found === undefined;
  });
  return notice ? { messages, notice } : { messages: recorded };
}

/** How much messages say in their agent's own name: 2 with a text, 1 with other output, 0 with neither. */
export function weightOf(messages: readonly Message[]): 0 | 1 | 2 {
  let weight: 0 | 1 = 0;
  for (const { role = 'assistant', parts } of messages) {
    if (role !== 'assistant') continue;
    for (const part of parts) {
      if (part.type === 'reasoning' || part.type === 'compaction' || part.type === 'tool_call_response') continue;
      const isText = part.type === 'text' || part.type === 'refusal';
      if (isText && part.content.trim() !== '') return 2;
      if (!isText) weight = 1;
    }
  }
  return weight;
}
