import { MATCHING, trajectoryManifest } from '../trajectory-manifest.ts';

export const manifest = trajectoryManifest({
  name: 'trajectory.precision',
  display_name: 'Trajectory precision',
  description: 'The share of the calls made that were expected.',
  summary: 'How many of the calls made were expected?',
  pairing: MATCHING,
  score_semantics: '0 to 1: matched calls / calls made. Higher is better.',
  worked_example:
    'The case expects search(query: rome) and book(day: 3); made were search(query: rome), search(query: oslo), book(day: 4): one of three was expected, 0.3333.',
});
