import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';

function carriesContent(span: Span): boolean {
  return (
    span.inputMessages !== undefined ||
    span.outputMessages !== undefined ||
    span.toolCalls !== undefined ||
    span.tool?.arguments !== undefined ||
    span.tool?.argumentsRaw !== undefined ||
    span.tool?.result !== undefined
  );
}

/**
 * False when no span of the trace carries a message, an input, an output, an argument or a result: then its recorder
 * left content out, and an agent without output cannot be called empty.
 */
export const contentCaptured = defineView(
  'content-captured',
  1,
  (trace: Trace): boolean =>
    trace.spans.some(carriesContent) || trace.delegations.some((edge) => edge.resultText !== undefined),
);
