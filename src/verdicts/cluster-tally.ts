import { canonicalJson } from '../model/canonical-json.ts';
import type { Outcome } from '../results/outcome.ts';
import type { Cluster } from '../statistics/clustered.ts';
import { addExactly, exactSum } from '../statistics/exact-sum.ts';

/** What makes units depend on each other: trials of one task, else traces and spans of one session. */
export type ClusterUnit = 'task' | 'session' | 'task_or_session';

interface Sums {
  readonly isTask: boolean;
  n: number;
  /** Of the scores, without rounding: in any order, and merged from any parts, it is the same sum. */
  readonly parts: number[];
}

/** The name of a cluster: a task in its version, else a session. */
export function clusterName(
  task: { readonly id: string; readonly version?: string } | undefined,
  session: string,
): string {
  return task ? canonicalJson([task.id, task.version ?? null]) : `session ${session}`;
}

/** The cluster that an outcome belongs to. */
export function clusterOf({ facets, partition, id }: Pick<Outcome, 'facets' | 'partition' | 'id'>): string {
  const { task, task_version: version } = facets;
  return clusterName(
    task === undefined ? undefined : { id: task, ...(version !== undefined && { version }) },
    partition.session_id ?? `of outcome ${id}`,
  );
}

/** Sums of scores, cluster by cluster. */
export class ClusterTally {
  readonly #sums = new Map<string, Sums>();

  add(cluster: string, score: number): void {
    const sums = this.#of(cluster);
    sums.n++;
    addExactly(sums.parts, score);
  }

  merge(other: ClusterTally): void {
    for (const [cluster, { n, parts }] of other.#sums) {
      const sums = this.#of(cluster);
      sums.n += n;
      for (const part of parts) addExactly(sums.parts, part);
    }
  }

  /** The sums of each cluster. */
  clusters(): Cluster[] {
    return [...this.#sums.values()].map(({ n, parts }) => ({ n, sum: exactSum(parts) }));
  }

  /** Whether no two units share a cluster. */
  get isSingle(): boolean {
    for (const { n } of this.#sums.values()) if (n > 1) return false;
    return true;
  }

  get unit(): ClusterUnit {
    const kinds = new Set([...this.#sums.values()].map(({ isTask }) => isTask));
    return kinds.size > 1 ? 'task_or_session' : kinds.has(true) ? 'task' : 'session';
  }

  #of(cluster: string): Sums {
    let sums = this.#sums.get(cluster);
    if (!sums) {
      sums = { isTask: cluster.startsWith('['), n: 0, parts: [] };
      this.#sums.set(cluster, sums);
    }
    return sums;
  }
}
