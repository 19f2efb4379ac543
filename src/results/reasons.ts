import { JUDGE_DIAGNOSTICS, JUDGE_REASONS } from './judge-reasons.ts';

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
  run_end_not_recorded: 'the root of the run has no start or no end',
  several_roots: 'the trace has no single root, so that it is not known what the run as a whole is',
  no_finished_tool: 'no tool execution ended, so that none failed or succeeded',
  no_tool_error: 'no tool execution failed',
  no_tool_calls: 'no tool was called',
  arguments_not_recorded: 'the arguments of a call were not recorded, so that it cannot be compared',
  no_siblings: 'no agent issued two others, so that there is nothing to compare',
  no_delegated_agents: 'no agent was issued by another',
  no_output_to_follow: 'no subagent gave an output that could be recognised later',
  read_only_unknown: 'nobody says whether a tool only reads; declare it under `muster.tools`',
  run_unit_session: 'one run is a whole session here, so that a trace alone is not scored',
  tool_call_incorrect: 'a call names a tool that its caller does not have, or its parameters are not valid for it',
  toolset_unknown: 'neither the recording nor the project says which tools the caller had',
  schema_unknown: 'the tool is known, and no schema of its parameters is',
  arguments_truncated: 'the recorder cut the arguments of a call off',
  code_not_configured: 'a check that is a function was not run',
  step_cap_not_declared: 'no step cap is declared, so that none can be kept; the steps are told all the same',
  step_cap_invalid: 'the case of the run holds no step cap of 1 or more, or its traces hold several',
  step_cap_exceeded: 'the run took more steps than its cap',
  step_cap_reached: 'the run took all steps of its cap, and nothing says that it stopped by itself',
  steps_unknown: 'the steps of some agent were not recorded, so that their number is only a lower bound',
  stop_state_unknown: 'nothing shows how the run ended',
  framework_step_limit: 'the framework ended the run at its own limit of steps',
  truncated: 'the last answer was cut off at its limit of tokens',
  context_limit: 'the run ended because its context was full',
  budget_exhausted: 'the run ended because its budget was spent',
  timeout: 'the run ended because its time was up',
  blocked: 'a filter or guardrail ended the run',
  cancelled: 'the run was interrupted',
  error: 'the run ended with an error',
  no_stop_state: 'the run ended with a tool call that was still open',
  escalation_not_observable: 'no tool, event or record could show that a human took over',
  escalation_result_unknown: 'a transfer to a human was asked for, and its result was not recorded',
  constraint_violated: 'a declared constraint failed',
  no_constraints_declared: 'no constraint is declared, so that none can be kept',
  constraints_invalid: 'the list of constraints that the recording carries cannot be used',
  declared_after_start: 'a constraint was declared when the run had already started',
  judge_not_configured: 'a check that needs a judge was not made',
  value_not_found: 'nothing stands at the path that a check looks at',
  value_not_a_number: 'what stands at the path that a check looks at is no number',
  output_not_json: 'the final answer is no JSON, and a check looks inside it',
  state_not_recorded: 'a check looks at the state at the end, which was not recorded',
  tool_result_not_recorded: 'a call was asked for, and whether it succeeded was not recorded',
  cost_unknown: 'the cost is not known, or only a part of it that keeps the limit',
  not_recorded: 'neither the case nor the recording says whether the constraint holds',
  no_protected_facts: 'no constraint is a protected fact that can be looked for in a text',
  input_not_recorded: 'what a subagent was given was not recorded',
  known_subtotal: 'some calls carry no tokens or were not observed: the sum is a lower bound',
  no_case: 'no case is known for it, and the metric holds a run against one',
  several_cases: 'its traces are held against several cases: each of them has a score of its own',
  no_reference: 'the case holds no reference',
  reference_empty: 'the reference holds nothing that an answer could be compared with',
  reference_not_text: 'the reference is a value that this metric cannot compare with a text',
  reference_not_schema: 'the reference is no JSON Schema',
  answer_not_json: 'the answer is no JSON',
  schema_violated: 'the answer is JSON that the schema does not allow',
  no_final_answer: 'the run did not end with a text, as far as was recorded',
  text_too_long: 'a text is longer than the metric compares',
  not_configured: 'the metric needs a configuration that says what to look for',
  pattern_invalid: 'the pattern of a case is no regular expression that runs in linear time',
  schema_invalid: 'a schema of the data is no valid JSON Schema',
  schema_too_large: 'a schema of the data holds too much',
  schema_too_costly: 'a schema of the data takes too many steps',
  schema_unresolvable: 'a schema of the data refers to something that is not in it; nothing is fetched',
  schema_dialect_unknown: 'a schema of the data is of a dialect that is not known',
  schema_pattern_unsupported: 'a pattern of a schema cannot run in linear time',
  value_too_large: 'a value holds too much to be checked by a schema',
  no_expected_calls: 'the case expects no calls',
  too_many_calls: 'there are more different calls than can be compared',
  no_calls_made: 'no call was made, so that none was right or wrong',
  agent_not_found: 'no agent of this name was recorded',
  tool_not_used: 'a tool that was to be used was not',
  forbidden_tool_used: 'a tool that was not to be used was',
  call_limit_exceeded: 'more calls were made than the limit allows',
  trace_missing: 'a case has no trace; it stays in the denominator',
  success_not_recorded: 'the case does not say whether the trial succeeded',
  score_with_bounds: 'a part of the score is unresolved, so that the trial may have succeeded or not',
  metric_timeout: 'the metric took longer than its manifest allows',
  metric_failed: 'the metric itself failed; this says nothing about the agents',
};

/** What each health finding means: what is odd about the evidence of a trace. */
export const FINDINGS: Readonly<Record<string, string>> = {
  duplicate_spans: 'spans were recorded more than once; each counts once',
  id_collision: 'different spans share one id, so that what names it cannot be attached to one of them',
  parent_cycle: 'the parents of spans form a cycle, which is cut at its first span in time',
  split_session: 'spans of one trace name several sessions; the trace stays whole, in that of its root',
  orphan_spans: 'the parents of spans were not recorded, so that a part of the tree may be missing',
  multiple_roots: 'the trace has more than one root',
  no_timestamps: 'no span has a time, so that order and duration are unknown',
  unfinished_spans: 'spans have a start and no end',
  clock_skew: 'spans lie outside the time of their parent',
  ends_before_start: 'spans end before they start',
  duplicate_calls: 'model calls were recorded by more than one span; each counts once',
  usage_conflict: 'a span and the calls below it disagree on tokens; the calls count',
  truncated_attributes:
    'recorders left attributes, events or links of spans out at their limits, and content with them',
  content_not_captured: 'no message, input, output or result was recorded',
  missing_agents: 'agents were issued and never observed',
};

/** Why tokens are not part of a total, or why a total is only a known subtotal. */
export const TOKEN_GAPS: Readonly<Record<string, string>> = {
  partial_usage: 'a call carries only a part of its token figures',
  call_without_usage: 'a model call carries no token figure',
  more_declared_than_recorded: 'a sum that was declared is more than the calls below it: some were not recorded',
  parent_not_recorded: 'the parent of spans was not recorded, and with it perhaps calls',
  agent_not_observed: 'an agent was issued, and its run was not recorded',
  agent_without_calls: 'an agent ran, and no model call of it was recorded',
  embedding_tokens: 'tokens of embeddings are of another price class and are not added',
  not_a_sum_of_calls: 'a figure is a running total or one call of many, and not the sum of its calls',
};

/** Why the cost of a call is not known exactly. */
export const COST_GAPS: Readonly<Record<string, string>> = {
  model_not_priced: 'no price of the model is known; declare it under `muster.prices`',
  model_not_recorded: 'the call does not name its model, so that it has no price',
  input_price_unknown: 'the model has no known price of input',
  output_price_unknown: 'the model has no known price of output',
  cached_price_unknown: 'the model has no known price of cached input, which is not free',
  cache_write_price_unknown: 'the model has no known price of cache writes',
  cache_write_lifetime_unknown: 'how long a cache write is kept was not recorded, and its price depends on it',
  tiered_sum: 'a sum of several calls, at prices that depend on the input of each',
  several_models: 'a sum of calls of several models with different prices',
  other_fees: 'the model bills something besides the tokens of text: requests, images or sound',
  other_service_tier:
    'the call was served as a batch, flexibly or with priority, which is no list price; declare yours',
  bad_token_count: 'a token count is negative, or larger than any call',
};

/** Why a mean has no interval. */
const INTERVAL_GAPS: Readonly<Record<string, string>> = {
  nothing_scored: 'nothing was scored',
  one_task: 'everything belongs to one task, which says nothing about others',
  one_session: 'everything belongs to one session, which says nothing about others',
  too_few_different_scores: 'fewer than six scores differ from the most common one: an interval would claim too much',
};

/** What a diagnostic in the details of an outcome means. It changes no score. */
export const DIAGNOSTICS: Readonly<Record<string, string>> = {
  span_unfinished: 'the span has a start and no end',
  exception_without_error_status: 'an error was recorded on the span, whose status is no error',
  superseded_attempts: 'the span is one of several attempts',
  reasoning_only_output: 'the output holds reasoning and nothing else, which counts as empty',
  ignored_output_roles: 'messages of the output are of another role than the agent, and are not its answer',
  duplicate_argument_keys: 'the arguments of a call name a member twice; the last one was judged',
};

/** Why two runs have no interval, or are not compared at all. */
export const COMPARISON_REASONS: Readonly<Record<string, string>> = {
  only_in_a: 'only the first of two runs has the metric',
  only_in_b: 'only the second of two runs has the metric',
  version_differs: 'two runs scored it with different versions of the metric',
  rubrics_differ: 'two runs judged by different rubrics',
  direction_differs: 'two runs disagree on whether more of it is better',
  config_differs: 'two runs scored it with different configurations',
  not_comparable: 'two runs scored it in different ways, so that a difference would say nothing',
  nothing_paired: 'two runs share no case, and no session and trace',
  incomplete_matching: 'some pairs have a score in one of two runs only',
  insufficient_independent_tasks: 'fewer than six independent tasks are paired: no test can tell them apart',
  zero_variance: 'every paired difference is the same',
  sparse_differences: 'fewer than six paired differences are not zero',
};

const WORDS: readonly Readonly<Record<string, string>>[] = [
  COMPARISON_REASONS,
  REASONS,
  JUDGE_REASONS,
  FINDINGS,
  TOKEN_GAPS,
  COST_GAPS,
  INTERVAL_GAPS,
  DIAGNOSTICS,
  JUDGE_DIAGNOSTICS,
];

/** Every word that `reasonText` knows. */
export const ALL_WORDS: readonly string[] = [...new Set(WORDS.flatMap((words) => Object.keys(words)))];

/** The meaning of a reason, finding, token gap or diagnostic; undefined for an unknown word. */
export function reasonText(reason: string): string | undefined {
  const key = reason.split(':')[0] ?? reason;
  return WORDS.find((words) => Object.hasOwn(words, key))?.[key];
}
