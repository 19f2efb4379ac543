import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'tree.duplicate_work',
  display_name: 'Duplicate Work',
  description: 'The share of tool calls of sibling agents that only read and that another sibling made as well.',
  direction: 'lower_is_better',
  required_kinds: ['AGENT'],
  metric_metadata: {
    summary: 'Do subagents read what another one has read?',
    methodology: [
      'Siblings are agents that one agent issued. Their calls are those of their subtrees, compared by name and by arguments as JSON values.',
      'A call is duplicate when another sibling made it before; only tools that are known to read count, by `muster.tools` or the definitions in the recording.',
      '`repeats_parent` is the share of the reading calls of subagents that their issuer made before it issued them.',
      '`similar_tasks` lists siblings whose tasks share most of their three-word sequences; it changes no score.',
    ],
    score_semantics:
      'Duplicate reading calls divided by all calls of siblings, from 0 to 1. Unresolved with bounds where it is not known whether a tool only reads. Lower is better.',
    worked_example: 'Two siblings make 3 and 2 calls, and both read file a: 1 of 5 calls is duplicate, 0.2.',
    maps_to: [
      { taxonomy: 'MAST', taxonomy_version: '2503.13657v3', id: 'FM-1.3' },
      { taxonomy: 'TRAIL', taxonomy_version: '2505.08638', id: 'Resource Abuse' },
    ],
  },
});
