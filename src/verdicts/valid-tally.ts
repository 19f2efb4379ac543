import type { ValidRate } from '../results/run-result.ts';
import { ClusterTally } from './cluster-tally.ts';
import { meanInterval } from './mean-interval.ts';

/** Gathers how many runs of agents were valid. */
export class ValidTally {
  readonly #clusters = new ClusterTally();
  readonly #leftOut = { unresolved: 0, not_applicable: 0 };
  #valid = 0;
  #judged = 0;

  /** One run by its label; its cluster is what it depends on other runs through. */
  add(label: string, cluster: string): void {
    if (label === 'unresolved' || label === 'not_applicable') {
      this.#leftOut[label]++;
      return;
    }
    const valid = label === 'valid' ? 1 : 0;
    this.#judged++;
    this.#valid += valid;
    this.#clusters.add(cluster, valid);
  }

  rate(): ValidRate {
    const scores = Array.from({ length: this.#judged }, (_, index) => (index < this.#judged - this.#valid ? 0 : 1));
    return {
      valid: this.#valid,
      judged: this.#judged,
      left_out: this.#leftOut,
      ...meanInterval(scores, this.#clusters, { isRate: true, range: [0, 1] }),
    };
  }
}
