import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'A part of a word counts: an answer `1420` contains `42`. Use `text.regex` with word boundaries where that matters.',
    'An answer that denies the reference contains it too: `it is not Paris`.',
    'A conversation of several turns has one reference: each turn as a TRACE is held against it, though it is of the last. Ask for scope `session` there.',
  ],
  decisions: [
    'An empty answer is an answer and scores 0. An agent of which no output was recorded is unresolved: the answer may have been lost.',
    'Of several references any is enough. Line breaks count as spaces by default.',
    'An empty reference is not applicable: every text contains it.',
  ],
};
