import { notApplicable, unresolved } from '../answers.ts';
import { defineMetric } from '../define-metric.ts';
import { isDecided } from '../evaluated-case.ts';
import { matchesGlob } from '../glob.ts';
import { scopedCalls } from '../tool-scope.ts';
import { toolGlobs } from '../tool-scope-parameters.ts';
import { manifest } from './manifest.ts';

/** Were the tools used that have to be? */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'A tool that was used is not a tool that was used well: see `process.tool_call_correctness`.',
      'A glob is met by any one tool of that pattern.',
    ],
    decisions: [
      'A call without a recorded result counts: nothing says that it failed.',
      'Without the tool among the recorded calls, and with an agent in scope whose run was not recorded: unresolved.',
    ],
  },
  score: (partition, context) => {
    const globs = toolGlobs(context.config.tools);
    if (globs.length === 0) return notApplicable('not_configured', 'no `tools` are configured');
    const scope = scopedCalls(partition, context);
    if (isDecided(scope)) return scope;
    const users = globs.map((glob) => scope.calls.find(({ name }) => matchesGlob(glob, name)));
    const unused = globs.filter((_, at) => !users[at]);
    const isMet = context.config.require === 'any' ? unused.length < globs.length : unused.length === 0;
    const evidence = users.flatMap((call) => call?.ref ?? []).slice(0, 20);
    const details = { unused, calls: scope.calls.length, failed_calls: scope.failed };
    if (isMet) return { status: 'scored', score: 1, because: 'the tools were used', evidence, details };
    const because = `not used: ${unused.join(', ')}`;
    if (scope.hidden.length > 0) return unresolved('internals_not_observed', because, { evidence, details });
    return { status: 'scored', score: 0, reason: 'tool_not_used', because, evidence, details };
  },
});
