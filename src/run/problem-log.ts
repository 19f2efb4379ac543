import { compareText } from '../model/canonical-order.ts';
import { Failure } from '../problems/failure.ts';
import { formatAt, type Problem } from '../problems/problem.ts';

/** Failure RUN_STRICT: what `--strict` makes of a problem. */
export function strictFailure(found: Problem): Failure {
  return new Failure('RUN_STRICT', { problem: `${found.message}${found.at ? ` (${formatAt(found.at)})` : ''}` });
}

/** The problems of a run and how many there are of each code. */
export class ProblemLog {
  readonly #counts = new Map<string, number>();
  readonly #write: (found: Problem) => Promise<void>;

  constructor(write: (found: Problem) => Promise<void>) {
    this.#write = write;
  }

  /** Writes problems by code and message, so that the order of the input does not show. */
  async add(problems: readonly Problem[]): Promise<void> {
    for (const found of [...problems].sort(compareProblems)) {
      this.#counts.set(found.code, (this.#counts.get(found.code) ?? 0) + 1);
      await this.#write(found);
    }
  }

  counts(): { code: string; count: number }[] {
    return [...this.#counts].sort(([a], [b]) => compareText(a, b)).map(([code, count]) => ({ code, count }));
  }
}

function compareProblems(a: Problem, b: Problem): number {
  return (
    compareText(a.code, b.code) ||
    compareText(a.message, b.message) ||
    compareText(a.at?.file ?? '', b.at?.file ?? '') ||
    (a.at?.line ?? 0) - (b.at?.line ?? 0) ||
    compareText(a.at?.pointer ?? '', b.at?.pointer ?? '')
  );
}
