/** An answer of which nothing is known but that it is an object with a status. */
interface Answer {
  readonly status: unknown;
  readonly score?: unknown;
  readonly reason?: unknown;
  readonly bounds?: unknown;
  readonly because?: unknown;
  readonly evidence?: unknown;
  readonly details?: unknown;
}

const STATUSES = new Set(['scored', 'not_applicable', 'unresolved', 'error']);
const DEPTH = 64;

/**
 * What is wrong with the answer of a metric, as the end of a sentence; undefined for a sound one. A metric of a user's
 * can answer anything: what is written has to be an outcome all the same.
 */
export function scoringFault(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('status' in answer) || !STATUSES.has(String(answer.status)))
    return `answered ${nameOf(answer)}, which is no outcome`;
  const { because, evidence, details }: Answer = answer;
  if (typeof because !== 'string' || !Array.isArray(evidence)) return 'answered without its grounds';
  if (typeof details !== 'object' || details === null) return 'answered without details';
  return verdictFault(answer) ?? figureFault(details, 'details', 0);
}

function verdictFault({ status, score, reason, bounds }: Answer): string | undefined {
  if (status !== 'scored') {
    if (score !== null) return `gave a score to what is ${String(status).replace('_', ' ')}`;
    if (typeof reason !== 'string') return `answered ${String(status)} without a reason`;
    return status === 'unresolved' ? boundsFault(bounds, undefined) : undefined;
  }
  if (typeof score !== 'number' || !Number.isFinite(score)) return `answered ${nameOf(score)}, which is no number`;
  return bounds === undefined ? undefined : boundsFault(bounds, score);
}

function boundsFault(bounds: unknown, score: number | undefined): string | undefined {
  if (!Array.isArray(bounds) || bounds.length !== 2) return 'answered without bounds';
  if (!bounds.every((end) => end === null || (typeof end === 'number' && Number.isFinite(end))))
    return `gave the bounds ${bounds.map(String).join(' and ')}`;
  const [low, high] = [bounds[0] ?? Number.NEGATIVE_INFINITY, bounds[1] ?? Number.POSITIVE_INFINITY];
  if (low > high) return `gave the bounds ${low} and ${high}`;
  const isOutside = score !== undefined && (score < low || score > high);
  return isOutside ? `answered ${score}, outside of its own bounds` : undefined;
}

/** The first value that JSON cannot hold as it is. */
function figureFault(value: unknown, path: string, depth: number): string | undefined {
  if (depth > DEPTH) return `nests its details more than ${DEPTH} levels deep`;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `gave ${value} in ${path}`;
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return `gave a ${typeof value} in ${path}`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const fault = figureFault(member, `${path}.${key}`, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nameOf(value: unknown): string {
  if (value instanceof Promise) return 'a promise';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
