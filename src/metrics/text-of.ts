import type { Message } from '../model/message.ts';

/** The text of messages of any role, one line each message. */
export function textOf(messages: readonly Message[] | undefined): string {
  return (messages ?? [])
    .map(({ parts }) =>
      parts.flatMap((part) => (part.type === 'text' || part.type === 'refusal' ? part.content : [])).join(''),
    )
    .filter((text) => text !== '')
    .join('\n');
}
