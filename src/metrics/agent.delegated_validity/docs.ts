import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'A delegation that the recording does not show cannot be judged: look at `tree.fan_out` and the missing agents first.',
    'The default placeholders are English. Add those of your framework.',
    'A handoff gives control away: its answer goes to the user, and what the issuer received is unknown.',
  ],
  decisions: [
    'An agent seen only through its issuer is judged by what arrived; its internals stay unknown.',
    'A delegation with neither a run nor a result is missing and scores 0: what is missing stays on the list.',
    'A placeholder must be the whole response. Patterns run in linear time.',
  ],
};
