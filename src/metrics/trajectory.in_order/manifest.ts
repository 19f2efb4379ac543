import { SUBSEQUENCE, trajectoryManifest } from '../trajectory-manifest.ts';

export const manifest = trajectoryManifest({
  name: 'trajectory.in_order',
  display_name: 'Trajectory in order',
  description: 'Whether every expected call was made, in the expected order; others may stand between them.',
  summary: 'Were the expected calls made in their order?',
  pairing: SUBSEQUENCE,
  score_semantics: '1 or 0. Higher is better.',
  worked_example:
    'The case expects search(query: rome) and book(day: 3); made were search(query: rome), search(query: oslo), book(day: 3): 1. In the other order: 0.',
});
