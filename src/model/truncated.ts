import { toNumber } from './json.ts';
import type { Attributes } from './span.ts';

/** Attributes by which OpenTelemetry tells how much a recorder left out of a span at its limits. */
export const DROPPED = {
  attributes: 'otel.dropped_attributes_count',
  events: 'otel.dropped_events_count',
  links: 'otel.dropped_links_count',
} as const;

/** True for the attributes of a span of which its recorder left some part out. */
export function isTruncated(attributes: Attributes): boolean {
  return Object.values(DROPPED).some((key) => (toNumber(attributes.get(key)) ?? 0) > 0);
}
