import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'latency.root',
  display_name: 'Run Time',
  description: 'Milliseconds from the start to the end of the run.',
  direction: 'neutral',
  required_columns: ['end_ns'],
  parameters: {
    metric_name: { type: 'string', default: 'root_latency', 'x-aip-param-role': 'scoring_metadata' },
  },
  metric_metadata: {
    summary: 'How long did the run take, and how much of it ran at once?',
    methodology: [
      'The run is its only root agent; with several of them, or none, the only root of the tree.',
      '`sum_agent_durations` adds the time of every agent run: time of an agent is also in that of the agents around it.',
      '`sum_leaf_durations` adds the time of model and tool calls that hold no other call or agent, each once.',
      '`parallelism` is the sum of leaves divided by the time of the run: above 1, calls ran at once; below 1, the run waited for something that was not recorded.',
    ],
    score_semantics:
      'Milliseconds of wall clock. Unresolved where the root has no start or no end. Neither more nor less is better by itself.',
    worked_example:
      'A root of 100 ms with agents of 50, 70 and 10 ms below it and calls of 10, 28, 18, 60, 8 and 16 ms: the score is 100, the agents sum to 230, the leaves to 140, parallelism is 1.4.',
  },
});
