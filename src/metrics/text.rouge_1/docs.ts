import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'It counts words, not meaning: `is safe` and `is not safe` share most of their words.',
    'Not comparable with figures of another tokenizer or with stemming.',
    'Words are found with a fixed locale, so that the machine does not show in a score. Dictionaries of scripts without spaces come with the runtime: another version of Node.js can divide a text otherwise.',
    'A conversation of several turns has one reference: each turn as a TRACE is held against it, though it is of the last. Ask for scope `session` there.',
  ],
  decisions: [
    'An empty answer is an answer and scores 0. An agent of which no output was recorded is unresolved: the answer may have been lost.',
    'NFKC and no case by default, as words are compared and not characters.',
    'Precision of an answer without words is 0/0: null in `details`; F1 is 0, as recall is.',
  ],
};
