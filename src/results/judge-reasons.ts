/** What each reason on the outcome of a metric that asks a judge means. */
export const JUDGE_REASONS: Readonly<Record<string, string>> = {
  judge_tie: 'as many samples of the judge say one thing as another',
  judge_unresolved: 'fewer than half of the samples of the judge are valid',
  judge_budget_exhausted: 'the budget of the judge is used up, so that it was not asked',
  judge_budget_unpriced: 'the budget is in US dollars, and the price of the judge is not known',
  judge_not_configured: 'nobody can be asked: the judge has no provider, or no key',
  egress_not_allowed: 'prompts may not leave this machine, so that the judge was not asked',
  context_overflow: 'the prompt is longer than the judge takes',
  replay_miss: 'the recorded answers hold none to this prompt',
  missing_field: 'the template names a field that the case does not hold',
  judge_cancelled: 'the run was interrupted while the judge was asked',
  unparseable: 'the answer holds no JSON object with a score',
  ambiguous: 'the answer holds several scores that disagree',
  score_out_of_range: 'the score lies outside of the declared scale; it is never clamped',
  score_wrong_type: 'the score is no value of the declared scale, such as `true` for a number',
  refusal: 'the model declined to answer, or a filter withheld its answer',
  rate_limited: 'the provider kept asking to wait',
  server_error: 'the provider failed',
  no_answer_in_time: 'the provider did not answer in time',
  unreachable: 'the provider could not be reached',
  unauthorised: 'the provider refused the key',
  rejected: 'the provider refused the request',
  bad_answer: 'the endpoint answered in a shape that is not its protocol',
};

/** What a diagnostic of a judge's samples means. It changes no score. */
export const JUDGE_DIAGNOSTICS: Readonly<Record<string, string>> = {
  nonce_missing:
    'an answer did not carry the key that was asked for: its last object outside of quoted recordings counts',
  nonce_wrong: 'an answer holds an object with another key, which does not count',
  quoted_answer_ignored: 'an answer quotes an object of the recording, which does not count',
  json_repaired: 'an answer parses only without its trailing commas',
  parameter_ignored: 'the judge does not take a parameter that is configured, and it was left out',
  response_derived: 'the run did not end with a text: the last one before that was judged as its response',
  field_cut: 'a field was longer than a judge is shown: its middle was left out',
  unknown_placeholder: 'a placeholder names no field of any case, and stayed as it is',
};
