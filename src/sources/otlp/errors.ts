import type { SpanError } from '../../model/span.ts';
import { textOfKeys } from './attribute-values.ts';
import type { RawSpan } from './raw-span.ts';

/** Everything on a span that speaks of an error, whatever its status says. */
export function errorsOf(span: RawSpan): SpanError[] {
  const errors: SpanError[] = [];
  if (span.status === 'ERROR' && span.statusMessage !== undefined)
    errors.push({ message: span.statusMessage, source: 'status' });
  const type = textOfKeys(span.attributes, 'error.type');
  const message = textOfKeys(span.attributes, 'error.message');
  if (type !== undefined || message !== undefined)
    errors.push({
      ...(type !== undefined && { type }),
      ...(message !== undefined && { message }),
      source: 'error.type',
    });
  if (textOfKeys(span.attributes, 'gen_ai.task.status') === 'failure') errors.push({ source: 'gen_ai.task.status' });
  for (const event of span.events) {
    if (event.name !== 'exception' && event.name !== 'gen_ai.client.operation.exception') continue;
    const thrown = textOfKeys(event.attributes, 'exception.type');
    const said = textOfKeys(event.attributes, 'exception.message');
    errors.push({
      ...(thrown !== undefined && { type: thrown }),
      ...(said !== undefined && { message: said }),
      source: 'exception_event',
    });
  }
  return errors;
}
