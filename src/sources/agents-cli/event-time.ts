import type { Json } from '../../model/json.ts';

const RFC3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/i;

/** RFC 3339 to nanoseconds since the epoch; undefined when it is no time, or before the epoch. */
export function eventTime(value: Json | undefined): bigint | undefined {
  const match = typeof value === 'string' ? RFC3339.exec(value) : undefined;
  if (!match) return undefined;
  const [, seconds, fraction = '', zone] = match;
  const ms = Date.parse(`${seconds}${zone}`);
  return ms >= 0 ? BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0')) : undefined;
}
