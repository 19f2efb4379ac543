import { ruleManifest } from '../rule-manifest.ts';
import { SCOPE_PARAMETERS, TOOLS_PARAMETER } from '../tool-scope-parameters.ts';

export const manifest = ruleManifest({
  name: 'trajectory.max_calls',
  display_name: 'Call limit',
  description: 'Whether no more tool calls were made than a limit allows.',
  direction: 'higher_is_better',
  partition_types: ['trace', 'session'],
  parameters: {
    limit: { type: 'integer', minimum: 0, description: 'The most calls that are allowed.' },
    tools: { ...TOOLS_PARAMETER, description: 'Only calls of these tools (globs) count.' },
    ...SCOPE_PARAMETERS,
  },
  metric_metadata: {
    summary: 'Were no more calls made than allowed?',
    methodology: [
      'Calls are those that a model asked for or that were executed, each once, of the whole trace or of the agents that `agent` names and all below them. A failed call does not count unless `include_failed` is set. Aliases under `muster.tools` give calls the name that is declared.',
      'The score is 1 if at most `limit` calls were made, of `tools` where they are given.',
      'Without `limit`, or without an agent of the name: not applicable.',
    ],
    score_semantics: '1: within the limit; 0: beyond. Higher is better.',
    worked_example: '`limit` is 2. Three calls were made: 0. One of them failed: 1, as it does not count.',
  },
});
