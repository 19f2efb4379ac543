import { isAscii, isUtf8 } from 'node:buffer';

/** How a stretch of bytes decodes: one look at a stretch spares a look at each of its lines. */
export type Encoding = 'ascii' | 'utf-8' | 'invalid';

/** The encoding of a stretch of bytes that begins and ends at character boundaries. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (isAscii(bytes)) return 'ascii';
  return isUtf8(bytes) ? 'utf-8' : 'invalid';
}

/** The text of a part of the stretch; broken bytes become U+FFFD. */
export function decodePart(buffer: Buffer, start: number, end: number, encoding: Encoding): string {
  return buffer.toString(encoding === 'ascii' ? 'latin1' : 'utf8', start, end);
}

/** The bytes without a last character that is not whole: at most three bytes less. */
export function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
