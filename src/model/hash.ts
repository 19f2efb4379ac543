import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of a text (UTF-8), 64 hex digits. Pure: the same in Node, a worker and a browser. */
function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 of a value's canonical JSON, 64 hex digits. */
export function hashValue(value: unknown): string {
  return hashText(canonicalJson(value));
}

/** The first 16 hex digits of `hashValue`: short enough for ids that people type. */
export function shortHash(value: unknown): string {
  return hashValue(value).slice(0, 16);
}
