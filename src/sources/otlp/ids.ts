const HEX = /^[0-9a-f]+$/i;
const ZEROS = /^0+$/;

/**
 * A trace or span id as text. Hex of the usual length is lower-cased, base64 of 16 or 8 bytes becomes hex, anything
 * else (words, numbers) stays as it is. Undefined when there is none.
 */
export function toId(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '') return undefined;
  const bare = /^0x[0-9a-f]+$/i.test(text) ? text.slice(2) : text;
  if (HEX.test(bare) && (bare.length === 16 || bare.length === 32)) return bare.toLowerCase();
  return fromBase64(text) ?? text;
}

/** The id of a parent: zeros, which exporters write for none, are none. */
export function toParentId(value: unknown): string | undefined {
  const id = toId(value);
  return id === undefined || ZEROS.test(id) ? undefined : id;
}

function fromBase64(text: string): string | undefined {
  const isTrace = text.length === 24 && text.endsWith('==');
  const isSpan = text.length === 12 && text.endsWith('=') && !text.endsWith('==');
  if (!isTrace && !isSpan) return undefined;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    let hex = '';
    for (let i = 0; i < bytes.length; i++) hex += bytes.charCodeAt(i).toString(16).padStart(2, '0');
    return hex;
  } catch {
    return undefined;
  }
}
