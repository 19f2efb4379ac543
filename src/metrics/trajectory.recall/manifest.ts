import { MATCHING, trajectoryManifest } from '../trajectory-manifest.ts';

export const manifest = trajectoryManifest({
  name: 'trajectory.recall',
  display_name: 'Trajectory recall',
  description: 'The share of the expected calls that were made.',
  summary: 'How many of the expected calls were made?',
  pairing: MATCHING,
  score_semantics: '0 to 1: matched calls / expected calls. Higher is better.',
  worked_example:
    'The case expects search(query: rome) and book(day: 3); made were search(query: rome), search(query: oslo), book(day: 4): one of two was made, 0.5.',
});
