import type { Part } from '../../model/message.ts';

/** What a simulated user of tau-bench writes where the conversation is over. */
export const STOP_WORD = '###STOP###';

/** The parts without the stop word of a simulated user, and without what held nothing else; the same list without one. */
export function withoutStop(parts: readonly Part[]): readonly Part[] {
  if (!parts.some((part) => part.type === 'text' && part.content.includes(STOP_WORD))) return parts;
  return parts.flatMap((part): Part[] => {
    if (part.type !== 'text' || !part.content.includes(STOP_WORD)) return [part];
    const content = part.content.replaceAll(STOP_WORD, '').trim();
    return content === '' ? [] : [{ type: 'text', content }];
  });
}
