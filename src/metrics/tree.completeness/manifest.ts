import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'tree.completeness',
  display_name: 'Tree Completeness',
  description:
    'Whether the recording holds the whole tree: one root, every parent, every end, every agent that was issued.',
  direction: 'higher_is_better',
  metric_metadata: {
    summary: 'Is the evidence of this run whole?',
    methodology: [
      'A tree is complete when it has one root, no span whose parent was not recorded, no span with a start and no end, and no agent that was issued and never observed.',
      'A delegation that the recording marks as not required may be missing.',
      'Where nothing was cut away but the entry point, a single root with a parent elsewhere is a root.',
    ],
    score_semantics:
      '1 when the tree is complete, else 0 with the first thing that is missing as reason. Higher is better: figures of a tree that is not complete are lower bounds.',
    worked_example: 'A root issues a and b, and b was never observed: 0, missing_agents.',
  },
});
