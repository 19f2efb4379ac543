import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'A pattern without anchors also matches within words.',
    'With `ignore_case` the answer is folded to upper case: write `(?i)` in the pattern instead.',
    'A conversation of several turns has one reference: each turn as a TRACE is held against it, though it is of the last. Ask for scope `session` there.',
  ],
  decisions: [
    'A reference is text for people by default and is read as a pattern only on request.',
    'A pattern of the configuration that does not compile is refused; one of a case makes its outcome unresolved: `pattern_invalid`.',
    'An empty answer is an answer and is matched like any other. An agent of which no output was recorded is unresolved: the answer may have been lost.',
  ],
};
