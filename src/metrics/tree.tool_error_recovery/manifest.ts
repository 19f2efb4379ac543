import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'tree.tool_error_recovery',
  display_name: 'Tool Error Recovery',
  description: 'The share of failed tool calls after which the same agent got the same tool to work.',
  direction: 'higher_is_better',
  target_kind: 'TOOL',
  required_kinds: ['TOOL'],
  metric_metadata: {
    summary: 'Do agents get over a tool that fails?',
    methodology: [
      'A failed call is recovered when the same agent later executes a tool of the same name without an error.',
      'Later means: started after the failed call ended, where both times are known; else after it in order.',
    ],
    score_semantics:
      'Recovered failures divided by failures, from 0 to 1. Not applicable where no tool failed. Higher is better.',
    worked_example: 'search fails, search succeeds, book fails: 1 of 2 failures is recovered, 0.5.',
    maps_to: [{ taxonomy: 'TRAIL', taxonomy_version: '2505.08638', id: 'System Execution Errors' }],
  },
});
