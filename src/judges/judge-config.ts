import type { Config, ConfigFault } from '../metrics/define-metric.ts';
import { isObject } from '../model/json.ts';
import type { Scale } from './scale.ts';

/** The scale that a configuration declares. */
export function scaleOf({ scale, min, max, labels }: Config): Scale {
  if (scale === 'boolean') return { kind: 'boolean' };
  if (scale === 'categorical') {
    const scores = isObject(labels) ? Object.entries(labels) : [];
    return { kind: 'categorical', labels: new Map(scores.map(([label, score]) => [label, Number(score)])) };
  }
  return {
    kind: 'numeric',
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
  };
}

/** What the schema alone does not refuse. */
export function scaleFault({ scale, min, max, labels }: Config): ConfigFault | undefined {
  if (scale === 'categorical' && labels === undefined)
    return { key: 'labels', expected: 'given with scale: categorical, as a score for each label' };
  if (scale !== 'categorical' && labels !== undefined)
    return { key: 'labels', expected: 'given only with scale: categorical' };
  const bound = min === undefined ? 'max' : 'min';
  if (scale !== 'numeric' && (min !== undefined || max !== undefined))
    return { key: bound, expected: 'given only with scale: numeric' };
  if (typeof min === 'number' && typeof max === 'number' && min >= max)
    return { key: 'max', expected: `above min (${min})` };
  return undefined;
}

/** How often the judge is asked. */
export function samplesOf({ samples }: Config): number {
  return typeof samples === 'number' ? samples : 1;
}
