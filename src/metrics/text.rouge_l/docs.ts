import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'It counts words, not meaning.',
    'Sentences in another order score low, though each is right.',
    'Words are found with a fixed locale, so that the machine does not show in a score. Dictionaries of scripts without spaces come with the runtime: another version of Node.js can divide a text otherwise.',
    'A conversation of several turns has one reference: each turn as a TRACE is held against it, though it is of the last. Ask for scope `session` there.',
  ],
  decisions: [
    'An empty answer is an answer and scores 0. An agent of which no output was recorded is unresolved: the answer may have been lost.',
    'One sequence over the whole text, not sentence by sentence (the variant called Lsum).',
    'Texts of more than 20,000 words, or 200,000 characters, are unresolved: `text_too_long`.',
  ],
};
