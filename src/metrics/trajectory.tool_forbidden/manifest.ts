import { ruleManifest } from '../rule-manifest.ts';
import { SCOPE_PARAMETERS, TOOLS_PARAMETER } from '../tool-scope-parameters.ts';

export const manifest = ruleManifest({
  name: 'trajectory.tool_forbidden',
  display_name: 'Forbidden tool',
  description: 'Whether no tool was called that is forbidden.',
  direction: 'higher_is_better',
  partition_types: ['trace', 'session'],
  parameters: { tools: { ...TOOLS_PARAMETER, description: 'Names of forbidden tools (globs).' }, ...SCOPE_PARAMETERS },
  metric_metadata: {
    summary: 'Was no forbidden tool used?',
    methodology: [
      'Calls are those that a model asked for or that were executed, each once, of the whole trace or of the agents that `agent` names and all below them. A failed call does not count unless `include_failed` is set. Aliases under `muster.tools` give calls the name that is declared.',
      'The score is 0 if any of `tools` was called, else 1.',
      'Without `tools`, or without an agent of the name: not applicable.',
    ],
    score_semantics: '1: none was called; 0: one was. Higher is better.',
    worked_example: '`tools` is [delete_*]. search and delete_user were called: 0.',
  },
});
