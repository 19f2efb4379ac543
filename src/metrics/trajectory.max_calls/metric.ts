import { notApplicable, unresolved } from '../answers.ts';
import { defineMetric } from '../define-metric.ts';
import { isDecided } from '../evaluated-case.ts';
import { matchesGlob } from '../glob.ts';
import { scopedCalls } from '../tool-scope.ts';
import { toolGlobs } from '../tool-scope-parameters.ts';
import { manifest } from './manifest.ts';

/** Were no more calls made than the limit allows? */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'A hard task needs more calls than an easy one: one limit for both says little.',
      'Failed calls, which a retry adds, do not count unless `include_failed` is set.',
    ],
    decisions: ['With an agent in scope whose run was not recorded, and calls within the limit: unresolved.'],
  },
  score: (partition, context) => {
    const { limit } = context.config;
    if (typeof limit !== 'number') return notApplicable('not_configured', 'no `limit` is configured');
    const scope = scopedCalls(partition, context);
    if (isDecided(scope)) return scope;
    const globs = toolGlobs(context.config.tools);
    const isCounted = (name: string): boolean => globs.length === 0 || globs.some((glob) => matchesGlob(glob, name));
    const counted = scope.calls.filter(({ name }) => isCounted(name));
    const evidence = counted.slice(limit, limit + 20).map(({ ref }) => ref);
    const details = { calls: counted.length, limit, failed_calls: scope.failed };
    const because = `${counted.length} calls, ${limit} are allowed`;
    if (counted.length > limit)
      return { status: 'scored', score: 0, reason: 'call_limit_exceeded', because, evidence, details };
    if (scope.hidden.length > 0) return unresolved('internals_not_observed', because, { details });
    return { status: 'scored', score: 1, because, evidence, details };
  },
});
