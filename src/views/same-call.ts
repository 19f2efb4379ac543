import { canonicalJson } from '../model/canonical-json.ts';
import { type Message, type ToolCallPart, textOf } from '../model/message.ts';
import type { Span } from '../model/span.ts';
import { inputTokens } from '../model/usage.ts';
import { isOfCalls, isWhole } from './token-count.ts';

/** `differ`: both are known, and cannot be of one call. `more`: equal input, and output that goes on. */
type Likeness = 'equal' | 'more' | 'differ' | 'unknown';

/**
 * Whether two records that carry one response id can be of one call. The id alone is no proof: test servers and caches
 * answer every call with the same one. Records of one call lie at one time; what is known of both must not contradict.
 */
export function mayBeOneCall(a: Span, b: Span, inOneAgent: boolean): boolean {
  const output = likenessOfOutput(a, b);
  if (output === 'differ') return false;
  const usage = likenessOfUsage(a, b);
  const isTogether = overlap(a, b);
  if (isTogether !== true && likenessOfInput(a, b) === 'differ') return false;
  if (isTogether === false) {
    if (!inOneAgent) return false;
    return usage === 'equal' || (usage === 'unknown' && output === 'equal');
  }
  // Two recorders of one answer can count differently.
  return output === 'equal' || usage !== 'differ';
}

/** Whether two spans share time; undefined where a start or an end is missing. */
export function overlap(a: Span, b: Span): boolean | undefined {
  if (a.startNs === undefined || b.startNs === undefined || a.endNs === undefined || b.endNs === undefined)
    return undefined;
  if (a.startNs === b.startNs || a.endNs === b.endNs) return true;
  return a.startNs < b.endNs && b.startNs < a.endNs;
}

function likenessOfUsage({ usage: a }: Span, { usage: b }: Span): Likeness {
  if (!isOfCalls(a) || !isOfCalls(b) || !isWhole(a) || !isWhole(b)) return 'unknown';
  if (inputTokens(a) !== inputTokens(b)) return 'differ';
  return a.output === b.output ? 'equal' : 'more';
}

function likenessOfOutput(a: Span, b: Span): Likeness {
  const [first, second] = [textIn(a.outputMessages), textIn(b.outputMessages)];
  const [asked, askedToo] = [callsOf(a), callsOf(b)];
  if (asked.length && askedToo.length) {
    const known = new Set(askedToo.flatMap(namesOf));
    if (!asked.some((call) => namesOf(call).some((name) => known.has(name)))) return 'differ';
    return first === second ? 'equal' : 'unknown';
  }
  if (first !== '' && second !== '') {
    if (first === second) return asked.length === askedToo.length ? 'equal' : 'unknown';
    // A record can be cut, or be written while the answer is still coming.
    return first.startsWith(second) || second.startsWith(first) ? 'unknown' : 'differ';
  }
  const [isText, isTextToo] = [asked.length === 0 && first !== '', askedToo.length === 0 && second !== ''];
  const [isCalls, isCallsToo] = [first === '' && asked.length > 0, second === '' && askedToo.length > 0];
  return (isText && isCallsToo) || (isCalls && isTextToo) ? 'differ' : 'unknown';
}

function likenessOfInput({ inputMessages: a }: Span, { inputMessages: b }: Span): Likeness {
  if (!a?.length || !b?.length) return 'unknown';
  return canonicalJson(a) === canonicalJson(b) ? 'equal' : 'differ';
}

function textIn(messages: readonly Message[] | undefined): string {
  return textOf(messages ?? []).trim();
}

function callsOf({ outputMessages, toolCalls }: Span): readonly ToolCallPart[] {
  const asked = (outputMessages ?? []).flatMap(({ parts }) => parts.filter((part) => part.type === 'tool_call'));
  return asked.length ? asked : (toolCalls ?? []);
}

/** What a call can be known by: its id, and what it asks for. */
function namesOf({ id, name, arguments: args, argumentsRaw }: ToolCallPart): string[] {
  const asked = `asks ${name} ${canonicalJson(args ?? argumentsRaw ?? null)}`;
  return id === undefined ? [asked] : [`id ${id}`, asked];
}
