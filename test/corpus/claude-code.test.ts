import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Assembly } from '../../src/model/assemble.ts';
import type { Span } from '../../src/model/span.ts';
import type { ModelRecord, Session, Trace } from '../../src/model/trace.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { claudeCodeSource } from '../../src/sources/claude-code/source.ts';
import { discoverInputs } from '../../src/sources/input/discover.ts';
import { memoryFile } from '../../src/sources/input/memory-file.ts';
import { openFile } from '../../src/sources/input/open-file.ts';
import { shuffled } from '../../src/testing/shuffled.ts';
import { agents } from '../../src/views/agents.ts';
import { delegations } from '../../src/views/delegations.ts';
import { terminal } from '../../src/views/terminal.ts';
import { usageLedger } from '../../src/views/usage-ledger.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/claude-code', import.meta.url));
const hasCorpus = existsSync(CORPUS);
if (!hasCorpus) console.warn('skipped: no recordings of Claude Code beside the repository');

const MAIN = 'spotter/258c7280-ae70-4798-800f-63464d01a85d';

async function readRecords(paths: readonly string[]): Promise<{ records: ModelRecord[]; problems: Problem[] }> {
  const { files } = await discoverInputs(paths, CORPUS, () => {});
  const problems: Problem[] = [];
  const records: ModelRecord[] = [];
  const inputs = await Promise.all(files.map(({ absolutePath, path }) => openFile(absolutePath, path)));
  const report = (found: Problem): void => void problems.push(found);
  for await (const record of claudeCodeSource.read(inputs, { report })) records.push(record);
  return { records, problems };
}

async function read(...paths: string[]): Promise<{ sessions: readonly Session[]; problems: Problem[] }> {
  const { records, problems } = await readRecords(paths);
  const assembly = new Assembly((found) => problems.push(found));
  for (const record of records) assembly.add(record, { name: 'claude-code', runUnit: 'trace' });
  return { sessions: assembly.finish().sessions, problems };
}

function tracesOf(sessions: readonly Session[]): Trace[] {
  return sessions.flatMap(({ traces }) => traces);
}

interface Tokens {
  input: number;
  cacheWrite: number;
  cacheRead: number;
  output: number;
}

function tokens(spans: readonly Span[]): Tokens {
  const sum = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 };
  for (const { usage } of spans) {
    sum.input += usage?.inputUncached ?? 0;
    sum.cacheWrite += usage?.cacheWrite ?? 0;
    sum.cacheRead += usage?.cacheRead ?? 0;
    sum.output += usage?.output ?? 0;
  }
  return sum;
}

describe.skipIf(!hasCorpus)('Claude Code recordings of others', () => {
  it('counts a session file to the token, though its lines repeat usage', async () => {
    const { sessions, problems } = await read(`${MAIN}.jsonl`);
    const calls = tracesOf(sessions).flatMap(({ spans }) => spans.filter(({ kind }) => kind === 'LLM'));
    expect(calls.length).toBe(152);
    expect(tokens(calls)).toEqual({ input: 180, cacheWrite: 349_474, cacheRead: 14_771_617, output: 38_899 });
    expect(problems.map(({ code }) => code)).toEqual(['SOURCE_MISSING_FILE']);
  });

  it('sees two turns in it: notifications and a compaction summary open none', async () => {
    const { sessions } = await read(`${MAIN}.jsonl`);
    const traces = tracesOf(sessions);
    expect(traces.map((trace) => trace.spans.find(({ kind }) => kind === 'AGENT')?.inputMessages)).toMatchObject([
      [{ parts: [{ content: 'Implement spotter-gqc' }] }],
      [{ parts: [{ content: 'did you push?' }] }],
    ]);
    expect(traces.map(terminal)).toEqual([
      { state: 'completed', source: 'derived' },
      { state: 'completed', source: 'derived' },
    ]);
    const events = traces[0]?.spans.find(({ spanId }) => spanId === 'agent-main')?.events.map(({ name }) => name);
    expect(events).toEqual([
      'tool_rejected',
      'interrupted_by_user',
      'synthetic_user_message',
      'compaction',
      'synthetic_user_message',
      'synthetic_user_message',
    ]);
  });

  it('puts the sub-agent under its call, and completes its last call from what the issuer was told', async () => {
    const { sessions, problems } = await read(`${MAIN}.jsonl`, MAIN);
    expect(problems).toEqual([]);
    const [trace] = tracesOf(sessions);
    const child = trace?.spans.find(({ spanId }) => spanId === 'agent-a881341');
    expect(child?.agent).toEqual({ name: 'claude-code-guide', id: 'a881341' });
    expect(child?.parentId).toBe('toolu_01VmaERAwhb19LGUwu9GenaK');
    const calls = trace?.spans.filter(({ kind, parentId }) => kind === 'LLM' && parentId === child?.spanId) ?? [];
    expect(calls.map(({ usage }) => [usage?.output, usage?.coverage])).toEqual([
      [1, 'partial'],
      [1, 'partial'],
      [997, 'full'],
    ]);
    expect(tokens(calls)).toEqual({ input: 15, cacheWrite: 42_176, cacheRead: 34_159, output: 999 });
  });

  it('records what was asked of the sub-agent and what it delivered, without the lines for its issuer', async () => {
    const { sessions } = await read(`${MAIN}.jsonl`, MAIN);
    const edges = tracesOf(sessions).flatMap(delegations);
    expect(edges).toMatchObject([
      {
        fromAgent: 'main',
        toAgent: 'claude-code-guide',
        toSpanId: 'agent-a881341',
        status: 'completed',
        context: 'isolated',
        contextEvidence: 'reported',
        basis: 'reported',
      },
    ]);
    expect(edges[0]?.resultText?.length).toBe(3475);
    expect(edges[0]?.resultText).not.toContain('agentId:');
    expect(edges[0]?.resultText).not.toContain('total_tokens');
  });

  it('counts compaction for the main agent, and as no sub-agent', async () => {
    const { sessions } = await read(`${MAIN}.jsonl`, MAIN);
    const [trace] = tracesOf(sessions);
    if (!trace) throw new Error('no trace');
    expect(agents(trace).map(({ name }) => name)).toEqual(['main', 'claude-code-guide']);
    const side = trace.spans.find(({ spanId }) => spanId === 'agent-acompact-fffbd0');
    expect([side?.kind, side?.parentId]).toEqual(['CHAIN', 'agent-main']);
    const [main] = usageLedger(trace).agents;
    expect(main?.own.cacheRead).toBe(14_771_617 - 77_272 + 166_758);
    expect(main?.ownComplete).toBe(false);
  });

  it('grades agents whose session is not there, and says which file is missing', async () => {
    const { sessions, problems } = await read(
      'spotter/4d5611e5-241a-462a-8d15-5122611a9569',
      'spotter/fa812bfe-b295-4cca-9c2f-fdf01028cb46',
    );
    expect(problems.map(({ code, message }) => `${code} ${message.slice(1, 9)}`).sort()).toEqual([
      'SOURCE_MISSING_FILE 4d5611e5',
      'SOURCE_MISSING_FILE fa812bfe',
    ]);
    const found = tracesOf(sessions).flatMap(agents);
    expect(found.map(({ span, role, outputSource }) => [span.agent?.id, role, outputSource])).toEqual([
      ['a2898e3', 'delegated', 'child_llm'],
      ['a93ccab', 'delegated', 'child_llm'],
      ['aa84377', 'delegated', 'child_llm'],
    ]);
    expect(sessions.map(({ sessionId, traces }) => [sessionId.slice(0, 8), traces.length])).toEqual([
      ['4d5611e5', 2],
      ['fa812bfe', 3],
    ]);
    const tokensOfAgents = found.map(({ span }) => {
      const trace = tracesOf(sessions).find(({ traceId }) => traceId === span.traceId);
      return tokens(trace?.spans ?? []);
    });
    expect(tokensOfAgents).toEqual([
      { input: 53, cacheWrite: 71_257, cacheRead: 604_156, output: 136 },
      { input: 70, cacheWrite: 45_621, cacheRead: 329_070, output: 28 },
      { input: 52, cacheWrite: 52_562, cacheRead: 306_055, output: 17 },
    ]);
  });

  it('tells interrupted turns', async () => {
    const { sessions } = await read('spotter/short.jsonl', 'spotter/tool_heavy.jsonl');
    expect(tracesOf(sessions).map(terminal)).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'aborted', reason: 'interrupted', by: 'user', source: 'reported' })),
    );
  });

  it('reads a capture of the SDK with its result, usage and cost', async () => {
    const { sessions, problems } = await read('logfire_sdk_tool_use_conversation.json');
    expect(problems).toEqual([]);
    const [trace] = tracesOf(sessions);
    if (!trace) throw new Error('no trace');
    const main = trace.spans.find(({ kind }) => kind === 'AGENT');
    expect(terminal(trace)).toEqual({ state: 'completed', reason: 'success', source: 'reported' });
    expect(main?.cost).toEqual({ usd: 0.01608915, scope: 'inclusive', source: 'total_cost_usd' });
    expect(main?.usage).toMatchObject({ inputUncached: 4, cacheRead: 17_653, cacheWrite: 1215, output: 415 });
    expect(trace.spans.map(({ kind }) => kind).sort()).toEqual(['AGENT', 'LLM', 'LLM', 'TOOL']);
  });

  it('reads a web export turn by turn', async () => {
    const { sessions, problems } = await read('simonw_sample_session.json');
    expect(problems).toEqual([]);
    expect(tracesOf(sessions).map((trace) => terminal(trace).state)).toEqual([
      'incomplete',
      'incomplete',
      'completed',
      'completed',
      'completed',
    ]);
  });

  it('reads all files at once into the same records, whatever their order and that of their lines', async () => {
    const { files } = await discoverInputs(['spotter'], CORPUS, () => {});
    const { readFile } = await import('node:fs/promises');
    const contents = await Promise.all(
      files.map(async ({ absolutePath, path }) => ({ path, text: await readFile(absolutePath, 'utf8') })),
    );
    const assembled = async (seed: number | undefined): Promise<string[]> => {
      const inputs = contents.map(({ path, text }) => {
        const lines = text.split('\n');
        return memoryFile(path, (seed === undefined ? lines : shuffled(lines, seed)).join('\n'));
      });
      const seen: string[] = [];
      for await (const record of claudeCodeSource.read(inputs, { report: () => {} })) {
        const text = JSON.stringify(record, (key, value: unknown) =>
          key === 'at'
            ? undefined
            : typeof value === 'bigint'
              ? String(value)
              : value instanceof Map
                ? [...value]
                : value,
        );
        seen.push(text);
      }
      return seen.sort();
    };
    const straight = await assembled(undefined);
    expect(straight.length).toBeGreaterThan(400);
    expect(await assembled(7)).toEqual(straight);
  });

  it('reads every file to its end', async () => {
    const { sessions } = await read('.');
    expect(tracesOf(sessions).length).toBeGreaterThan(30);
  });
});
