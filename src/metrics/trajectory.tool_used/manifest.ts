import { ruleManifest } from '../rule-manifest.ts';
import { SCOPE_PARAMETERS, TOOLS_PARAMETER } from '../tool-scope-parameters.ts';

export const manifest = ruleManifest({
  name: 'trajectory.tool_used',
  display_name: 'Tool used',
  description: 'Whether the tools were called that have to be.',
  direction: 'higher_is_better',
  partition_types: ['trace', 'session'],
  parameters: {
    tools: { ...TOOLS_PARAMETER, description: 'Names of tools (globs).' },
    require: { enum: ['all', 'any'], default: 'all', description: 'Whether each of them has to be called, or one.' },
    ...SCOPE_PARAMETERS,
  },
  metric_metadata: {
    summary: 'Were the tools used that have to be?',
    methodology: [
      'Calls are those that a model asked for or that were executed, each once, of the whole trace or of the agents that `agent` names and all below them. A failed call does not count unless `include_failed` is set. Aliases under `muster.tools` give calls the name that is declared.',
      'The score is 1 if each of `tools` was called; with `require: any`, if one was.',
      'Without `tools`, or without an agent of the name: not applicable.',
    ],
    score_semantics: '1 or 0. Higher is better.',
    worked_example:
      '`tools` is [search, book]. search was called, book was called and failed: 0, not used: book. With `include_failed`: 1.',
  },
});
