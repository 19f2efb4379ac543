import type { MetricDocs } from './define-metric.ts';
import type { Manifest } from './manifest.ts';
import { type RuleMetric, ruleManifest } from './rule-manifest.ts';

const PARAMETERS = {
  arguments: {
    type: ['string', 'object'],
    default: 'exact',
    description:
      'How the arguments made have to fit those expected. exact: equal. subset: only what was expected, perhaps less. superset: all that was expected, perhaps more. ignore: not looked at. Or a map from tools to one of these, or to a map of fields, and so on down; `*` is the mode of all others.',
  },
  ignore_tools: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    default: [],
    description: 'Names of tools (globs) whose calls count neither as expected nor as made.',
  },
  count_failed: {
    type: 'boolean',
    default: true,
    description: 'A call whose result was an error counts as made.',
  },
};

const METHODOLOGY = [
  'Expected are the calls of `expected_calls` of the case. Made are the tool calls of the trace, of every agent in it, each once; of a SESSION, those of all its traces that are held against the case.',
  'A call fits an expected one if the names are equal and the arguments fit as configured. An expected call without arguments is met by any. Ids are never compared; numbers are compared by value, so that 1 equals 1.0; the order of members does not count, that of lists does.',
];

const UNKNOWN =
  'A call whose arguments were not recorded or are cut off may fit or not; an agent whose run was not recorded may have made any call. Where the rest does not decide: unresolved, with bounds. Without a case or expected calls: not applicable.';

interface Said extends Pick<RuleMetric, 'name' | 'display_name' | 'description'> {
  readonly summary: string;
  readonly pairing: string;
  readonly score_semantics: string;
  readonly worked_example: string;
}

/** The manifest of a metric that holds calls against those that a case expects. */
export function trajectoryManifest({ summary, pairing, score_semantics, worked_example, ...given }: Said): Manifest {
  return ruleManifest({
    ...given,
    direction: 'higher_is_better',
    partition_types: ['trace', 'session'],
    parameters: PARAMETERS,
    metric_metadata: {
      summary,
      methodology: [...METHODOLOGY, pairing, UNKNOWN],
      score_semantics,
      worked_example,
    },
  });
}

/** How expected calls find their partner where order does not count. */
export const MATCHING =
  'Expected calls and calls made are paired by a maximum matching: as many as can be, whatever the order in which they are listed. What is left of one tool is paired by the fewest paths that differ, to explain and not to score.';

/** How expected calls find their partner where order counts. */
export const SUBSEQUENCE =
  'Expected calls and calls made are aligned by their longest common subsequence under that relation. What is left of one tool is paired by the fewest paths that differ, to explain and not to score.';

/** The prose of a page that all of these metrics share, with what is its own. */
export function trajectoryDocs(misleads: readonly string[], decisions: readonly string[] = []): MetricDocs {
  return {
    whenItMisleads: [
      ...misleads,
      'There can be several right ways. A case states one of them.',
      'Calls by which an agent issues another, or hands over, are calls: name them in `ignore_tools` where the case does not expect them.',
      'A conversation of several turns has one list of expected calls: ask for scope `session` there.',
    ],
    decisions: [
      ...decisions,
      'Modes take the side of the call that was made: `superset` allows arguments that were not expected. They hold at every depth; lists have to be of one length, item by item.',
      'A failed call was made. `count_failed: false` leaves it out.',
      'An expected list that is empty expects that nothing is called.',
      'A call that a recorded message asks for without arguments has none. A call that only its execution shows, without arguments, is unknown.',
      'An agent span without any step below it, and a delegation without a run, may hide calls.',
      'Aliases under `muster.tools` give calls the name that is declared.',
      'Of one tool up to about 1,400 different expected calls are compared with as many others where a mode is `subset` or `superset`; order is looked for up to 5,000 by 5,000 calls. Beyond: unresolved, `too_many_calls`.',
    ],
  };
}
