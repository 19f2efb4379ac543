import type { At, Problem } from '../../problems/problem.ts';
import { problem } from '../../problems/problem.ts';
import { field, isObject, type Json, toNumber } from '../json.ts';

/** Reads the fields of one record; what does not fit is reported and left unknown. */
export class FieldReader {
  readonly #record: Json;
  readonly #at: At;
  readonly #report: (problem: Problem) => void;
  readonly #path: string;

  constructor(record: Json, at: At, report: (problem: Problem) => void, path = '') {
    this.#record = record;
    this.#at = at;
    this.#report = report;
    this.#path = path;
  }

  /** A reader of the object at `key`, or undefined. Keys that are none of `known` are reported. */
  inside(key: string, known: ReadonlySet<string>): FieldReader | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (!isObject(value)) return this.#bad(key, value, 'an object');
    return new FieldReader(value, this.#at, this.#report, `${this.#path}${key}.`).#only(known);
  }

  /** Readers of the objects of the list at `key`. Keys that are none of `known` are reported; without it, by the caller. */
  each(key: string, known?: ReadonlySet<string>): FieldReader[] | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return this.#bad(key, value, 'a list');
    return value.flatMap((item: Json, index) => {
      if (isObject(item)) {
        const reader = new FieldReader(item, this.#at, this.#report, `${this.#path}${key}.${index}.`);
        return [known ? reader.#only(known) : reader];
      }
      this.#bad(`${key}.${index}`, item, 'an object');
      return [];
    });
  }

  /** The value at `key`; null is absent. */
  raw(key: string): Json | undefined {
    const value = field(this.#record, key);
    return value === null ? undefined : value;
  }

  text(key: string): string | undefined {
    const value = this.raw(key);
    if (value === undefined || typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return this.#bad(key, value, 'a text');
  }

  texts(key: string): string[] | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return [...value];
    return this.#bad(key, value, 'a list of texts');
  }

  /** A number of 0 or more. */
  count(key: string): number | undefined {
    const value = this.raw(key);
    const number = toNumber(value);
    if (value === undefined || (number !== undefined && number >= 0)) return number;
    return this.#bad(key, value, 'a number of 0 or more');
  }

  flag(key: string): boolean | undefined {
    const value = this.raw(key);
    return value === undefined || typeof value === 'boolean' ? value : this.#bad(key, value, 'true or false');
  }

  /** Nanoseconds since the epoch, as decimal digits. */
  nanoseconds(key: string): bigint | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (typeof value === 'string' && /^\d{1,22}$/.test(value)) return BigInt(value);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
    return this.#bad(key, value, 'nanoseconds since the epoch as decimal digits');
  }

  choice<T extends string>(key: string, choices: readonly T[]): T | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    return choices.find((choice) => choice === value) ?? this.#bad(key, value, `one of ${choices.join(', ')}`);
  }

  /** The record itself. */
  whole(): Json {
    return this.#record;
  }

  /** Keys that are none of `known`. */
  unknownKeys(known: ReadonlySet<string>): string[] {
    return isObject(this.#record) ? Object.keys(this.#record).filter((key) => !known.has(key)) : [];
  }

  /** Reports each key that is none of `known`: it is left out. */
  reportUnknown(known: ReadonlySet<string>): void {
    for (const key of this.unknownKeys(known))
      this.#report(problem('SOURCE_IGNORED_KEY', { key: `${this.#path}${key}` }, this.#at));
  }

  #only(known: ReadonlySet<string>): this {
    this.reportUnknown(known);
    return this;
  }

  #bad(key: string, value: Json | undefined, expected: string): undefined {
    const shown = JSON.stringify(value ?? null).slice(0, 80);
    this.#report(problem('SOURCE_BAD_VALUE', { what: `${this.#path}${key}`, value: shown, expected }, this.#at));
    return undefined;
  }
}
