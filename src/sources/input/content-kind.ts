/** What the first bytes say about a content. `binary` carries the words for the user. */
export type ContentKind =
  | { readonly kind: 'utf-8'; readonly skip: number }
  | { readonly kind: 'utf-16le'; readonly skip: number }
  | { readonly kind: 'utf-16be'; readonly skip: number }
  | { readonly kind: 'gzip' }
  | { readonly kind: 'binary'; readonly reason: string };

const MAGIC: readonly (readonly [offset: number, bytes: string, reason: string])[] = [
  [0, 'PK\x03\x04', 'it looks like a zip archive'],
  [0, 'PK\x05\x06', 'it looks like an empty zip archive'],
  [0, '\x28\xb5\x2f\xfd', 'it looks like zstd-compressed data'],
  [0, 'BZh', 'it looks like bzip2-compressed data'],
  [0, '\xfd7zXZ\x00', 'it looks like xz-compressed data'],
  [0, '\x04\x22\x4d\x18', 'it looks like lz4-compressed data'],
  [0, '7z\xbc\xaf\x27\x1c', 'it looks like a 7z archive'],
  [257, 'ustar', 'it looks like a tar archive'],
  [0, 'PAR1', 'it looks like a Parquet file'],
  [0, 'ARROW1', 'it looks like an Arrow file'],
  [0, 'Obj\x01', 'it looks like an Avro file'],
  [0, 'SQLite format 3\x00', 'it looks like a SQLite database'],
  [8, 'DUCK', 'it looks like a DuckDB database'],
  [0, '\x89PNG', 'it looks like a PNG image'],
  [0, '\xff\xd8\xff', 'it looks like a JPEG image'],
  [0, 'GIF8', 'it looks like a GIF image'],
  [0, '%PDF-', 'it looks like a PDF document'],
  [0, '\x7fELF', 'it looks like a program'],
  [0, '\x80\x02', 'it looks like a Python pickle'],
  [0, '\x80\x03', 'it looks like a Python pickle'],
  [0, '\x80\x04', 'it looks like a Python pickle'],
  [0, '\x80\x05', 'it looks like a Python pickle'],
  [0, '\xff\xfe\x00\x00', 'it is UTF-32 text; export it as UTF-8'],
  [0, '\x00\x00\xfe\xff', 'it is UTF-32 text; export it as UTF-8'],
];

const LOOKED_AT = 4096;

function startsJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  return first === 0x7b || first === 0x5b;
}

/** A control character that text does not hold: all but tab, line ends, form feed, escape and the record separator. */
function isOdd(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b && byte !== 0x1e);
}

/** Text in two-byte units without a byte order mark: JSON begins with two ASCII characters. */
function utf16Without(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = bytes;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  if (a !== 0 && b === 0 && c !== 0 && d === 0 && startsJson(bytes.subarray(0, 1))) return 'utf-16le';
  if (a === 0 && b !== 0 && c === 0 && d !== 0 && startsJson(bytes.subarray(1, 2))) return 'utf-16be';
  return undefined;
}

/**
 * Tells text from gzip and from other binary content by the first bytes. Text that begins like JSON stays text even
 * with NUL bytes further on: a crash leaves such tails, and the lines before them are good.
 */
export function contentKind(bytes: Uint8Array): ContentKind {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { kind: 'gzip' };
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, LOOKED_AT)).toString('latin1');
  for (const [offset, magic, reason] of MAGIC) if (head.startsWith(magic, offset)) return { kind: 'binary', reason };
  if (head.startsWith('\xef\xbb\xbf')) return { kind: 'utf-8', skip: 3 };
  if (head.startsWith('\xff\xfe')) return { kind: 'utf-16le', skip: 2 };
  if (head.startsWith('\xfe\xff')) return { kind: 'utf-16be', skip: 2 };
  const wide = utf16Without(bytes);
  if (wide) return { kind: wide, skip: 0 };
  if (!startsJson(bytes.subarray(0, LOOKED_AT)) && bytes.subarray(0, LOOKED_AT).some(isOdd))
    return { kind: 'binary', reason: 'it holds control bytes that no text has' };
  return { kind: 'utf-8', skip: 0 };
}
