/** Edit distance of two short names (insertions, deletions, substitutions, transpositions), given up above `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (older[j - 2] ?? 0) + 1);
      current.push(best);
    }
    older = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

/** The known names nearest to a misspelt one, best first, at most three; empty when none is near. */
export function nearNames(name: string, known: Iterable<string>): string[] {
  const wanted = name.slice(0, 80).toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const scored: { candidate: string; distance: number }[] = [];
  for (const candidate of known) {
    const lower = candidate.toLowerCase();
    const tail = lower.slice(lower.lastIndexOf('.') + 1);
    const contains = wanted.length > 2 && (lower.includes(wanted) || wanted.includes(lower));
    const distance = contains ? 1 : Math.min(editDistance(wanted, lower, limit), editDistance(wanted, tail, limit));
    if (distance <= limit) scored.push({ candidate, distance });
  }
  scored.sort((x, y) => x.distance - y.distance || (x.candidate < y.candidate ? -1 : 1));
  return scored.slice(0, 3).map((entry) => entry.candidate);
}

/** ` Did you mean a, b?`, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearNames(name, known);
  return near.length ? ` Did you mean ${near.join(', ')}?` : '';
}
