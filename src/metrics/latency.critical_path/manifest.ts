import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'latency.critical_path',
  display_name: 'Critical Path',
  description: 'Milliseconds of the chain of spans that the end of the run waited for, by span and agent.',
  direction: 'neutral',
  required_columns: ['end_ns'],
  metric_metadata: {
    summary: 'Which spans and agents did the run wait for?',
    methodology: [
      'From the end of the run back to its start: what ended last before a moment is what that moment waited for.',
      'A child counts within the time of its parent only, so that no segment is negative when clocks disagree.',
      'A child without a start or an end is no part of the path: its time counts for the span around it.',
      'Segments sum to the time of the run. `delegated_ms` is the part of them that belongs to delegated agents.',
    ],
    score_semantics:
      'Milliseconds, the sum of all segments and so the time of the run: read the segments in the details. Unresolved where the root has no start or no end.',
    worked_example:
      'A root of 100 ms calls a model (0-10), issues a (10-60) and b (10-80), whose call takes 15-75, and calls a model again (82-98): the path is 10 of the first call, 10 of b, 60 of its call, 16 of the last call and 4 of the root.',
  },
});
