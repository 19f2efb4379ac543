/** What each reason on an outcome means. A reason with a colon is looked up by the part before it. */
export const REASONS: Readonly<Record<string, string>> = {
  agent_error: 'an agent of the partition ended with an error status',
  agent_empty: 'an agent of the partition answered with nothing',
  agent_short: 'an agent of the partition answered in fewer characters than `min_response_length`',
  agent_missing: 'an agent was issued, and neither a run nor a result of it was recorded',
  agent_undelivered: 'an agent answered, and its answer did not reach its issuer',
  no_target_spans: 'the partition holds no span of the kind that the metric scores',
  kind_mismatch: 'the span is not of the kind that the metric scores',
  not_delegated: 'the agent was not issued by another agent',
  disabled_by_config: 'a target of the configuration switches the metric off here',
  scope_unsupported: 'the metric has no figure for this kind of partition',
  required_kind_missing: 'a kind of span that the metric needs was not recorded',
  required_column_missing: 'a field that the metric needs was not recorded',
  unsupported_trace_shape: 'the manifest of the metric excludes traces of this shape',
  unevaluable_spans: 'some spans cannot be evaluated, and the others do not decide the result',
  content_not_captured: 'the recording left content out, so that nothing can be said about it',
  internals_not_observed: 'only the result of the agent was recorded, not its run',
  delivery_not_recorded: 'the recording does not say what the issuer received',
  usage_not_recorded: 'no token figure was recorded',
  known_subtotal: 'some calls carry no tokens or were not observed: the sum is a lower bound',
  trace_missing: 'a case has no trace; it stays in the denominator',
  metric_timeout: 'the metric took longer than its manifest allows',
  metric_failed: 'the metric itself failed; this says nothing about the agents',
};

/** The meaning of a reason, or undefined for an unknown one. */
export function reasonText(reason: string): string | undefined {
  const key = reason.split(':')[0] ?? reason;
  return Object.hasOwn(REASONS, key) ? REASONS[key] : undefined;
}
