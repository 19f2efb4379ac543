const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

/** Nanoseconds of an ISO timestamp; one without a zone is UTC. Undefined for anything else, and before the epoch. */
export function toNanoseconds(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || value.length > 40 || !ISO.test(value)) return undefined;
  const milliseconds = Date.parse(WITH_ZONE.test(value) ? value : `${value}Z`);
  return milliseconds >= 0 ? BigInt(milliseconds) * 1_000_000n : undefined;
}

/** From the first to the last time of some records; nothing where none has a time. */
export function timeRange(records: readonly { readonly timeNs?: bigint }[]): { startNs?: bigint; endNs?: bigint } {
  let startNs: bigint | undefined;
  let endNs: bigint | undefined;
  for (const { timeNs } of records) {
    if (timeNs === undefined) continue;
    if (startNs === undefined || timeNs < startNs) startNs = timeNs;
    if (endNs === undefined || timeNs > endNs) endNs = timeNs;
  }
  return { ...(startNs !== undefined && { startNs }), ...(endNs !== undefined && { endNs }) };
}
