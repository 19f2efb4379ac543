import { canonicalJson } from '../model/canonical-json.ts';
import type { Outcome } from '../results/outcome.ts';
import type { Cluster } from '../statistics/clustered.ts';
import { addExactly, exactSum } from '../statistics/exact-sum.ts';

/** What makes units depend on each other: trials of one task, else traces and spans of one session. */
export type ClusterUnit = 'task' | 'session' | 'task_or_session';

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

/**
 * Sums of scores, cluster by cluster, without rounding: in any order, and merged from any parts, they are the same sums.
 * A run holds many tallies of many clusters, so each of these takes two numbers and a place in a map.
 */
export class ClusterTally {
  readonly #places = new Map<string, number>();
  readonly #counts: number[] = [];
  readonly #sums: number[] = [];
  /** Exact sums of the few clusters whose sum one number does not hold. */
  #exact: Map<number, number[]> | undefined;
  #isSingle = true;

  add(cluster: string, score: number): void {
    this.#add(cluster, 1, [score]);
  }

  merge(other: ClusterTally): void {
    for (const [cluster, place] of other.#places) this.#add(cluster, other.#counts[place] ?? 0, other.#partsAt(place));
  }

  /** The sums of each cluster. */
  clusters(): Cluster[] {
    return this.#counts.map((n, place) => ({ n, sum: exactSum(this.#partsAt(place)) }));
  }

  /** Whether no two units share a cluster. */
  get isSingle(): boolean {
    return this.#isSingle;
  }

  get unit(): ClusterUnit {
    let tasks = 0;
    for (const cluster of this.#places.keys()) if (cluster.startsWith('[')) tasks++;
    return tasks === 0 ? 'session' : tasks === this.#places.size ? 'task' : 'task_or_session';
  }

  #add(cluster: string, n: number, parts: readonly number[]): void {
    const place = this.#places.get(cluster);
    if (n > 1 || place !== undefined) this.#isSingle = false;
    if (place === undefined) {
      this.#places.set(cluster, this.#counts.length);
      this.#set(this.#counts.length, n, parts);
      return;
    }
    const sum = [...this.#partsAt(place)];
    for (const part of parts) addExactly(sum, part);
    this.#set(place, (this.#counts[place] ?? 0) + n, sum);
  }

  #set(place: number, n: number, parts: readonly number[]): void {
    this.#counts[place] = n;
    this.#sums[place] = parts[0] ?? 0;
    if (parts.length > 1) {
      this.#exact ??= new Map();
      this.#exact.set(place, [...parts]);
    } else this.#exact?.delete(place);
  }

  #partsAt(place: number): readonly number[] {
    return this.#exact?.get(place) ?? [this.#sums[place] ?? 0];
  }
}
