import { isObject, type Json } from '../../model/json.ts';
import type { Part } from '../../model/message.ts';
import { listAt, member, textAt } from './keys.ts';

/** The parts of a Content, or of an event that carries plain `text`. Unknown parts are kept as generic ones. */
export function partsOf(content: Json | undefined): Part[] {
  if (typeof content === 'string') return [{ type: 'text', content }];
  const parts = listAt(content, 'parts').flatMap(partOf);
  const text = parts.length === 0 ? textAt(content, 'text') : undefined;
  return text === undefined ? parts : [{ type: 'text', content: text }];
}

/** Fields of a part that say something of another field. */
const ASIDE: ReadonlySet<string> = new Set(
  `thought thought_signature thoughtSignature video_metadata videoMetadata media_resolution mediaResolution
  part_metadata partMetadata`.split(/\s+/),
);

function partOf(part: Json): Part[] {
  if (typeof part === 'string') return [{ type: 'text', content: part }];
  if (!isObject(part)) return [];
  const call = member(part, 'function_call');
  if (isObject(call)) {
    const id = textAt(call, 'id');
    const args = member(call, 'args');
    return [
      {
        type: 'tool_call',
        ...(id !== undefined && { id }),
        name: textAt(call, 'name') ?? '',
        ...(args !== undefined && { arguments: args }),
      },
    ];
  }
  const response = member(part, 'function_response');
  if (isObject(response)) return [responseOf(response)];
  const text = textAt(part, 'text');
  if (text !== undefined)
    return [member(part, 'thought') === true ? { type: 'reasoning', content: text } : { type: 'text', content: text }];
  const inline = member(part, 'inline_data');
  if (isObject(inline)) return [{ type: 'blob', ...mimeOf(inline), content: textAt(inline, 'data') ?? '' }];
  const file = member(part, 'file_data');
  if (isObject(file)) return [{ type: 'uri', uri: textAt(file, 'file_uri') ?? '', ...mimeOf(file) }];
  // Dumps write every field of a part, most of them null.
  const kind = Object.keys(part).find((key) => part[key] !== null && !ASIDE.has(key));
  return kind === undefined ? [] : [{ type: 'generic', kind, value: part[kind] ?? null }];
}

function responseOf(response: Json): Part {
  const id = textAt(response, 'id');
  const name = textAt(response, 'name');
  const value = member(response, 'response') ?? member(response, 'result') ?? member(response, 'content');
  return {
    type: 'tool_call_response',
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(value !== undefined && { response: value }),
    ...(isErrorResponse(value) && { isError: true }),
  };
}

/**
 * An answer that says itself that it is an error: `{"error": …}`, `{"status": "error", …}`, or a status of failure
 * beside an error message. A status `failed` alone may be what was asked for, such as that of a payment.
 */
function isErrorResponse(value: Json | undefined): boolean {
  if (isTelling(member(value, 'error'))) return true;
  const status = textAt(value, 'status')?.trim().toLowerCase();
  if (status === 'error') return true;
  return (status === 'failed' || status === 'failure') && isTelling(member(value, 'error_message'));
}

/** False for what stands in the place of an error where there is none. */
function isTelling(error: Json | undefined): boolean {
  if (error === undefined || error === '' || error === false || error === 0) return false;
  return typeof error !== 'object' || Object.keys(error ?? {}).length > 0;
}

/** What the SDK writes where a model gave no response at all. */
const NO_RESPONSE = 'Error: Missing response for this candidate';

/** The parts of a recorded response; none where the SDK wrote that there was none. */
export function responseParts(response: Json | undefined): Part[] {
  const parts = partsOf(response);
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' && only.content === NO_RESPONSE ? [] : parts;
}

function mimeOf(record: Json): { mimeType?: string } {
  const mimeType = textAt(record, 'mime_type');
  return mimeType === undefined ? {} : { mimeType };
}

/** The text of a tool's answer, for the issuer of an agent that ran as a tool. */
export function responseText(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value;
  for (const key of ['result', 'output', 'response', 'text']) {
    const text = textAt(value, key);
    if (text !== undefined) return text;
  }
  return JSON.stringify(value);
}
