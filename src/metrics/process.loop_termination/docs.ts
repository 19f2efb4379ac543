import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'A run that gives up at once terminates: read the rate beside the steps and beside success.',
    'Runs that stop at the cap hide how long they would have gone on; `censored` counts them.',
    'A cap that is picked after looking at the runs fits them. Declare it before.',
    'Where a format gives no stop reason, an end without error and without an open call counts as completed.',
  ],
  decisions: [
    'Without a cap the metric is not applicable, and tells the steps all the same.',
    'Steps that are known only in part decide where they already exceed the cap; otherwise the run is unknown.',
    'Where other model calls of the recording give a stop reason and the last one gives none, how the run ended is unknown.',
    'At span scope each agent’s own loop is judged: its own model calls and its own end.',
    'A session that is one run ends as its last trace does, after the steps of all.',
  ],
};
