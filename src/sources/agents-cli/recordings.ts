import { canonicalJson } from '../../model/canonical-json.ts';
import { compareText } from '../../model/canonical-order.ts';
import type { FoundCase } from './find-cases.ts';

/** All that was found of one case. */
export interface Recordings {
  /** Different recordings, each once. */
  readonly recorded: readonly FoundCase[];
  /** The case itself, where nothing was recorded of it. */
  readonly definition?: FoundCase;
}

/**
 * Puts the cases of all files together by id, whatever their order. A dataset and the traces that were recorded from it
 * hold the same cases: where a recording stands, the definition is left out.
 */
export function recordingsOf(found: readonly FoundCase[]): Recordings[] {
  const byId = new Map<string, Map<string, FoundCase>>();
  for (const each of found) {
    const key = each.isNamed ? `named ${each.id}` : `unnamed ${each.id}${each.isRecorded ? '' : ` ${each.recording}`}`;
    const variants = byId.get(key) ?? new Map<string, FoundCase>();
    byId.set(key, variants);
    const content = each.isRecorded ? each.recording : '';
    const known = variants.get(content);
    variants.set(content, known ? fuller(known, each) : each);
  }
  return [...byId.values()].map((variants) => {
    const all = [...variants.values()];
    const recorded = all.filter((each) => each.isRecorded).sort((a, b) => compareText(a.recording, b.recording));
    const [definition] = recorded.length ? [] : all;
    return { recorded, ...(definition && { definition }) };
  });
}

/** Of two records of one recording, the one that says more of its case. */
function fuller(a: FoundCase, b: FoundCase): FoundCase {
  const [first, second] = [canonicalJson(a.value), canonicalJson(b.value)];
  if (first.length !== second.length) return first.length > second.length ? a : b;
  return first >= second ? a : b;
}
