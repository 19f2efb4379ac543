import { didYouMean } from '../problems/near-names.ts';
import type { At, Facts } from '../problems/problem.ts';
import type { ConfigMap, Path } from './loaded-config.ts';
import type { Positioned } from './positioned.ts';

/** Why a key is not read, and what to write in its place. */
export interface ForeignKey {
  readonly reason: string;
  readonly todo: string;
}

/** Keys at the top of a file that others expect there. */
export const FOREIGN_AT_TOP: ReadonlyMap<string, ForeignKey> = new Map([
  [
    'metrics',
    {
      reason: 'the list of what runs is called metrics_to_run',
      todo: 'rename it to metrics_to_run with plain names (`- my_metric`), and define each metric of your own under custom_metrics',
    },
  ],
  [
    'criteria',
    {
      reason: 'this looks like the EvalConfig of ADK (`adk eval`)',
      todo: 'leave that file to `adk eval`; here metrics are named under metrics_to_run, and a threshold is a gate under muster.gates',
    },
  ],
  [
    'datasets',
    {
      reason: 'a configuration names no dataset',
      todo: 'remove it, and give the files on the command line: `muster lint --dataset FILE`, `agents-cli eval run --dataset FILE`',
    },
  ],
  [
    'dataset',
    {
      reason: 'a configuration names no dataset',
      todo: 'remove it, and give the file on the command line: `muster lint --dataset FILE`, `agents-cli eval run --dataset FILE`',
    },
  ],
  [
    'thresholds',
    {
      reason: 'agents-cli has no thresholds',
      todo: 'write a gate: `muster: {gates: [{metric: NAME, at_least: 0.9}]}`',
    },
  ],
]);

/** Keys of an entry of `custom_metrics` that others expect there. */
export const FOREIGN_IN_ENTRY: ReadonlyMap<string, ForeignKey> = new Map([
  [
    'type',
    {
      reason: 'the kind of a metric follows from its body',
      todo: 'remove it: custom_function or custom_function_file make a code metric, prompt_template makes a judge',
    },
  ],
  ['model', { reason: 'the judge is named by judge_model', todo: 'rename it to judge_model' }],
  [
    'threshold',
    {
      reason: 'agents-cli knows no threshold, and its exit code is 0 whatever the scores are',
      todo: 'write a gate: `muster: {gates: [{metric: NAME, at_least: FIGURE}]}`',
    },
  ],
  ['prompt', { reason: 'the prompt of a judge is its prompt_template', todo: 'rename it to prompt_template' }],
  [
    'samples',
    { reason: 'it is called judge_model_sampling_count', todo: 'rename it to judge_model_sampling_count (1 to 32)' },
  ],
  [
    'temperature',
    {
      reason: 'it belongs to judge_model_generation_config',
      todo: 'write `judge_model_generation_config: {temperature: 0}`',
    },
  ],
  ['function', { reason: 'it is called custom_function or custom_function_file', todo: 'rename it to one of these' }],
  [
    'rubrics',
    {
      reason: 'rubrics stand on the cases, as rubric_groups',
      todo: 'move them to the cases, and use a managed metric such as final_response_quality',
    },
  ],
]);

/** A key that nothing reads, and what to say of it. */
export interface UnreadKey {
  readonly key: string;
  readonly code: 'CONFIG_FOREIGN_KEY' | 'CONFIG_UNKNOWN_KEY';
  readonly facts: Facts;
  readonly at: At;
}

/** The keys of a mapping that nothing reads, each with the way out. */
export function unreadKeys(
  file: Positioned,
  path: Path,
  value: ConfigMap,
  known: readonly string[],
  foreign: ReadonlyMap<string, ForeignKey>,
): UnreadKey[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const at = file.placeOf([...path, key]);
      const found = foreign.get(key);
      if (found) return { key, code: 'CONFIG_FOREIGN_KEY', facts: { key, ...found }, at };
      const facts = { key, near: didYouMean(key, known), known: known.join(', ') };
      return { key, code: 'CONFIG_UNKNOWN_KEY', facts, at };
    });
}
