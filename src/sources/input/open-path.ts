import { DEPTH_LIMIT } from './limits.ts';
import { plainKey } from './plain-key.ts';
import type { Follower } from './scan-json.ts';

/** A step from an object or a list to what stands in it. */
export type Step = string | number;

interface Level {
  readonly closing: '}' | ']';
  /** The last key that was read, as it was written. */
  key: string;
  index: number;
}

/** Follows a scan: which objects and lists are open, and where the last whole value ended. */
export class OpenPath implements Follower {
  readonly #levels: Level[] = [];
  /** Levels beyond the limit: counted, not kept. */
  #beyond = 0;
  #end = 0;
  #depth = 0;

  opened(character: '{' | '[', end: number): void {
    if (this.#levels.length > DEPTH_LIMIT) {
      this.#beyond++;
      return;
    }
    this.#levels.push({ closing: character === '{' ? '}' : ']', key: '', index: 0 });
    this.#keep(end);
  }

  closed(end: number): void {
    if (this.#beyond > 0) this.#beyond--;
    else {
      this.#levels.pop();
      this.#keep(end);
    }
  }

  key(raw: string): void {
    const level = this.#levels.at(-1);
    if (level && this.#beyond === 0) level.key = raw;
  }

  next(): void {
    const level = this.#levels.at(-1);
    if (level && this.#beyond === 0) level.index++;
  }

  value(end: number): void {
    if (this.#beyond === 0) this.#keep(end);
  }

  #keep(end: number): void {
    this.#end = end;
    this.#depth = this.#levels.length;
  }

  /** The text up to the last whole value, with what is open there closed. */
  closedText(text: string): string {
    const closing = this.#levels.slice(0, this.#depth).reverse();
    return text.slice(0, this.#end) + closing.map((level) => level.closing).join('');
  }

  /** The way to the innermost object or list that is open. All that lie on it are half-read; nothing else is. */
  path(): Step[] {
    const levels = this.#levels.slice(0, -1);
    return levels.map((level) => (level.closing === '}' ? plainKey(level.key) : level.index));
  }

  /** True when nothing but a scalar, or nothing at all, was begun. */
  get isNothing(): boolean {
    return this.#end === 0;
  }
}
