import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'A long answer that says nothing is valid: the checks see length, not sense. Use a judge metric for that.',
    'An agent that legitimately answers in a word is short. Lower `min_response_length` for it by a target.',
    'A recorder that leaves out the text of some agents makes them look empty. Read the health findings first; when no span carries content, the metric answers unresolved.',
    'A failed attempt that was retried with success still counts as a run that failed.',
  ],
  decisions: [
    'The root agent is scored too: the contract speaks of every AGENT span and has no root exclusion. `details.by_role` splits root and delegated; `agent.delegated_validity` leaves the root out.',
    'Length is counted in Unicode code points of the trimmed text. White space alone is no text.',
    'Reasoning is neither text nor other output: a response of reasoning alone is empty.',
    'Text of users, tools and systems among the output messages is not the response.',
    'An agent span without an output of its own takes it from its last model call, or from the result of the tool call that ran it; `details.output_source` says which. An output recorded as empty is never replaced.',
    'When the last model call of an agent ended well and its answer was not recorded, the agent is unresolved, not empty.',
  ],
};
