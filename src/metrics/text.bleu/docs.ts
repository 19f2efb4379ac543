import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'BLEU was made for a corpus. Of one sentence it is coarse: read a mean over many, never one value.',
    'Not comparable with figures of another tokenizer or smoothing.',
    'Words are found with a fixed locale, so that the machine does not show in a score. Dictionaries of scripts without spaces come with the runtime: another version of Node.js can divide a text otherwise.',
    'A conversation of several turns has one reference: each turn as a TRACE is held against it, though it is of the last. Ask for scope `session` there.',
  ],
  decisions: [
    'An empty answer is an answer and scores 0. An agent of which no output was recorded is unresolved: the answer may have been lost.',
    'Several references are scored one by one and the best counts: counts are not clipped over their union, so that every text metric reads several references alike.',
    'Case counts by default, as in the paper.',
  ],
};
