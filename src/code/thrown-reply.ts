import type { CallReply } from './line-messages.ts';

const LONGEST_MESSAGE = 1000;
const LONGEST_TRACE = 8000;

/** What a function threw, with where. */
export function thrownReply(error: unknown, type: 'threw' | 'unusable'): CallReply {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : undefined;
  return {
    type,
    message: message.slice(0, LONGEST_MESSAGE),
    ...(stack !== undefined && { traceback: stack.slice(0, LONGEST_TRACE) }),
  };
}
