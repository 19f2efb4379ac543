import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'The form is right or wrong; whether the values are true is not looked at.',
    'Text around the JSON makes it no JSON: a program that reads the answer would fail on it too.',
  ],
  decisions: [
    'A block of code around the JSON is refused unless `allow_code_fence` is set.',
    'JSON of more than 64 levels counts as no JSON.',
  ],
};
