import { MATCHING, trajectoryManifest } from '../trajectory-manifest.ts';

export const manifest = trajectoryManifest({
  name: 'trajectory.any_order',
  display_name: 'Trajectory in any order',
  description: 'Whether every expected call was made, in any order; others may be made too.',
  summary: 'Were the expected calls made?',
  pairing: MATCHING,
  score_semantics: '1 or 0. Higher is better.',
  worked_example:
    'The case expects search(query: rome) and book(day: 3); made were book(day: 3), search(query: rome): 1. The case expects book twice and it was made once: 0.',
});
