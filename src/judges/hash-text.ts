import { createHash } from 'node:crypto';

/** SHA-256 of a text (UTF-8), 64 hex digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The first 16 hex digits of it: short enough for ids that people compare by eye. */
export function sha256Short(text: string): string {
  return sha256(text).slice(0, 16);
}
