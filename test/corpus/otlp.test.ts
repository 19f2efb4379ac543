import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../src/model/message.ts';
import type { Span, SpanKind } from '../../src/model/span.ts';
import type { ModelRecord } from '../../src/model/trace.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { memoryFile } from '../../src/sources/input/memory-file.ts';
import { otlpSource } from '../../src/sources/otlp/source.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const isHere = existsSync(CORPUS);
if (!isHere) console.warn(`no corpus at ${CORPUS}: the tests over real recordings are skipped`);

interface Read {
  readonly spans: Span[];
  readonly records: ModelRecord[];
  readonly problems: Problem[];
}

async function read(name: string): Promise<Read> {
  const records: ModelRecord[] = [];
  const problems: Problem[] = [];
  const file = memoryFile(name, readFileSync(CORPUS + name));
  for await (const record of otlpSource.read([file], { report: (found) => problems.push(found) })) records.push(record);
  return { records, problems, spans: records.flatMap((record) => (record.type === 'span' ? [record.span] : [])) };
}

const ofKind = (spans: readonly Span[], kind: SpanKind): Span[] => spans.filter((span) => span.kind === kind);
const agentNames = (spans: readonly Span[]): string[] =>
  ofKind(spans, 'AGENT').map((span) => span.agent?.name ?? span.name);

/** Input and output tokens of the model calls, as recorded: the same call on two spans counts twice here. */
function tokens(spans: readonly Span[]): [number, number] {
  const calls = ofKind(spans, 'LLM');
  const sum = (pick: (span: Span) => number | undefined): number =>
    calls.reduce((total, span) => total + (pick(span) ?? 0), 0);
  return [sum((span) => span.usage?.inputTotalReported), sum((span) => span.usage?.output)];
}

describe.skipIf(!isHere)('real recordings', () => {
  test.each([
    ['otel-genai/agentevalsdev_helm.json', 96, ['helm_agent'], 4, 1, [7552, 260]],
    ['otel-genai/agentevalsdev_helm_2.json', 72, ['helm_agent'], 2, 0, [3644, 86]],
    ['otel-genai/agentevalsdev_k8s.json', 73, ['k8s_agent'], 2, 0, [4406, 278]],
    ['otel-genai/agentevalsdev_tempo_export_with_batches.json', 86, ['helm-agent', 'helm_agent'], 6, 1, [13944, 387]],
    ['otel-genai/strandsevals_autogen_live_spans.json', 3, ['math_assistant'], 0, 1, [0, 0]],
    [
      'otel-genai/strandsevals_claude_live_spans.json',
      10,
      ['Agent', 'Agent', 'Agent', 'ClaudeAgentSDK.query'],
      0,
      6,
      [0, 0],
    ],
    [
      'otel-genai/strandsevals_openai_agents_genai_adot_spans.json',
      17,
      ['coordinator', 'math_specialist', 'Agent workflow'],
      3,
      1,
      [692, 102],
    ],
    [
      'otel-genai/strandsevals_openai_agents_genai_live_spans.json',
      17,
      ['research_specialist', 'math_specialist', 'coordinator'],
      8,
      5,
      [1870, 253],
    ],
    ['otel-genai/strandsevals_otel_genai_convention_spans.json', 5, ['WeatherAssistant'], 2, 2, [200, 60]],
    ['otel-genai/vscopilot_sample-1.jsonl', 4, ['GitHub Copilot'], 0, 3, [0, 0]],
    [
      'openinference/strandsevals_openai_agents_openinference_adot_spans.json',
      16,
      ['coordinator', 'Agent workflow', 'math_specialist'],
      3,
      1,
      [692, 107],
    ],
    [
      'openinference/strandsevals_openai_agents_openinference_live_spans.json',
      19,
      ['math_specialist', 'coordinator', 'Agent workflow'],
      5,
      4,
      [1228, 194],
    ],
    ['openinference/strandsevals_openinference_adot_spans.json', 8, [], 3, 1, [0, 0]],
    ['vercel-ai-sdk/oi_v6_all-spans.json', 10, [], 4, 0, [142, 297]],
  ] as const)('%s holds its agents, model calls, tools and tokens', async (name, count, names, calls, tools, sums) => {
    const { spans, problems } = await read(name);
    expect(problems).toEqual([]);
    expect(spans).toHaveLength(count);
    expect(agentNames(spans).sort()).toEqual([...names].sort());
    expect([ofKind(spans, 'LLM').length, ofKind(spans, 'TOOL').length]).toEqual([calls, tools]);
    expect(tokens(spans)).toEqual(sums);
    expect(spans.every((span) => span.startNs !== undefined && span.endNs !== undefined)).toBe(true);
  });

  test('an agent whose output sits elsewhere has none of its own', async () => {
    const { spans } = await read('otel-genai/strandsevals_openai_agents_genai_live_spans.json');
    for (const agent of ofKind(spans, 'AGENT')) expect(agent.outputMessages).toBeUndefined();
    const answers = ofKind(spans, 'LLM').map((span) => textOf(span.outputMessages ?? []));
    expect(answers.filter((answer) => answer !== '')).toHaveLength(3);
  });

  test('a printed tool call is no text of an agent', async () => {
    const { spans } = await read('otel-genai/strandsevals_openai_agents_genai_adot_spans.json');
    const coordinator = spans.find((span) => span.agent?.name === 'coordinator');
    expect(coordinator?.outputMessages?.flatMap((message) => message.parts.map((part) => part.type))).toEqual([
      'generic',
      'generic',
    ]);
  });

  test('both recordings of a handoff state it, although its span failed', async () => {
    for (const name of [
      'otel-genai/strandsevals_openai_agents_genai_adot_spans.json',
      'openinference/strandsevals_openai_agents_openinference_adot_spans.json',
    ]) {
      const { records, spans } = await read(name);
      const edges = records.flatMap((record) => (record.type === 'delegation' ? [record.delegation] : []));
      const pairs = edges.map((edge) => [edge.fromAgent, edge.toAgent, edge.mode, edge.basis]);
      expect(new Set(pairs.map(String))).toEqual(new Set(['coordinator,math_specialist,handoff,reported']));
      expect(ofKind(spans, 'HANDOFF').map((span) => span.status)).toEqual(['ERROR']);
    }
  });

  test('a call that failed keeps its error, one of the infrastructure keeps its kind', async () => {
    const { spans } = await read('otel-genai/strandsevals_otel_genai_convention_spans.json');
    expect(spans.flatMap((span) => span.errors)).toEqual([{ type: 'TimeoutError', source: 'error.type' }]);
    const helm = (await read('otel-genai/agentevalsdev_helm.json')).spans;
    expect(helm.filter((span) => span.status === 'ERROR').map((span) => span.kind)).toEqual(['UNKNOWN']);
    expect(helm.filter((span) => span.errors.length > 0)).toHaveLength(7);
  });

  test('maps of attributes without ids are refused, one problem a file', async () => {
    for (const name of [
      'otel-genai/otel_genai_client_span_tool_calls.json',
      'otel-genai/otel_genai_deprecated_client_span_tool_calls.json',
      'otel-genai/otel_genai_tool_execution_span.json',
      'openinference/openinference_client_span_input_output_only.json',
      'openinference/openinference_client_span_tool_calls.json',
    ]) {
      const { records, problems } = await read(name);
      expect([records.length, problems.map((found) => found.code)]).toEqual([0, ['SOURCE_BAD_RECORD']]);
    }
  });
});
