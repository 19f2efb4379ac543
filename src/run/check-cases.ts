import type { Metric } from '../metrics/define-metric.ts';
import type { Manifest } from '../metrics/manifest.ts';
import { type PlacedFault, readPositioned } from '../metrics/positioned-yaml.ts';
import { isFailure } from '../problems/is-failure.ts';
import { type MetricCase, metricCasesSchema, scoreCase, sessionOf, unmetExpectations } from './metric-case.ts';

/** What a check of cases found. */
export interface CheckedCases {
  /** Cases in files that can be read. */
  readonly formed: number;
  /** Cases whose expectations are met; undefined when there is no scorer to ask, or no case. */
  readonly held?: number;
  readonly faults: readonly PlacedFault[];
}

/** Checks files of cases, and scores them where a scorer is given. */
export async function checkCases(
  files: readonly { readonly file: string; readonly text: string }[],
  scorer: Metric | undefined,
  manifest: Manifest,
): Promise<CheckedCases> {
  const faults: PlacedFault[] = [];
  let formed = 0;
  let held = 0;
  for (const { file, text } of files) {
    const read = readPositioned(file, text);
    if (read.fault) {
      faults.push(read.fault);
      continue;
    }
    const parsed = metricCasesSchema.safeParse(read.value);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) faults.push({ reason: told(issue), at: read.placeOf(issue.path) });
      continue;
    }
    for (const [index, given] of (read.value as readonly MetricCase[]).entries()) {
      formed++;
      const reasons = await faultsOf(given, scorer, manifest);
      for (const reason of reasons)
        faults.push({ reason: `case '${given.name}': ${reason}`, at: read.placeOf([index, 'name']) });
      if (reasons.length === 0) held++;
    }
  }
  return { formed, ...(scorer && formed > 0 && { held }), faults };
}

function told({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  const at = path.length ? `'${path.map(String).join('.')}'` : 'the file';
  return `${at}: ${message.replace(/^Invalid input: /, '')}`;
}

/** What is wrong with one case, each as one sentence. */
async function faultsOf(given: MetricCase, scorer: Metric | undefined, manifest: Manifest): Promise<string[]> {
  if (!manifest.partition_types.includes(given.scope))
    return [`its scope ${given.scope} is none of the metric's: ${manifest.partition_types.join(', ')}`];
  const problems: string[] = [];
  const session = sessionOf(given.records, ({ message, at }) =>
    problems.push(`${at?.pointer ?? ''} ${message}`.trim()),
  );
  if (problems.length) return problems;
  if (!session) return ['its records hold no session'];
  if (!scorer) return [];
  try {
    const outcome = await scoreCase(scorer, given, session);
    return outcome ? unmetExpectations(given.expected, outcome) : [`its records hold no span '${given.span ?? ''}'`];
  } catch (error) {
    if (isFailure(error)) return [error.message];
    throw error;
  }
}
