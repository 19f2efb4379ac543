import { field } from '../../model/json.ts';

/** The unit of a number: `ns` or `us` where the field states it, `guess` where only its size tells. */
export type TimeUnit = 'ns' | 'us' | 'guess';

const DIGITS = /^\d{1,30}$/;
const DECIMAL = /^(\d{1,30})\.(\d{1,30})$/;
const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,](\d+))?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** The last moment of ECMAScript's calendar, in the year 275760: 22 digits. */
const LAST_DATE = 8_640_000_000_000_000n * 1_000_000n;

/**
 * Nanoseconds since the epoch, from an integer (as number or text), decimal seconds, [seconds, nanoseconds],
 * {seconds, nanos} or an ISO date; a date without a zone is UTC. Zero means that no time was set. `null`: not a time.
 */
export function toNs(value: unknown, unit: TimeUnit): bigint | undefined | null {
  const ns = readNs(value, unit);
  return typeof ns !== 'bigint' || isDate(ns) ? ns : null;
}

/** True for nanoseconds that name a date: none before the epoch, none beyond the last that calendars know. */
export function isDate(ns: bigint): boolean {
  return ns >= 0n && ns <= LAST_DATE;
}

function readNs(value: unknown, unit: TimeUnit): bigint | undefined | null {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return fromNumber(value, unit);
  if (typeof value === 'string') return fromText(value.trim(), unit);
  const pair = Array.isArray(value) ? value : [field(value, 'seconds'), field(value, 'nanos') ?? 0];
  if (pair.length !== 2) return null;
  const [seconds, nanos] = pair.map(toInteger);
  return seconds === undefined || nanos === undefined ? null : seconds * 1_000_000_000n + nanos;
}

function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return BigInt(value);
  return typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : undefined;
}

function fromNumber(value: number, unit: TimeUnit): bigint | undefined | null {
  if (!Number.isFinite(value) || value < 0) return null;
  if (value === 0) return undefined;
  if (Number.isInteger(value)) return scale(BigInt(value), unit);
  return fromText(value.toFixed(6), unit);
}

function fromText(text: string, unit: TimeUnit): bigint | undefined | null {
  if (DIGITS.test(text)) return BigInt(text) === 0n ? undefined : scale(BigInt(text), unit);
  const decimal = DECIMAL.exec(text);
  if (decimal) return fromDecimal(decimal[1] ?? '', decimal[2] ?? '', unit);
  const iso = ISO.exec(text);
  if (!iso) return null;
  const zone = iso[4]?.toUpperCase() ?? 'Z';
  const ms = Date.parse(`${iso[1]}T${iso[2]}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`);
  if (Number.isNaN(ms) || ms < 0) return null;
  return BigInt(ms) * 1_000_000n + BigInt((iso[3] ?? '').slice(0, 9).padEnd(9, '0'));
}

function fromDecimal(whole: string, fraction: string, unit: TimeUnit): bigint {
  const factor = factorOf(BigInt(whole), unit);
  const digits = fraction.slice(0, 9).padEnd(9, '0');
  return BigInt(whole) * factor + (BigInt(digits) * factor) / 1_000_000_000n;
}

function scale(value: bigint, unit: TimeUnit): bigint {
  return value * factorOf(value, unit);
}

/** Dates after 1973: the four units do not overlap. */
function factorOf(value: bigint, unit: TimeUnit): bigint {
  if (unit === 'ns') return 1n;
  if (unit === 'us') return 1_000n;
  if (value >= 10n ** 17n) return 1n;
  if (value >= 10n ** 14n) return 1_000n;
  return value >= 10n ** 11n ? 1_000_000n : 1_000_000_000n;
}
