function keys(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/));
}

/** Keys of each kind of record. */
export const RECORD_KEYS = {
  span: keys(`type session_id trace_id span_id parent_id name kind kind_raw start_ns end_ns status status_message errors
    agent input_messages output_messages output_source content_captured tool_calls system_instructions tool
    tool_definitions model response_id usage cost finish_reasons attempt retry_of duplicate_of links events attributes at`),
  delegation: keys(`type id trace_id from_span_id from_agent via_tool_call_id via_span_id to_span_id to_agent mode task
    context context_evidence basis status result_text required at`),
  trace: keys('type trace_id session_id terminal'),
  case: keys(`type trace_id id task trial prompt reference context expected_calls constraints tools step_cap escalation
    rubric_groups tags recorded match at`),
};

/** Keys of what stands inside a record. */
export const INNER_KEYS = {
  agent: keys('name id role description path version'),
  at: keys('file line pointer'),
  call: keys('type id name arguments arguments_raw'),
  cost: keys('usd scope source'),
  definition: keys('name description parameters read_only'),
  error: keys('type message source'),
  escalation: keys('expected'),
  event: keys('name time_ns attributes'),
  expectedCall: keys('name arguments'),
  link: keys('trace_id span_id'),
  match: keys('session trace attributes'),
  message: keys('role name parts finish_reason'),
  model: keys('requested responded provider'),
  task: keys('id version'),
  terminal: keys('state reason by source'),
  tool: keys('name call_id type description arguments arguments_raw result result_is_error'),
  usage: keys(
    'input_uncached cache_read cache_write cache_write_1h output reasoning input_total_reported scope coverage',
  ),
};

const CONTENT = keys('type content');

/** Keys of a part, by its type. Parts of another type are kept whole. */
export const PART_KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['text', CONTENT],
  ['refusal', CONTENT],
  ['reasoning', CONTENT],
  ['compaction', CONTENT],
  ['tool_call', INNER_KEYS.call],
  ['tool_call_response', keys('type id name response is_error')],
  ['blob', keys('type mime_type content')],
  ['file', keys('type file_id mime_type')],
  ['uri', keys('type uri mime_type')],
  ['server_tool_call', keys('type id name arguments')],
  ['server_tool_call_response', keys('type id response')],
  ['generic', keys('type kind value')],
]);
