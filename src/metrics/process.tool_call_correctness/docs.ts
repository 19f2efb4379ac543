import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'A valid call is not a useful one: the right tool with a well-formed but wrong city passes. Add `param_checks`, or hold the run against a trajectory.',
    'A permissive schema lets everything pass. `unknown_parameters: reject` catches parameters that a tool does not have.',
    'Most recordings hold no tool definitions. Then nothing is known; declare them in `muster.tools`.',
    'A run without calls scores 1 and is counted as vacuous. A tool that has to be called belongs on the list of constraints.',
  ],
  decisions: [
    'The toolset is that of the model call or its agent, else of the agent’s other model calls, else of the case, of this configuration or of `muster.tools`, else all that the trace records; the first of these that names any tool. A schema may stand in a later one.',
    'Tools that hand control on (`transfer_to_…`), hand in the answer (`finish`, `task_complete`), or that the page of a source lists count as declared; their parameters are unknown unless a definition was recorded.',
    'A tool that the provider of the model runs itself counts as declared, since it ran; its parameters are unknown unless it is defined.',
    'A name in `aliases` of `muster.tools`, or in `aliases` here (recorded name: declared name), is looked up as well. A prefix of a server is no alias by itself.',
    'Arguments that end in the middle are unknown where a recorder cut them or the call was carried out all the same; otherwise the model wrote them so.',
    'A call that was only executed, without recorded arguments, is unknown: they may have been left out.',
    'An agent of which no step was recorded leaves the run unknown, as it may have called anything.',
    'A schema that is invalid, too large, too costly or refers elsewhere leaves its calls unknown.',
  ],
};
