import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Finding, faulty, refused } from '../config/finding.ts';
import { type LoadedConfig, NO_CONFIG } from '../config/loaded-config.ts';
import { checkConfig } from '../config/read-config.ts';
import { Failure } from '../problems/failure.ts';
import { isFailure } from '../problems/is-failure.ts';
import { EXIT } from '../verdicts/exit-code.ts';
import { lintCases } from './lint-cases.ts';
import type { LintFlags } from './lint-command.ts';
import { furtherFields, lintFitness } from './lint-fitness.ts';
import { lintFunctions } from './lint-functions.ts';
import { lintNames } from './lint-names.ts';
import { count, findingsJson, printFindings } from './lint-page.ts';
import { lintPlan } from './lint-plan.ts';
import { lintTemplates } from './lint-templates.ts';
import { findConfig } from './load-config.ts';
import { type DatasetCase, readDataset } from './read-dataset.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs `muster lint` and gives back its exit code: what is wrong with a configuration and its datasets. Nothing is
 * executed and nothing is sent anywhere.
 */
export async function runLint(named: string | undefined, flags: LintFlags, terminal: Terminal): Promise<number> {
  const { cwd } = terminal;
  if (named !== undefined && flags.config !== undefined)
    throw new Failure('CLI_BAD_USAGE', { reason: 'the configuration is named twice', command: 'lint' });
  const path = named ?? flags.config ?? (await findConfig(cwd));
  if (path === undefined && flags.dataset.length === 0) throw new Failure('CONFIG_NOT_FOUND', { path: 'muster.yaml' });
  const datasets = await Promise.all(flags.dataset.map((each) => readDataset(each, cwd)));
  const cases = datasets.flatMap((each) => each.cases);
  const { config, findings } = path === undefined ? { config: NO_CONFIG, findings: [] } : await open(path, cwd);
  const all = [
    ...findings,
    ...datasets.flatMap(lintCases),
    ...(config.path === undefined ? [] : await lintOpened(config, cases, flags, terminal)),
  ];
  const checked = [...(path === undefined ? [] : [path]), ...flags.dataset];
  if (flags.json) terminal.out(findingsJson(all, checked));
  else printFindings(all, checked, terminal);
  const failing = flags.strict ? all.length : count(all, 'error');
  return failing > 0 ? EXIT.impossible : EXIT.done;
}

/** What is odd about a configuration that could be opened, also together with its cases. */
async function lintOpened(
  config: LoadedConfig,
  cases: readonly DatasetCase[],
  flags: LintFlags,
  terminal: Terminal,
): Promise<Finding[]> {
  const allowOutside = flags.allowOutside === true;
  return [
    ...config.findings,
    ...lintNames(config),
    ...(await lintFunctions(config, { cwd: terminal.cwd, allowOutside })),
    ...lintTemplates(config, furtherFields(cases)),
    ...lintFitness(config, cases),
    ...(await lintPlan(config, allowOutside, terminal)),
  ];
}

/** A configuration as far as it can be read. One that cannot be parsed is a single finding. */
async function open(path: string, cwd: string): Promise<{ config: LoadedConfig; findings: readonly Finding[] }> {
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Failure('CONFIG_NOT_FOUND', { path });
    throw new Failure('CONFIG_UNREADABLE', { reason: error.message }, { file: path });
  });
  const strict = notJson(path, text);
  try {
    const { config, refusals } = checkConfig(path, text);
    return { config, findings: [...strict, ...refusals.map(refused)] };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { config: NO_CONFIG, findings: [refused(error)] };
  }
}

/** agents-cli reads a file called .json as strict JSON, where YAML is more lenient. */
function notJson(path: string, text: string): Finding[] {
  if (!/\.json$/i.test(path)) return [];
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not parse';
    return [faulty('CONFIG_NOT_JSON', { reason }, { file: path, line: 1 })];
  }
}
