import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The 32-bit seed that belongs to a text: the first four bytes of its SHA-256, as a number with the highest first. */
export function seedFromText(text: string): number {
  return sha256(utf8ToBytes(text))
    .subarray(0, 4)
    .reduce((seed, byte) => seed * 256 + byte, 0);
}
