import type { JsonObject } from '../model/json.ts';
import { type Problem, problem } from '../problems/problem.ts';
import type { GateVerdict } from '../results/gate-verdict.ts';
import type { GroupSummary, MetricSummary } from '../results/metric-summary.ts';
import type { Outcome, PartitionRef, Verdict } from '../results/outcome.ts';
import type { AgentEntry, RunResult, ValidRate } from '../results/run-result.ts';

/** What a report is made of, by hand. */
export interface MadeRun {
  readonly run: RunResult;
  readonly outcomes: readonly Outcome[];
  readonly problems: readonly Problem[];
}

const VALIDITY = 'agent.subagent_validity';

/** An outcome with the parts that a test does not care about filled in. */
export function makeOutcome(
  verdict: Verdict,
  rest: Partial<Omit<Outcome, keyof Verdict>> & { readonly agent?: string } = {},
): Outcome {
  const { agent = 'geocoder', ...given } = rest;
  const partition: PartitionRef = {
    type: 'span',
    session_id: 'trip',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    agent,
  };
  return {
    id: '0a1b2c3d4e5f6071',
    metric: VALIDITY,
    version: '1.0.0',
    config_hash: 'c0ffee00c0ffee00',
    partition,
    because: `${agent} answered with nothing`,
    evidence: [{ span_id: '00f067aa0ba902b7', at: { file: 'traces/trip.jsonl', line: 17 } }],
    details: {},
    touched_by: [],
    facets: { source: 'otlp', agent, depth: 1, delegated: true },
    ...given,
    ...verdict,
  };
}

/** A summary with the parts that a test does not care about filled in. */
export function makeSummary(given: Partial<MetricSummary> = {}): MetricSummary {
  return {
    metric: VALIDITY,
    scope: 'span',
    n: 17,
    scored: 14,
    not_applicable: 1,
    unresolved: 2,
    error: 0,
    vacuous: 0,
    mean: 11 / 14,
    successes: 11,
    interval_reason: null,
    exact: null,
    interval: { method: 'wilson', level: 0.95, low: 0.5241, high: 0.9243 },
    min: 0,
    max: 1,
    median: 1,
    p95: 1,
    labels: { valid: 11, empty: 2, error: 1 },
    reasons: { content_not_captured: 2, disabled_by_config: 1 },
    bounds: [0.6875, 0.8125],
    groups: {},
    tables: {},
    ...given,
  };
}

/** A group with the parts that a test does not care about filled in. */
export function makeGroup(given: Partial<GroupSummary> = {}): GroupSummary {
  return {
    key: 'geocoder',
    n: 4,
    scored: 4,
    not_applicable: 0,
    unresolved: 0,
    error: 0,
    vacuous: 0,
    mean: 0.25,
    successes: 1,
    interval: null,
    interval_reason: 'one_session',
    bounds: null,
    labels: {},
    ...given,
  };
}

/** A rate of valid agents. */
function makeRate(valid: number, judged: number, ends: { low: number; high: number }): ValidRate {
  const interval = { method: 'wilson', level: 0.95, ...ends };
  return { valid, judged, left_out: { unresolved: 2, not_applicable: 1 }, interval, interval_reason: null };
}

/** A gate with the parts that a test does not care about filled in. */
export function makeGate(given: Partial<GateVerdict> = {}): GateVerdict {
  return {
    metric: VALIDITY,
    scope: 'span',
    statistic: 'mean',
    condition: 'at least 0.95',
    where: {},
    state: 'failed',
    advisory: false,
    value: 11 / 14,
    interval: { method: 'wilson', level: 0.95, low: 0.5241, high: 0.9243 },
    numerator: 11,
    denominator: 14,
    coverage: 0.875,
    errors: 0,
    reason: '',
    offenders: [
      {
        outcome: '0a1b2c3d4e5f6071',
        because: 'geocoder answered with nothing',
        evidence: [{ span_id: '00f067aa0ba902b7', at: { file: 'traces/trip.jsonl', line: 17 } }],
      },
    ],
    ...given,
  };
}

/** An agent with the parts that a test does not care about filled in. */
export function makeAgent(given: Partial<AgentEntry> = {}): AgentEntry {
  return {
    agent: 'geocoder',
    delegated: true,
    depth: 1,
    runs: 4,
    labels: { valid: 1, empty: 2, error: 1 },
    missing: 1,
    tokens: { known: 12400, complete: false, own: 3200 },
    worst: {
      label: 'error',
      because: 'geocoder ended with an error: “upstream timeout after 30 s”',
      at: { file: 'traces/trip.jsonl', line: 23 },
    },
    ...given,
  };
}

const INPUTS: RunResult['inputs'] = [
  {
    path: 'traces/trip.jsonl',
    bytes: 48_211,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    source: 'otlp',
    because: 'every line is an OTLP export with resourceSpans',
  },
  {
    path: 'traces/sessions/0d3c.jsonl',
    bytes: 9_120,
    sha256: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
    source: 'claude-code',
    because: 'lines have uuid, parentUuid and sessionId',
  },
  {
    path: 'traces/notes.txt',
    bytes: 12,
    sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    because: 'no source recognises this file: it is not JSON',
  },
];

/** A run of the size that a person reads: two files, five agents, a failed gate, and a bit of everything odd. */
export function makeRun(given: Partial<RunResult> = {}): MadeRun {
  const run: RunResult = {
    schema_version: '1',
    tool: { name: 'muster', version: '0.1.0' },
    partial: false,
    scope: 'trace',
    inputs: INPUTS,
    config: { path: 'muster.yaml', hash: 'a1b2c3d4e5f60718', value: { metrics: ['agent.*'], gates: [] } as JsonObject },
    metrics: [entry(VALIDITY, 'higher_is_better'), entry('usage.tokens', 'neutral')],
    counts: { sessions: 3, traces: 4, spans: 213, cases: 0 },
    agents: [
      makeAgent(),
      makeAgent({
        agent: '翻訳エージェント',
        depth: 2,
        runs: 2,
        labels: { valid: 1, unresolved: 1 },
        missing: 0,
        tokens: { known: 8100, complete: true, own: 8100 },
        worst: {
          label: 'unresolved',
          because: "翻訳エージェント's output was not recorded",
          at: { file: 'traces/trip.jsonl', line: 41 },
        },
      }),
      plainAgent('planner', {
        delegated: false,
        depth: 0,
        runs: 2,
        labels: { valid: 2 },
        tokens: { known: 93_300, complete: false, own: 41_000 },
      }),
      plainAgent('research_weather 🌦️', {
        runs: 6,
        labels: { valid: 6 },
        tokens: { known: 31_800, complete: true, own: 31_800 },
      }),
      plainAgent('summariser', {
        runs: 3,
        labels: { valid: 1, short: 0, unresolved: 1, not_applicable: 1 },
        tokens: { known: null, complete: false, own: null },
      }),
    ],
    agent_rates: {
      all: makeRate(11, 14, { low: 0.5241, high: 0.9243 }),
      delegated: makeRate(9, 12, { low: 0.4677, high: 0.9111 }),
    },
    summaries: [
      makeSummary({
        groups: {
          agent: {
            scope: 'span',
            groups: [
              makeGroup({ key: 'geocoder', n: 4, scored: 4, unresolved: 0, mean: 0.25, successes: 1 }),
              makeGroup({ key: 'summariser', n: 3, scored: 1, unresolved: 1, mean: 1, successes: 1 }),
            ],
            left_out: 0,
          },
        },
      }),
      makeSummary({
        metric: 'usage.tokens',
        scope: 'trace',
        n: 4,
        scored: 0,
        not_applicable: 0,
        unresolved: 4,
        error: 0,
        mean: null,
        successes: null,
        interval: null,
        interval_reason: 'nothing_scored',
        min: null,
        max: null,
        p95: null,
        labels: {},
        reasons: { usage_not_reported: 4 },
        bounds: [93_300, null],
      }),
    ],
    gates: [
      makeGate({
        metric: 'usage.tokens',
        scope: 'trace',
        statistic: 'p95',
        condition: 'at most 100,000',
        state: 'unsupported',
        value: null,
        interval: null,
        numerator: null,
        denominator: 0,
        coverage: 0,
        reason: 'nothing_scored',
        offenders: [],
      }),
      makeGate(),
      makeGate({
        statistic: 'min',
        condition: 'at least 0',
        state: 'held',
        value: 0,
        interval: null,
        numerator: null,
        coverage: 1,
        offenders: [],
        where: { agent: 'research_*' },
      }),
    ],
    health: [{ kind: 'content_not_captured', message: 'no message content was recorded', count: 2, traces: 1 }],
    problems: [
      { code: 'INPUT_BAD_JSON', count: 3 },
      { code: 'INPUT_UNKNOWN_FORMAT', count: 1 },
    ],
    usage: {
      input: { known: 84_200, complete: true },
      output: { known: 9_100, complete: false },
      delegated: { known: 52_300, complete: false },
      total: { known: 93_300, complete: false },
      left_out: [{ reason: 'output_not_reported', count: 3 }],
    },
    cost: {
      total: { known: 0.4217, complete: false },
      delegated: { known: 0.25, complete: false, at_most: 0.31 },
      left_out: [{ reason: 'model_not_priced', count: 2 }],
      unpriced: [{ model: 'mystery-1', calls: 2 }],
      prices: { id: 'genai-prices 0.1.8', hash: 'feedface' },
    },
    ...given,
  };
  return { run, outcomes: OUTCOMES, problems: PROBLEMS };
}

function plainAgent(agent: string, given: Partial<AgentEntry>): AgentEntry {
  const { worst: _, ...rest } = makeAgent({ agent, missing: 0, ...given });
  return rest;
}

function entry(name: string, direction: string): RunResult['metrics'][number] {
  return {
    name,
    version: '1.0.0',
    direction,
    manifest_hash: 'feedfacefeedface',
    config_hash: 'c0ffee00c0ffee00',
    config: {},
  };
}

const OUTCOMES: readonly Outcome[] = [
  makeOutcome({ status: 'scored', score: 0, label: 'empty' }),
  makeOutcome(
    { status: 'scored', score: 1, label: 'valid' },
    { id: '1111111111111111', agent: 'planner', because: 'planner answered 812 characters' },
  ),
  makeOutcome(
    { status: 'unresolved', score: null, reason: 'content_not_captured', bounds: [0, 1] },
    { id: '2222222222222222', agent: '翻訳エージェント', because: "翻訳エージェント's output was not recorded" },
  ),
  makeOutcome(
    { status: 'not_applicable', score: null, reason: 'disabled_by_config' },
    { id: '3333333333333333', agent: 'summariser', because: 'summariser is switched off by configuration' },
  ),
  makeOutcome(
    { status: 'unresolved', score: null, reason: 'usage_not_reported', bounds: [93_300, null] },
    {
      id: '4444444444444444',
      metric: 'usage.tokens',
      partition: { type: 'trace', session_id: 'trip', trace_id: 'not-hex' },
      because: 'three calls report no output tokens',
      details: { response_id: 'resp_7' },
    },
  ),
  makeOutcome(
    { status: 'error', score: null, reason: 'timeout', message: 'no answer within 300 s' },
    { id: '5555555555555555', because: 'the metric failed' },
  ),
];

const PROBLEMS: readonly Problem[] = [
  problem('INPUT_BAD_JSON', { reason: 'the text ends within a string' }, { file: 'traces/trip.jsonl', line: 88 }),
  problem('INPUT_UNKNOWN_FORMAT', { reason: 'it is not JSON' }, { file: 'traces/notes.txt' }),
];
