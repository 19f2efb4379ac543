import { type Json, parseJson } from '../../model/json.ts';
import type { Span } from '../../model/span.ts';
import { isTruncated } from '../../model/truncated.ts';
import type { ToolCall } from '../../views/tool-calls.ts';
import { hasDuplicateKeys } from './duplicate-keys.ts';

/** The arguments of a call as a value, or why there is none. */
export type CallArguments =
  | { readonly value: Json; readonly hasDuplicates?: true }
  /** The model wrote something that is no JSON. */
  | 'arguments_not_json'
  /** The recorder cut them off. */
  | 'arguments_truncated'
  | 'arguments_not_recorded';

const HIDDEN = /^\s*(?:__REDACTED__|\[?(?:redacted|filtered|hidden|omitted)\]?|<redacted>|\*{3,})\s*$/i;
const CUT_MARK = /(?:\.{3}|…|\[?truncated\]?|<truncated>)\s*$/i;

/**
 * Reads the arguments of a call. None at all are an empty object where a model asked, since that is how formats write
 * it; where only the execution was recorded they may have been left out.
 */
export function callArguments(call: ToolCall, isCaptured: boolean): CallArguments {
  const { arguments: args, argumentsRaw: raw } = call;
  if (typeof args === 'string') return fromText(args, call);
  if (args !== undefined && args !== null) return { value: args };
  if (raw !== undefined) return fromText(raw, call);
  const spans = [call.requestedBy, call.executedBy];
  const isHidden = !isCaptured || spans.some((span) => span?.contentCaptured === false);
  return isHidden || !call.requestedBy ? 'arguments_not_recorded' : { value: {} };
}

function fromText(text: string, call: ToolCall): CallArguments {
  if (text.trim() === '') return { value: {} };
  if (HIDDEN.test(text)) return 'arguments_not_recorded';
  const value = parseJson(text);
  if (value !== undefined) return { value, ...(hasDuplicateKeys(text) && { hasDuplicates: true as const }) };
  return wasCut(text, call) ? 'arguments_truncated' : 'arguments_not_json';
}

/** A text that ends in the middle, where the recorder cuts, or where the call was carried out all the same. */
function wasCut(text: string, { requestedBy, executedBy, isError }: ToolCall): boolean {
  if (CUT_MARK.test(text)) return true;
  if (!endsInside(text)) return false;
  const isCutSpan = (span: Span | undefined): boolean => span !== undefined && isTruncated(span.attributes);
  if (isCutSpan(requestedBy) || isCutSpan(executedBy)) return true;
  return executedBy !== undefined && !isError && executedBy.endNs !== undefined;
}

/** True where brackets or a text are still open at the end, and none was closed that was not open. */
function endsInside(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inText) {
      if (char === '\\') at++;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth < 0) return false;
  }
  return inText || depth > 0;
}
