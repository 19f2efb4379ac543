const DOORS = { 'muster-eval': 'index', 'muster-eval/metric': 'metric' };

/** The modules that `muster-eval` means to the code of a user, whether or not the package is installed there. */
export function doors(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(DOORS).map(([name, door]) => [name, new URL(`../public/${door}.js`, import.meta.url).href]),
  );
}
