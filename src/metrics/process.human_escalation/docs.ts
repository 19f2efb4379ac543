import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'Where neither the recording nor `muster.tools` names the tools, only a run that was given to a human shows anything: the rate of the others is unknown, and the bounds say so.',
    'A low rate is no success: an agent that should have asked for help and did not looks good here. Say per task what is expected (`escalation.expected` of a case).',
    'A human who takes over outside the recording is not seen. Record it as an event `human_takeover`, or on the case.',
    'A transfer that succeeded says that it was accepted, not that anybody answered.',
  ],
  decisions: [
    'A gate on this metric needs `between`: neither more nor fewer is better by itself.',
    'The list of tools in the configuration replaces the default names and their pattern; the default list given again is the default.',
    'Approvals, clarifying questions and feedback are counted as `hitl_interactions` and are no takeover.',
    'A takeover would show where the recorded or declared tools hold one for it, where an event of one occurs, or where a record says yes or no.',
    'A transfer that was asked for and whose execution was not recorded leaves the run unknown.',
  ],
};
