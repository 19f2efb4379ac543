import type { Problem } from '../../problems/problem.ts';

/** Passes on what is odd about a file once, though a source may read the file twice. */
export function reportOnce(report: (problem: Problem) => void): (problem: Problem) => void {
  const known = new Set<string>();
  return (found) => {
    if (found.code.startsWith('INPUT_')) {
      const key = `${found.code} ${found.at?.line ?? ''} ${found.at?.file ?? ''}`;
      if (known.has(key)) return;
      known.add(key);
    }
    report(found);
  };
}
