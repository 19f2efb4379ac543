import type { MetricDocs } from '../metrics/define-metric.ts';

/** What the page of every metric with a template says. */
export const JUDGE_DOCS: MetricDocs = {
  whenItMisleads: [
    'A judge is a model: it prefers long and confident answers, and it can be talked into a verdict by the text that it reads. Compare it with labels of people before anything depends on it.',
    'Samples of one case are no independent cases. They make the judge less noisy, and say nothing about the agent.',
    'In the scope of a trace the judge sees one turn of a conversation; in that of a session, all of them.',
  ],
  decisions: [
    'Without `judge_model_sampling_count` the judge is asked four times, as often as the service of agents-cli does.',
    'An object that carries another key than the one that was asked for does not count.',
    'A reference that is a recorded response is shown as its text; `agent_data` is read from the recording, whatever its source.',
  ],
};
