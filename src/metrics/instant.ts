const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i;

/** Nanoseconds since the epoch of an ISO 8601 time with its offset; undefined for any other text. */
export function instantNs(text: string): bigint | undefined {
  const [, seconds, fraction = '', zone] = ISO.exec(text.trim()) ?? [];
  if (seconds === undefined || zone === undefined) return undefined;
  const ms = Date.parse(`${seconds.toUpperCase()}${zone.toUpperCase()}`);
  return Number.isFinite(ms) ? BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0')) : undefined;
}
