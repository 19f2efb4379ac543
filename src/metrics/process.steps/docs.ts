import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'Fewer steps are not better by themselves: a run that gives up takes few.',
    'The mean is over all runs whose steps are known, also those that were cut off at a cap; `censored` marks them.',
    'What a step is differs by `step_unit`: compare only figures of one unit.',
  ],
  decisions: [
    'A model call that several spans record is one step, and a call that is executed again another.',
    'Where an agent’s own steps were not recorded, the count is a lower bound and the run is unknown.',
    '`assistant_message` counts the messages that model calls answered with; a call whose answer was not recorded is one.',
  ],
};
