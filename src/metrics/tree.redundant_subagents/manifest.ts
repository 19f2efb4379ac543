import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'tree.redundant_subagents',
  display_name: 'Redundant Subagents',
  description: 'The share of subagents whose work left no trace in what their issuer did afterwards.',
  direction: 'neutral',
  required_kinds: ['AGENT'],
  metric_metadata: {
    summary: 'Was the work of each subagent used?',
    methodology: [
      'A subagent is `possibly_unused` when what its issuer said and asked for after it shares no eight-word sequence with its output, uses no name or number that the output brought up, and the subagent called no tool that changes something.',
      'Outputs of fewer than 20 characters are not judged: they are too short to be recognised.',
      'Whether a tool changes something is told by `muster.tools` or the definitions in the recording; where it is unknown, the subagent is unresolved.',
    ],
    score_semantics:
      'Possibly unused subagents divided by those that could be judged, from 0 to 1. A heuristic: a paraphrase shares no sequence. Read the list before you act on it.',
    worked_example:
      'A root issues a and b, quotes the finding of a in its answer and nothing of b: b is possibly unused, 0.5.',
    maps_to: [{ taxonomy: 'MAST', taxonomy_version: '2503.13657v3', id: 'FM-2.5' }],
  },
});
