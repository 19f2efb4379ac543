import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'A right answer in other words scores 0. Use it where the form is fixed: a number, a name, a label.',
    'A conversation of several turns has one reference: each turn as a TRACE is held against it, though it is of the last. Ask for scope `session` there.',
  ],
  decisions: [
    'An empty answer is an answer and scores 0. An agent of which no output was recorded is unresolved: the answer may have been lost.',
    'NFC by default: two ways to write one character are equal, a full-width digit is another character than a plain one.',
    'A reference that is a value, where the answer is no JSON, is not applicable: the reference may be something else than the answer to give.',
  ],
};
