import { SUBSEQUENCE, trajectoryManifest } from '../trajectory-manifest.ts';

export const manifest = trajectoryManifest({
  name: 'trajectory.exact',
  display_name: 'Exact trajectory',
  description: 'Whether the calls made are the expected calls, in the same order and no others.',
  summary: 'Were exactly the expected calls made, in their order?',
  pairing: SUBSEQUENCE,
  score_semantics: '1 or 0. Higher is better.',
  worked_example:
    'The case expects search(query: rome) and book(day: 3); made were search(query: rome), book(day: 3): 1. With a call of search more: 0. In the other order: 0.',
});
