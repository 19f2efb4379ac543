import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'tree.handoff_retention',
  display_name: 'Handoff Retention',
  description: 'The share of protected facts that arrive in what each subagent was given.',
  direction: 'higher_is_better',
  required_kinds: ['AGENT'],
  metric_metadata: {
    summary: 'Does what must not be lost reach every subagent?',
    methodology: [
      'A protected fact is a constraint with `protected: true` and a `contains` or `regex` check, on the case or in `muster.constraints`.',
      'A handoff is every delegation, or only those that the recording marks as required, where it marks any.',
      'A fact is retained at a handoff when the task or the input of the subagent holds it.',
      '`answer_retention` is the second half of the way: of the facts in the output of subagents, those that the answer of their issuer holds too.',
    ],
    score_semantics:
      'Retained facts divided by facts times handoffs, from 0 to 1. Unresolved with bounds where the input of a subagent was not recorded. Higher is better.',
    worked_example: 'Two facts and two handoffs, and one subagent is not told one of them: 3 / 4 = 0.75.',
    maps_to: [
      { taxonomy: 'MAST', taxonomy_version: '2503.13657v3', id: 'FM-1.4' },
      { taxonomy: 'MAST', taxonomy_version: '2503.13657v3', id: 'FM-2.4' },
      { taxonomy: 'MAST', taxonomy_version: '2503.13657v3', id: 'FM-2.5' },
    ],
  },
});
