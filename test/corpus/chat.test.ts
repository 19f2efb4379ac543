import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ReadResult, readSessions } from '../../src/cli/read-sessions.ts';
import { canonicalJson } from '../../src/model/canonical-json.ts';
import { textOf } from '../../src/model/message.ts';
import type { Trace } from '../../src/model/trace.ts';
import { modelCalls } from '../../src/views/model-calls.ts';
import { terminal } from '../../src/views/terminal.ts';
import { type ToolCall, toolCalls } from '../../src/views/tool-calls.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const isHere = existsSync(CORPUS);
if (!isHere) console.warn(`no corpus at ${CORPUS}: the tests over real recordings are skipped`);

const AIRLINE = 'bench/tau-bench/gpt-4o-airline.json';
const TRIAL_0 = 'openai-chat/taubench_gpt-4o-airline_trial0.json';

interface Recorded {
  readonly task_id: number;
  readonly trial: number;
  readonly reward: number;
  readonly info: { readonly task: { readonly instruction: string; readonly actions: readonly unknown[] } };
  readonly traj: readonly { readonly role: string; readonly content: string | null }[];
}

interface Expected {
  readonly records: number;
  readonly tasks: number;
  readonly successes: number;
  readonly roles: { readonly assistant: number };
  readonly tool_calls: number;
  readonly tool_result_errors_prefix_Error: number;
  readonly runs_without_tool_calls: number;
  readonly identical_repeat_calls: number;
  readonly escalation_tool: string;
  readonly escalated_runs: number;
  readonly step_cap: number;
  readonly runs_at_cap: number;
  readonly runs_at_cap_without_stop: number;
}

const fileOf = <T>(name: string): T => JSON.parse(readFileSync(CORPUS + name, 'utf8')) as T;
const tracesOf = ({ sessions }: ReadResult): readonly Trace[] => sessions.flatMap(({ traces }) => traces);
const callOf = ({ name, arguments: args }: ToolCall): string => canonicalJson([name, args]);

describe.skipIf(!isHere)('the published runs of tau-bench', () => {
  let reading: ReadResult;
  let traces: readonly Trace[];
  let expected: Expected;
  let calls: readonly (readonly ToolCall[])[];

  beforeAll(async () => {
    reading = await readSessions({ paths: [AIRLINE], cwd: CORPUS });
    traces = tracesOf(reading);
    calls = traces.map((trace) => toolCalls(trace));
    const all = fileOf<Readonly<Record<string, Expected>>>('bench/expected.json')['tau-bench/gpt-4o-airline.json'];
    if (!all) throw new Error('there are no figures for tau-bench');
    expected = all;
  });

  test('are one trace and one session a record', () => {
    expect(reading.problems).toEqual([]);
    expect([traces.length, reading.sessions.length]).toEqual([expected.records, expected.records]);
    expect(new Set(traces.map((trace) => trace.sessionIdSource))).toEqual(new Set(['trace']));
  });

  test('have one model call a message of the assistant, and one agent', () => {
    const steps = traces.map((trace) => modelCalls(trace).length);
    expect(steps.reduce((sum, each) => sum + each, 0)).toBe(expected.roles.assistant);
    expect(expected.roles.assistant).toBe(2454);
    expect([Math.max(...steps), steps.filter((each) => each === expected.step_cap).length]).toEqual([
      expected.step_cap,
      expected.runs_at_cap,
    ]);
    for (const { spans } of traces) expect(spans.filter(({ kind }) => kind === 'AGENT')).toHaveLength(1);
  });

  test('have each call of a tool once, asked for and answered', () => {
    const all = calls.flat();
    expect(all).toHaveLength(expected.tool_calls);
    expect(all.filter((call) => !call.requestedBy || !call.executedBy || call.result === undefined)).toEqual([]);
    expect(all.filter(({ isError }) => isError)).toHaveLength(expected.tool_result_errors_prefix_Error);
    expect(calls.filter((each) => each.length === 0)).toHaveLength(expected.runs_without_tool_calls);
    const repeats = calls.map((each) => each.length - new Set(each.map(callOf)).size);
    expect(repeats.reduce((sum, each) => sum + each, 0)).toBe(expected.identical_repeat_calls);
  });

  test('end where their user or a transfer ended them, and else say nothing', () => {
    const states = traces.map((trace) => [terminal(trace).state, terminal(trace).by].join(' '));
    const count = (state: string): number => states.filter((each) => each === state).length;
    expect(calls.filter((each) => each.some(({ name }) => name === expected.escalation_tool))).toHaveLength(48);
    expect([count('escalated agent'), count('completed user'), count('unknown ')]).toEqual([
      expected.escalated_runs,
      147,
      expected.runs_at_cap_without_stop,
    ]);
    const silent = traces.filter((trace) => terminal(trace).state === 'unknown');
    for (const trace of silent) expect(modelCalls(trace)).toHaveLength(expected.step_cap);
  });

  test('carry their case: task, trial, wish, expected calls and reward', () => {
    const cases = new Map(reading.cases.map((each) => [each.traceId, each.case]));
    expect(cases.size).toBe(expected.records);
    for (const record of fileOf<readonly Recorded[]>(AIRLINE)) {
      const given = cases.get(`task_${record.task_id}/trial_${record.trial}`);
      expect(given?.task).toEqual({ id: String(record.task_id) });
      expect(given?.prompt).toBe(record.info.task.instruction);
      expect(given?.expectedCalls).toHaveLength(record.info.task.actions.length);
      expect(given?.recorded).toEqual({ success: record.reward === 1, scores: { reward: record.reward } });
    }
    const successes = [...cases.values()].filter(({ recorded }) => JSON.stringify(recorded).includes('"success":true'));
    expect(successes).toHaveLength(expected.successes);
    expect(new Set([...cases.values()].map(({ task }) => task?.id)).size).toBe(expected.tasks);
  });

  test('hold every word of the file, and the stop word nowhere', () => {
    const byId = new Map(traces.map((trace) => [trace.traceId, trace]));
    for (const { task_id, trial, traj } of fileOf<readonly Recorded[]>(AIRLINE)) {
      const spans = byId.get(`task_${task_id}/trial_${trial}`)?.spans ?? [];
      const said = (role: string): string[] =>
        traj.filter((message) => message.role === role).map(({ content }) => content ?? '');
      const models = spans.filter(({ kind }) => kind === 'LLM');
      expect(models.map(({ outputMessages }) => textOf(outputMessages ?? []))).toEqual(said('assistant'));
      expect(spans.filter(({ kind }) => kind === 'TOOL').map(({ tool }) => tool?.result)).toEqual(said('tool'));
      const heard = said('user').map((text) => text.replace('###STOP###', '').trim());
      const root = spans.find(({ kind }) => kind === 'AGENT');
      expect((root?.inputMessages ?? []).map((message) => textOf([message]).trim())).toEqual(
        heard.filter((text) => text !== ''),
      );
      expect(canonicalJson(spans)).not.toContain('###STOP###');
    }
  });

  test('are the same in the file that holds one trial of each, which adds nothing to them', async () => {
    const both = await readSessions({ paths: [AIRLINE, TRIAL_0], cwd: CORPUS });
    expect(both.problems).toEqual([]);
    expect(tracesOf(both).map(({ traceId }) => traceId)).toEqual(traces.map(({ traceId }) => traceId));
    expect(tracesOf(await readSessions({ paths: [TRIAL_0], cwd: CORPUS }))).toHaveLength(50);
  });
});

describe.skipIf(!isHere)('what lies beside them', () => {
  test('is told where it is no recording: conversations printed as text, tools', async () => {
    const printed = await readSessions({ paths: ['openai-chat/taubench_MockAirline_few_shot.jsonl'], cwd: CORPUS });
    expect([printed.sessions.length, printed.problems.map(({ code }) => code)]).toEqual([
      0,
      ['SOURCE_DEFINITIONS_ONLY'],
    ]);
    expect(printed.problems[0]?.message).toContain('19 conversations printed as text');
    const folder = await readSessions({ paths: ['bench/tau-bench'], cwd: CORPUS });
    expect([folder.sessions.length, folder.problems]).toEqual([200, []]);
  });

  test('is left to other sources where it is of another benchmark', async () => {
    const { files } = (await readSessions({ paths: ['openai-chat', 'swe-agent', 'who-and-when'], cwd: CORPUS })).inputs;
    const read = files.filter(({ source }) => source === 'chat').map(({ path }) => path);
    expect(read.sort()).toEqual([TRIAL_0, 'openai-chat/taubench_MockAirline_few_shot.jsonl'].sort());
  });
});
