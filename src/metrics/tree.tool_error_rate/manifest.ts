import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'tree.tool_error_rate',
  display_name: 'Tool Error Rate',
  description: 'The share of finished tool executions that failed.',
  direction: 'lower_is_better',
  target_kind: 'TOOL',
  required_kinds: ['TOOL'],
  metric_metadata: {
    summary: 'How often does a tool fail?',
    methodology: [
      'An execution is a TOOL span that ended, has a result or has a status; others are unfinished and left out.',
      'It failed when its status is ERROR or its result is marked as an error.',
      'The table by tool counts executions and failures.',
    ],
    score_semantics: 'Failed executions divided by finished ones, from 0 to 1. Lower is better.',
    worked_example: 'search fails once and succeeds twice, book succeeds once: 1 / 4 = 0.25.',
    maps_to: [{ taxonomy: 'TRAIL', taxonomy_version: '2505.08638', id: 'System Execution Errors' }],
  },
});
