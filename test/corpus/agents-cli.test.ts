import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Assembled, Assembly } from '../../src/model/assemble.ts';
import { textOf } from '../../src/model/message.ts';
import type { Trace } from '../../src/model/trace.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { agentsCliSource } from '../../src/sources/agents-cli/source.ts';
import { detectSource } from '../../src/sources/detect.ts';
import { memoryFile } from '../../src/sources/input/memory-file.ts';
import { makeOpening } from '../../src/sources/input/opening.ts';
import { SOURCES } from '../../src/sources/registry.ts';
import { agents } from '../../src/views/agents.ts';
import { finalAnswer } from '../../src/views/final-answer.ts';
import { terminal } from '../../src/views/terminal.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const isHere = existsSync(CORPUS);
if (!isHere) console.warn(`no corpus at ${CORPUS}: the tests over real recordings are skipped`);

const DRIFTPATCH = 'agents-cli/kattulus1997+driftpatch';
const TRACES = ['custom-full', 'custom-holdout', 'external-holdout-complete', 'full_benchmark'];
const traceFiles = TRACES.map((name) => `${DRIFTPATCH}/artifacts/traces/${name}.json`);

interface Reading extends Assembled {
  readonly traces: readonly Trace[];
  readonly problems: readonly Problem[];
}

async function read(...names: readonly string[]): Promise<Reading> {
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const assembly = new Assembly(report);
  const files = names.map((name) => memoryFile(name, readFileSync(CORPUS + name)));
  for await (const record of agentsCliSource.read(files, { report }))
    assembly.add(record, { name: 'agents-cli', runUnit: 'trace' });
  const assembled = assembly.finish();
  return { ...assembled, problems, traces: assembled.sessions.flatMap(({ traces }) => traces) };
}

/** A turn of one text for each author; `pipe` stands for a transfer to a pipeline. */
async function made(authors: string, declared: object = {}): Promise<Trace | undefined> {
  const events = authors.split(' ').map((author, index) => {
    const call = { function_call: { name: 'transfer_to_agent', args: { agent_name: 'pipe' } } };
    return author === 'pipe'
      ? { author: 'desk', content: { parts: [call] } }
      : { author, content: { parts: [{ text: `${index}` }] } };
  });
  const evalCase = { eval_case_id: 'c', agent_data: { agents: declared, turns: [{ events }] } };
  const assembly = new Assembly(() => {});
  const file = memoryFile('made.json', Buffer.from(JSON.stringify({ eval_cases: [evalCase] })));
  for await (const record of agentsCliSource.read([file], { report: () => {} }))
    assembly.add(record, { name: 'agents-cli', runUnit: 'trace' });
  return assembly.finish().sessions[0]?.traces[0];
}

async function chosen(name: string): Promise<string | undefined> {
  const file = memoryFile(name, readFileSync(CORPUS + name));
  return detectSource(makeOpening(name, await file.head()), SOURCES)?.source.name;
}

const count = (trace: Trace, kind: string): number => trace.spans.filter((span) => span.kind === kind).length;
const total = (traces: readonly Trace[], kind: string): number =>
  traces.reduce((sum, trace) => sum + count(trace, kind), 0);

/** The text that the file itself gives as the final response of a case. */
function responseOf(file: string, caseId: string): string {
  interface File {
    readonly eval_cases: readonly {
      readonly eval_case_id: string;
      readonly responses: readonly { readonly response: { readonly parts: readonly { readonly text: string }[] } }[];
    }[];
  }
  const { eval_cases } = JSON.parse(readFileSync(CORPUS + file, 'utf8')) as File;
  const found = eval_cases.find((each) => each.eval_case_id === caseId);
  return (found?.responses[0]?.response.parts ?? []).map((part) => part.text).join('');
}

describe.skipIf(!isHere)('real agents-cli files', () => {
  test.each([
    // traces, AGENT spans, LLM spans (events of the file)
    ['custom-full', 5, 10, 26],
    ['custom-holdout', 9, 17, 46],
    ['external-holdout-complete', 4, 8, 20],
    ['full_benchmark', 6, 12, 24],
  ])('%s: %i turns, each with its root and the planner that it asked', async (name, traces, agentSpans, events) => {
    const reading = await read(`${DRIFTPATCH}/artifacts/traces/${name}.json`);
    expect(reading.problems).toEqual([]);
    expect(reading.traces).toHaveLength(traces);
    expect([total(reading.traces, 'AGENT'), total(reading.traces, 'LLM')]).toEqual([agentSpans, events]);
    expect(total(reading.traces, 'TOOL')).toBe(0);
    expect(reading.cases.map((each) => each.traceId)).toHaveLength(traces);
  });

  test('the root of driftpatch is one run, the planner one run however often it spoke', async () => {
    const { traces } = await read(`${DRIFTPATCH}/artifacts/traces/custom-full.json`);
    const four = traces.find(({ sessionId }) => sessionId === 'custom-program-four');
    if (!four) throw new Error('custom-program-four is missing');
    expect(agents(four).map(({ name, role, depth }) => [name, role, depth])).toEqual([
      ['driftpatch', 'root', 0],
      ['repair_planner', 'delegated', 1],
    ]);
    const below = (id: string): number =>
      four.spans.filter((span) => span.parentId === id && span.kind === 'LLM').length;
    expect([below('000000-agent'), below('000001-agent')]).toEqual([3, 3]);
    expect(four.delegations).toMatchObject([
      { fromAgent: 'driftpatch', toAgent: 'repair_planner', mode: 'workflow', basis: 'inferred' },
    ]);
  });

  test('a case in which the planner was not asked has one agent', async () => {
    const { traces } = await read(`${DRIFTPATCH}/artifacts/traces/custom-holdout.json`);
    const unchanged = traces.find(({ sessionId }) => sessionId === 'custom-unchanged-json');
    expect(unchanged && agents(unchanged).map(({ name }) => name)).toEqual(['driftpatch']);
  });

  test.each(traceFiles)('%s: the answer of each run is the response that the file states', async (file) => {
    for (const trace of (await read(file)).traces) {
      expect(terminal(trace)).toEqual({ state: 'completed', source: 'derived' });
      expect(textOf(finalAnswer(trace)?.output ?? [])).toBe(responseOf(file, trace.sessionId));
      for (const agent of agents(trace)) expect(textOf(agent.output ?? []).trim()).not.toBe('');
    }
  });

  test('nothing that is not recorded is claimed: no time, token, status or stop reason', async () => {
    const { traces } = await read(...traceFiles);
    expect(traces).toHaveLength(24);
    for (const span of traces.flatMap((trace) => trace.spans)) {
      expect([span.startNs, span.endNs, span.usage, span.cost]).toEqual([undefined, undefined, undefined, undefined]);
      expect([span.status, span.finishReasons]).toEqual(['UNSET', []]);
    }
  });

  test('definitions beside their recordings add only the cases that were never run', async () => {
    const datasets = ['basic-dataset', 'custom-holdout', 'full-benchmark'];
    const reading = await read(
      ...traceFiles,
      ...datasets.map((name) => `${DRIFTPATCH}/tests/eval/datasets/${name}.json`),
    );
    const unplayed = reading.cases.filter(({ traceId }) => traceId === undefined).map((each) => each.case.id);
    expect(reading.traces).toHaveLength(24);
    expect(unplayed.sort()).toEqual(['missing-identifier']);
  });

  test.each([
    ['agents-cli/akoita+mcp-tripwire/tests/eval/datasets/schema_drift.json', 2],
    ['agents-cli/akoita+mcp-tripwire/tests/eval/datasets/tool_poisoning.json', 3],
    ['agents-cli/Juggernaut576+deal-architect/tests/eval/datasets/procurement-dataset.json', 4],
    ['agents-cli/aagardezi+reghorizonscanning-agent-v2/tests/eval/datasets/regulatory_eval.json', 3],
    ['agents-cli/msteiner-google+adk-a2a-gke/tests/eval/datasets/basic-dataset.json', 3],
    ['adk/agents_cli_basic-dataset.json', 3],
  ])('%s: %i cases, no run of which was recorded', async (name, cases) => {
    expect(await chosen(name)).toBe('agents-cli');
    const reading = await read(name);
    expect([reading.traces.length, reading.cases.length]).toEqual([0, cases]);
    expect(reading.problems.map(({ code }) => code)).toEqual(['SOURCE_DEFINITIONS_ONLY']);
  });

  test('mcp-tripwire: what the attacker says is the prompt; turns of the user alone are none', async () => {
    const folder = 'agents-cli/akoita+mcp-tripwire/tests/eval/datasets';
    const poison = await read(`${folder}/tool_poisoning.json`);
    expect(poison.cases.map((each) => [each.case.id, JSON.stringify(each.case.prompt).slice(0, 68)])).toEqual(
      ['poison-exfil-secret', 'poison-ignore-instructions', 'clean-weather'].map((id) => [
        id,
        '{"role":"user","parts":[{"text":"Approve this MCP tool: {\\"name\\":\\"',
      ]),
    );
    const drift = await read(`${folder}/schema_drift.json`);
    expect(drift.cases.map((each) => [each.case.id, each.case.prompt, each.traceId])).toEqual([
      ['rugpull-add-exfil', undefined, undefined],
      ['no-drift-stable', undefined, undefined],
    ]);
    expect(drift.problems[0]?.message).toContain('2 cases that no run was recorded for (rugpull-add-exfil, …)');
  });

  test.each(
    [
      ...[
        'credit-baseline-20260817-enterprise/results_20260817_185602',
        'credit-final-20260817/results_20260817_191452',
      ],
      ...['custom-full/results_20260814_010106', 'custom-holdout-rubric/results_20260814_010345'],
      'external-holdout-round-001/results_20260812_173918',
    ]
      .map((name) => `${DRIFTPATCH}/artifacts/grade_results/${name}.json`)
      .concat(
        'agents-cli/Juggernaut576+deal-architect/artifacts/grade_results/local_results.json',
        'agents-cli/google+adk-python/tests/integration/fixture/hello_world_agent/roll_die.test.json',
        'agents-cli/google+adk-samples/python/agents/brand-search-optimization/eval/data/eval_data1.evalset.json',
        'agents-cli/google+adk-samples/python/agents/customer-service/eval/eval_data/full_conversation.test.json',
        'agents-cli/google+adk-samples/python/agents/travel-concierge/eval/data/intrip.test.json',
        'adk/agentevalsdev_eval_set_helm.json',
        'adk/agentevalsdev_evalset_helm_3_2026-02-23.json',
        'adk/agentevalsdev_evalset_k8s_2026-02-20.json',
        'adk/dependent_tool_calls.test.json',
        'adk/order_query.test.json',
        'adk/trip_inquiry.test.json',
        'adk/trip_inquiry_sub_agent.test.json',
      ),
  )('%s: no recording, and said so', async (name) => {
    expect(await chosen(name)).toBe('agents-cli');
    const { traces, cases, problems } = await read(name);
    expect([traces.length, cases.length]).toEqual([0, 0]);
    expect(problems.map(({ code }) => code)).toEqual(['SOURCE_DEFINITIONS_ONLY']);
  });

  test.each([
    'adk/sample.session.json',
    'adk/strandsevals_google_adk_load_skill.json',
    `${DRIFTPATCH}/tests/eval/datasets/lineage-holdout.json`,
    'agents-cli/google+adk-samples/python/agents/travel-concierge/eval/data/test_config.json',
  ])('%s: not of this family', async (name) => {
    expect(await chosen(name)).not.toBe('agents-cli');
  });
});

describe('the answer of a turn without times is what was said last', () => {
  test.each([
    ['desk', {}],
    ['desk step desk', {}],
    ['desk step other', {}],
    ['pipe draft', {}],
    ['pipe draft edit', {}],
    ['pipe draft edit draft edit', {}],
    ['pipe draft edit desk', {}],
    ['lead x y', { lead: { sub_agents: ['x', 'y'] }, x: {}, y: {} }],
    ['lead x lead y lead', { lead: { sub_agents: ['x', 'y'] }, x: {}, y: {} }],
    ['x lead', { lead: { sub_agents: ['x'] }, x: {} }],
  ])('%s', async (authors, declared) => {
    const trace = await made(authors, declared);
    expect(trace && textOf(finalAnswer(trace)?.output ?? [])).toBe(String(authors.split(' ').length - 1));
  });
});
