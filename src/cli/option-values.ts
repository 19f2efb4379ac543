import { InvalidArgumentError } from 'commander';

/** Collects a repeatable option. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Collects names that are separated by commas; none at all is a usage error. */
export function list(value: string, before: readonly string[] = []): readonly string[] {
  const names = value.split(',').flatMap((item) => item.trim() || []);
  if (names.length === 0) throw new InvalidArgumentError('It names nothing.');
  return [...before, ...names];
}

/** A whole number of 0 or more, or a usage error. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It is no whole number of 0 or more.');
  return Number(value);
}
