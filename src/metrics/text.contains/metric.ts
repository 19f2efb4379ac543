import { defineMetric } from '../define-metric.ts';
import { scoreAgainstReference } from '../text-comparison.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** Does the final answer contain the reference? */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, context) =>
    scoreAgainstReference(partition, context, (answer, reference) => {
      if (reference === '') return undefined;
      const contains = answer.includes(reference);
      const because = contains ? 'contains the reference' : 'does not contain the reference';
      return { score: contains ? 1 : 0, because, details: {} };
    }),
});
