import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'process.tool_call_correctness',
  display_name: 'Tool-call Correctness',
  version: '1.0.0',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'higher_is_better',
  entrypoint: 'builtin:process.tool_call_correctness',
  target_kind: 'AGENT',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  required_columns: [],
  accepts: [
    {
      name: 'canonical_partition_v1',
    },
  ],
  dependencies: [],
  unsupported_trace_shapes: [],
  execution: {
    processing_kind: 'cpu',
    max_concurrency: 4,
    timeout_seconds: 300,
    emits_metric_family: false,
    function_name: null,
  },
  description: 'Every tool call used a declared tool with parameters valid under its JSON Schema.',
  config_schema: {
    title: 'ToolCallCorrectnessConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'tool_call_correctness',
        'x-aip-param-role': 'scoring_metadata',
      },
      run_unit: {
        enum: ['trace', 'session'],
        description: "what one run is; without it the source's own default",
      },
      tools: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name'],
          properties: {
            name: {
              type: 'string',
            },
            parameters: {
              type: 'object',
            },
          },
        },
      },
      aliases: {
        type: 'object',
        additionalProperties: {
          type: 'string',
        },
      },
      unknown_parameters: {
        enum: ['schema', 'reject'],
        default: 'schema',
      },
      assert_formats: {
        type: 'boolean',
        default: true,
      },
      param_checks: {
        type: 'object',
      },
    },
  },
  metric_metadata: {
    summary: 'Did every tool call name a tool the agent has, with parameters valid for it?',
    methodology: [
      'Requested and executed calls are joined by tool_call_id and each counted once.',
      'valid_tool = name in the toolset visible to the caller; no toolset known -> unknown.',
      'valid_params = parsed arguments valid under the JSON Schema and not rejected by the runtime as invalid arguments; no schema -> unknown.',
      'A run with no calls scores 1.0 and is flagged vacuous; put a required tool on the constraint list.',
    ],
    score_semantics:
      'TRACE is 1.0 when every call is correct (also with no call, vacuous), 0.0 when one is incorrect, null when one is unknown and none incorrect. SESSION is a share of runs. Higher is better.',
    worked_example:
      'get_weather({"location":"Oslo"}) with required [location,date] -> valid_tool true, valid_params false (schema:required:date) -> run 0.0.',
  },
};
