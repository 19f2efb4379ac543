import { MATCHING, trajectoryManifest } from '../trajectory-manifest.ts';

export const manifest = trajectoryManifest({
  name: 'trajectory.f1',
  display_name: 'Trajectory F1',
  description: 'The harmonic mean of precision and recall of the calls made.',
  summary: 'How well do the calls made and the expected ones agree?',
  pairing: MATCHING,
  score_semantics: '0 to 1: 2 x matched calls / (expected calls + calls made). Higher is better.',
  worked_example:
    'The case expects search(query: rome) and book(day: 3); made were search(query: rome), search(query: oslo), book(day: 4): 2 x 1 / (2 + 3) = 0.4.',
});
