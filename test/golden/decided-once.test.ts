import { describe, expect, it } from 'vitest';
import { readOnlyTools } from '../../src/metrics/read-only-tools.ts';
import { metricNamed } from '../../src/metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../../src/metrics/resolve-config.ts';
import type { Json } from '../../src/model/json.ts';
import type { Trace } from '../../src/model/trace.ts';
import { scorePartition } from '../../src/run/score.ts';
import { SOURCES } from '../../src/sources/registry.ts';
import { lines, makeFolder } from '../../src/testing/make-folder.ts';
import { agents } from '../../src/views/agents.ts';
import { delegations } from '../../src/views/delegations.ts';
import { finalAnswer } from '../../src/views/final-answer.ts';
import { sessionUsage } from '../../src/views/session-usage.ts';
import { terminal } from '../../src/views/terminal.ts';
import { totalOf } from '../../src/views/token-count.ts';
import { usageLedger } from '../../src/views/usage-ledger.ts';

type Fields = Readonly<Record<string, Json>>;

interface Reading {
  readonly sessions: Awaited<ReturnType<ReturnType<typeof makeFolder>['sessions']>>['sessions'];
  readonly traces: readonly Trace[];
  readonly problems: readonly string[];
}

async function read(...records: readonly Fields[]): Promise<Reading> {
  const { sessions, problems } = await makeFolder({ 'run.jsonl': lines(records) }).sessions();
  return { sessions, traces: sessions.flatMap(({ traces }) => traces), problems: problems.map(({ code }) => code) };
}

async function only(...records: readonly Fields[]): Promise<Trace> {
  const { traces, problems } = await read(...records);
  const [trace] = traces;
  if (!trace || traces.length > 1 || problems.length) throw new Error(`${traces.length} traces, ${problems.join(' ')}`);
  return trace;
}

const second = (at: number): string => `17600000${String(at).padStart(2, '0')}000000000`;
const span = (id: string, kind: string, more: Fields = {}): Fields => ({
  type: 'span',
  session_id: 's',
  trace_id: 't',
  span_id: id,
  name: id,
  kind,
  start_ns: second(0),
  end_ns: second(9),
  ...more,
});
const text = (content: string): Fields => ({
  output_messages: [{ role: 'assistant', parts: [{ type: 'text', content }] }],
});
const asks = (name: string): Fields => ({
  output_messages: [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'x', name, arguments: {} }] }],
});
const lead = (more: Fields = {}): Fields => span('lead', 'AGENT', { agent: { name: 'lead' }, ...more });
const chat = (id: string, more: Fields = {}): Fields => span(id, 'LLM', { parent_id: 'lead', ...more });
const usage = (input: number, output: number): Fields => ({
  usage: { input_uncached: input, output, scope: 'exclusive', coverage: 'full' },
});

it('a root that ended without error and without any finish reason, whose last call asks for no tool, is completed', async () => {
  const trace = await only(lead(), chat('c', text('The north.')));
  expect(terminal(trace)).toEqual({ state: 'completed', source: 'derived' });
});

describe('what an exporter types as AGENT', () => {
  it('is no run of an agent where it is an iteration or a step of one', async () => {
    const step = span('iteration', 'AGENT', { parent_id: 'lead' });
    const trace = await only(lead(), step, chat('c', { parent_id: 'iteration', ...text('The north.') }));
    expect(agents(trace).map(({ name, output }) => [name, output?.length])).toEqual([['lead', 1]]);
    const around = span('workflow', 'AGENT');
    expect(agents(await only(around, lead({ parent_id: 'workflow', ...text('x') }))).map(({ name }) => name)).toEqual([
      'lead',
    ]);
  });

  it('is none where it only defines an agent', async () => {
    const attributes = (values: Fields): Json =>
      Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: value } }));
    const made = (spanId: string, operation: string): Json => ({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId,
      name: operation,
      startTimeUnixNano: second(0),
      endTimeUnixNano: second(9),
      attributes: attributes({
        'gen_ai.operation.name': operation,
        'openinference.span.kind': 'AGENT',
        'gen_ai.agent.name': spanId,
      }),
    });
    const spans = [made('00000000000000a1', 'create_agent'), made('00000000000000a2', 'invoke_agent')];
    const trace = await only({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    expect(agents(trace).map(({ name }) => name)).toEqual(['00000000000000a2']);
  });

  it('is one where it has a name and owns a call or an output, or is all that is known of an agent', async () => {
    const named = (id: string, more: Fields): Fields =>
      span(id, 'AGENT', { parent_id: 'lead', agent: { name: id }, ...more });
    const trace = await only(lead(), chat('c', text('x')), named('answers', text('x')), named('silent', {}));
    expect(agents(trace).map(({ name }) => name)).toEqual(['answers', 'lead', 'silent']);
  });
});

it.each([
  ['TERMINATE', { state: 'completed', by: 'agent' }],
  ['###STOP###', { state: 'completed', by: 'user' }],
  ['Agent stopped due to max iterations.', { state: 'max_steps', by: 'framework' }],
])('the message %s is how a run ended, not what its agent answered', async (word, end) => {
  const last = chat('d', { start_ns: second(10), end_ns: second(11), ...text(word) });
  const trace = await only(lead({ end_ns: second(12) }), chat('c', text('The place is in the north.')), last);
  expect(finalAnswer(trace)?.outputSpan?.spanId).toBe('c');
  expect(terminal(trace)).toEqual({ ...end, reason: word, source: 'reported' });
});

describe('tools that a framework makes', () => {
  it.each([
    ['agents-cli', 'transfer_to_agent'],
    ['otlp', 'transfer_to_agent'],
    ['otlp', 'handoff_to_agent'],
    ['claude-code', 'Task'],
  ])('are known to the source %s: %s', (source, tool) => {
    expect(SOURCES.find(({ name }) => name === source)?.frameworkTools).toContain(tool);
  });

  it('a tool of a server is the bare one only where an alias says so', async () => {
    const trace = await only(lead(), chat('c', { tool_definitions: [{ name: 'search', read_only: true }] }));
    const declared = { tools: [{ name: 'search', readOnly: true }] };
    for (const name of ['web__search', 'web.search'])
      expect([readOnlyTools(trace, {})(name), readOnlyTools(trace, declared)(name)]).toEqual([undefined, undefined]);
    const aliased = { tools: [{ name: 'search', aliases: ['web__search'], readOnly: true }] };
    expect(readOnlyTools(trace, aliased)('web__search')).toBe(true);
  });
});

it('an agent seen only through its issuer is an edge: listed, judged by what arrived, its tokens unknown', async () => {
  const ask = span('ask', 'TOOL', { parent_id: 'lead', tool: { name: 'ask', call_id: 'x' } });
  const edge = {
    type: 'delegation',
    id: 'e',
    trace_id: 't',
    from_span_id: 'lead',
    via_span_id: 'ask',
    via_tool_call_id: 'x',
    to_agent: 'helper',
    mode: 'spawn_async',
    context: 'unknown',
    context_evidence: 'none',
    basis: 'reported',
  };
  const judged = async (more: Fields): Promise<unknown> => {
    const trace = await only(lead(text('The place is in the north.')), chat('c', usage(10, 1)), ask, {
      ...edge,
      ...more,
    });
    expect(agents(trace).map(({ name }) => name)).toEqual(['lead']);
    expect(delegations(trace)).toMatchObject([{ toAgent: 'helper', status: more.status }]);
    expect(usageLedger(trace)).toMatchObject({ complete: false, leftOut: [{ reason: 'agent_not_observed' }] });
    const metric = metricNamed('agent.delegated_validity');
    const job = { metric, scope: 'trace' as const, resolved: resolveConfig(metric, NO_CONFIG_INPUT), declared: {} };
    const [outcome] = scorePartition(job, { type: 'trace', trace }, new Map(), () => 0);
    return outcome?.status === 'scored' ? outcome.score : outcome?.reason;
  };
  expect(await judged({ status: 'completed', result_text: 'It is at 60.1 N, 24.9 E.' })).toBe(1);
  expect(await judged({ status: 'completed', result_text: '' })).toBe(0);
  expect(await judged({ status: 'running' })).toBe('unevaluable_spans');
});

describe('a roll-up whose calls lie in another trace', () => {
  const rollUp = { ...lead(), usage: { input_uncached: 30, output: 3, scope: 'inclusive', coverage: 'full' } };
  const of = (model: string): Fields => ({ trace_id: 'u', model: { requested: model }, ...usage(30, 3) });
  const total = async (...records: readonly Fields[]): Promise<number[]> =>
    (await read(...records)).sessions.map((session) => totalOf(sessionUsage(session).total));

  it('gives way to a call of the same response, or of equal model, tokens and time', async () => {
    expect(await total(rollUp, { ...chat('c', of('m')), parent_id: '' })).toEqual([33]);
    const id = { response_id: 'r', start_ns: second(20), end_ns: second(29) };
    expect(
      await total({ ...rollUp, response_id: 'r' }, { ...chat('c', { ...of('m'), ...id }), parent_id: '' }),
    ).toEqual([33]);
  });

  it('is the only record where none matches, and counts', async () => {
    expect(await total(rollUp)).toEqual([33]);
    const other = { ...rollUp, model: { requested: 'n' } };
    expect(await total(other, { ...chat('c', of('m')), parent_id: '' })).toEqual([66]);
    const later = { start_ns: second(20), end_ns: second(29) };
    expect(await total(rollUp, { ...chat('c', { ...of('m'), ...later }), parent_id: '' })).toEqual([66]);
  });
});

it.each(['mark_task_complete', 'submit', 'finish'])(
  '%s ends a run as completed, with or without an observation',
  async (name) => {
    const observed = span('t', 'TOOL', { parent_id: 'lead', tool: { name, call_id: 'x', result: 'ok' } });
    const ended = { state: 'completed', reason: name, by: 'agent', source: 'derived' };
    expect(terminal(await only(lead(), chat('c', asks(name))))).toEqual(ended);
    expect(
      terminal(await only(lead(), chat('c', { ...asks(name), finish_reasons: ['tool_calls'] }), observed)),
    ).toEqual(ended);
  },
);

it('a user record that no person typed opens no trace: it is marked as synthetic in the trace that it falls in', async () => {
  let count = 0;
  const record = (fields: Fields): Fields => ({
    sessionId: 's',
    uuid: `u${++count}`,
    parentUuid: count > 1 ? `u${count - 1}` : null,
    timestamp: `2026-01-01T00:00:${String(count).padStart(2, '0')}Z`,
    ...fields,
  });
  const user = (content: string, more: Fields = {}): Fields =>
    record({ type: 'user', message: { role: 'user', content }, ...more });
  const answer = (id: string): Fields => {
    const content = [{ type: 'text', text: 'It is done.' }];
    return record({ type: 'assistant', requestId: id, message: { id, role: 'assistant', model: 'm', content } });
  };
  const { traces } = await read(
    user('Where is it?'),
    answer('1'),
    user('<command-name>/cost</command-name>'),
    user('<task-notification>done</task-notification>'),
    user('This session is being continued from a previous conversation', { isCompactSummary: true }),
    user('injected', { isMeta: true }),
    answer('2'),
  );
  const events = traces.map(({ spans }) => spans.flatMap((each) => each.events.map(({ name }) => name)));
  expect(events).toEqual([Array.from({ length: 4 }, () => 'synthetic_user_message')]);
});

describe('an id of zeros, a word or a repeated pattern', () => {
  const ids = ['0000000000000000', 'weather', 'abababababababab', 'ffffffffffffffff'];

  it('is an id like any other', async () => {
    const [top = '', ...below] = ids;
    const { traces, problems } = await read(
      span(top, 'AGENT', { agent: { name: 'lead' }, ...text('x') }),
      ...below.map((id) => span(id, 'LLM', { parent_id: top, ...usage(1, 1) })),
    );
    expect(problems).toEqual([]);
    expect(traces.flatMap((trace) => trace.findings)).toEqual([]);
    expect(traces[0]?.spans.map(({ spanId, parentId }) => [spanId, parentId])).toEqual(
      [top, ...below].sort().map((id) => [id, id === top ? undefined : top]),
    );
  });

  it('is a problem only where different spans share it', async () => {
    for (const id of ids) {
      const { problems } = await read(span(id, 'LLM', { name: 'one' }), span(id, 'LLM', { name: 'other' }));
      expect(problems).toEqual(['SOURCE_ID_COLLISION']);
    }
  });
});
