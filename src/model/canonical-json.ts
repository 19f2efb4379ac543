/**
 * JSON with sorted keys and no spaces: equal values give equal text, whatever order they were built in.
 * Absent (undefined) members are left out; bigint is written as a decimal string; a Map is written as an object.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
  const members = entries
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
