import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'tree.repeated_calls',
  display_name: 'Repeated Calls',
  description: 'How often an agent makes a tool call again that it has made before, with the same arguments.',
  direction: 'lower_is_better',
  parameters: {
    poll_tools: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description: 'tools that are called again on purpose, such as one that asks whether a job is done',
    },
  },
  metric_metadata: {
    summary: 'Does an agent do the same thing over and over?',
    methodology: [
      'Within one agent, a call repeats an earlier one of the same name and the same arguments, compared as JSON values.',
      'A call after one that failed is a retry, and tools in `poll_tools` are left out.',
      '`repeats_same_result` counts the repeats whose result is that of the call before: polling and paging give other results.',
      '`max_run` is the longest streak of one call; `cycle` the smallest period of up to 4 calls that is repeated at least three times.',
    ],
    score_semantics:
      'A count of calls. Lower is better. Unresolved with the known count as lower bound where arguments were not recorded.',
    worked_example: 'search(x), search(x), book(1), search(x): 2 repeats, the longest streak is 2.',
    maps_to: [
      { taxonomy: 'MAST', taxonomy_version: '2503.13657v3', id: 'FM-1.3' },
      { taxonomy: 'MAST', taxonomy_version: '2503.13657v3', id: 'FM-1.5' },
    ],
  },
});
