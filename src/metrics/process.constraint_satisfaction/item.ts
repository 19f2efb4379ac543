import type { Ref } from '../../results/outcome.ts';

/** What one constraint came to: true, false, or unknown with a reason. */
export interface ItemResult {
  readonly result: boolean | null;
  readonly reason?: string;
  readonly because: string;
  readonly evidence: readonly Ref[];
}

/** A check that was made. */
export function decided(result: boolean, because: string, evidence: readonly Ref[] = []): ItemResult {
  return { result, because, evidence };
}

/** A check that cannot be made. */
export function unknown(reason: string, because: string, evidence: readonly Ref[] = []): ItemResult {
  return { result: null, reason, because, evidence };
}
