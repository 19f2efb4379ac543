import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { metric } from '../../src/metrics/agent.subagent_validity/metric.ts';
import { Assembly } from '../../src/model/assemble.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { detectSource } from '../../src/sources/detect.ts';
import { memoryFile } from '../../src/sources/input/memory-file.ts';
import { makeOpening } from '../../src/sources/input/opening.ts';
import { scanJson } from '../../src/sources/input/scan-json.ts';
import { SOURCES } from '../../src/sources/registry.ts';
import { agentRecord, lines, makeFolder } from '../../src/testing/make-folder.ts';
import { agents } from '../../src/views/agents.ts';

const SAMPLES = fileURLToPath(new URL('../../src/sources/', import.meta.url));
const sample = (path: string): string => readFileSync(SAMPLES + path, 'utf8');

interface Graded {
  /** Of each agent, by trace and span. */
  readonly verdicts: ReadonlyMap<string, string>;
  readonly spans: readonly string[];
  readonly problems: readonly Problem[];
}

async function graded(path: string, content: string | Uint8Array): Promise<Graded> {
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const file = memoryFile(path, content);
  const assembly = new Assembly(report);
  const chosen = detectSource(makeOpening(path, await file.head()), SOURCES)?.source;
  if (chosen)
    for await (const record of chosen.read([file], { report }))
      assembly.add(record, { name: chosen.name, runUnit: chosen.runUnit });
  const config = {};
  const verdicts = new Map<string, string>();
  const spans: string[] = [];
  for (const trace of assembly.finish().sessions.flatMap(({ traces }) => traces)) {
    // A session that nothing names has an id made of its content.
    const traceId = trace.traceId.replace(/~[0-9a-f]{8}:/, ':');
    for (const span of trace.spans) spans.push(`${traceId} ${span.spanId}`);
    for (const agent of agents(trace)) {
      const partition = { type: 'span', trace, span: agent.span, agent } as const;
      const context = { config, configFor: () => config, dependencies: new Map(), declared: {} };
      const [outcome] = [metric.score(partition, context)].flat();
      const label = outcome && 'label' in outcome ? outcome.label : outcome?.status;
      verdicts.set(`${traceId} ${agent.span.spanId}`, String(label));
    }
  }
  return { verdicts, spans, problems };
}

/** What a part of a file says that the whole does not. */
function untrue(whole: Graded, part: Graded): string[] {
  const known = new Set(whole.spans);
  const found = part.spans.filter((span) => !known.has(span)).map((span) => `${span} is in no whole file`);
  for (const [agent, verdict] of part.verdicts)
    if (verdict !== 'unresolved' && verdict !== whole.verdicts.get(agent))
      found.push(`${agent} is ${verdict}, and was ${whole.verdicts.get(agent)}`);
  return found;
}

/** The offsets at which more of a JSON text can be read than before. */
function steps(text: string, start = 0): number[] {
  const found: number[] = [];
  const add = (end: number): void => void found.push(end);
  scanJson(text, start, undefined, {
    opened: (_, end) => add(end),
    closed: add,
    value: add,
    key: () => {},
    next: () => {},
  });
  return found;
}

/** Not more cuts than a test has time for, spread over all of them, and the last. */
function some(cuts: readonly number[]): number[] {
  const every = Math.ceil(cuts.length / 60);
  return cuts.filter((_, index) => index % every === 0 || index === cuts.length - 1);
}

describe('a document that is cut anywhere', () => {
  it.each([
    'otlp/samples/good/otlp-genai.json',
    'otlp/samples/good/tempo-batches.json',
    'otlp/samples/good/jaeger.json',
    'otlp/samples/good/flat-openinference.json',
    'otlp/samples/good/session-openllmetry.json',
    'otlp/samples/good/readable-spans-ai-sdk.json',
    'otlp/samples/good/span-events.json',
    'agents-cli/samples/good/trip.json',
    'agents-cli/samples/good/camel-case.json',
    'claude-code/samples/good/web-export.json',
    'claude-code/samples/good/sdk-messages.json',
    'spans/samples/good/a-list.json',
  ])('says nothing of an agent that the whole one does not: %s', async (path) => {
    const text = JSON.stringify(JSON.parse(sample(path)));
    const whole = await graded(path, text);
    expect(whole.spans).not.toEqual([]);
    const counts: number[] = [];
    const silent: number[] = [];
    const found = new Set<string>();
    for (const cut of some(steps(text).slice(0, -1))) {
      const part = await graded(path, text.slice(0, cut));
      for (const each of untrue(whole, part)) found.add(each);
      if (part.spans.length > 0 && !part.problems.some(({ code }) => code === 'INPUT_BROKEN_DOCUMENT'))
        silent.push(cut);
      counts.push(part.spans.length);
    }
    expect([...found]).toEqual([]);
    expect(silent).toEqual([]);
    // More is kept the later the cut is.
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBeGreaterThan(0);
  });
});

const SESSION = 'claude-code/samples/good/inline-sidechain.jsonl';

describe('lines that are cut anywhere', () => {
  it.each([
    SESSION,
    'claude-code/samples/good/old-tool-records.jsonl',
    'spans/samples/good/research-team.jsonl',
    'otlp/samples/good/otlp-lines-with-logs.jsonl',
    'otlp/samples/good/phoenix.jsonl',
  ])('say nothing of an agent that the whole ones do not: %s', async (path) => {
    const text = sample(path);
    const whole = await graded(path, text);
    const starts = [...text.matchAll(/^./gm)].map(({ index }) => index);
    const found = new Set<string>();
    const silent: number[] = [];
    for (const cut of some(starts.flatMap((start) => steps(text, start).slice(0, -1)))) {
      const part = await graded(path, text.slice(0, cut));
      for (const each of untrue(whole, part)) if (!each.endsWith('is in no whole file')) found.add(each);
      if (part.spans.length > 0 && part.problems.length === 0) silent.push(cut);
    }
    expect([...found]).toEqual([]);
    expect(silent).toEqual([]);
  });

  it('find no new fault in a session that breaks off between them', async () => {
    const whole = await graded(SESSION, sample(SESSION));
    const all = sample(SESSION).split('\n');
    for (let count = 1; count < all.length; count++) {
      const { verdicts } = await graded(SESSION, all.slice(0, count).join('\n'));
      const faults = [...verdicts].filter(
        ([agent, verdict]) => !['valid', 'unresolved', whole.verdicts.get(agent)].includes(verdict),
      );
      expect(faults).toEqual([]);
    }
  });
});

const answering = (span: string, more = {}): object =>
  agentRecord('t', span, `agent ${span}`, 'a long enough answer', more) as object;
const LIST = JSON.stringify([answering('a'), answering('b'), answering('c')], null, 1);
const at = (needle: string): number => LIST.indexOf(needle);
const BROKEN_MIDDLE = `${LIST.slice(0, at('agent c'))}"@@${LIST.slice(at('agent c'))}`;

describe('what is whole of a document that breaks', () => {
  it.each<[string, string, string | Uint8Array]>([
    ['in the middle', 'list.json', BROKEN_MIDDLE],
    ['at its end', 'list.json', LIST.slice(0, at('agent c'))],
    [
      'inside a character',
      'list.json',
      Buffer.concat([Buffer.from(LIST.slice(0, at('agent c'))), Buffer.from([0xe2, 0x80])]),
    ],
    [
      'in bytes that are no text',
      'list.json',
      Buffer.concat([
        Buffer.from(LIST.slice(0, at('agent c'))),
        Buffer.from([0xff, 0x22]),
        Buffer.from(LIST.slice(at('agent c'))),
      ]),
    ],
    [
      'as its compressed file does',
      'list.json.gz',
      gzipSync(Buffer.from(LIST), { level: 0 }).subarray(0, at('agent c') + 20),
    ],
  ])('is graded, and the rest is told with its place: %s', async (_, path, content) => {
    const { verdicts, problems } = await graded(path, content);
    expect([...verdicts.values()]).toEqual(['valid', 'valid']);
    const [broken] = problems.filter(({ code }) => code === 'INPUT_BROKEN_DOCUMENT');
    expect(broken?.at).toMatchObject({ file: path, pointer: '/2' });
    expect(broken?.message).toContain('what is whole before that is read: 2 records');
  });

  it('is told with the range of bytes that were not read, also behind bytes that are no text', async () => {
    const span = (id: string): object => ({ trace_id: 't', span_id: id, name: `agent ${id}`, start_time: 1 });
    const wide = Buffer.from(JSON.stringify([span('é'), span('b'), span('c')]));
    const cut = wide.indexOf('agent c');
    const content = Buffer.concat([wide.subarray(0, cut), Buffer.from([0xff, 0x22, 0x40]), wide.subarray(cut)]);
    const { problems } = await graded('list.json', content);
    const [broken] = problems.filter(({ code }) => code === 'INPUT_BROKEN_DOCUMENT');
    expect(broken?.message).toContain(`it breaks at byte ${cut + 2}: `);
    expect(broken?.message).toMatch(new RegExp(`bytes ${cut + 2} to ${content.length} are not read$`));
  });

  it('is nothing where the first record is cut: one problem, and no run', async () => {
    const folder = makeFolder({ 'list.json': LIST.slice(0, at('agent a')) });
    const { code, err } = await folder.muster('grade', 'list.json');
    expect(code).toBe(2);
    expect(err.match(/^muster: list\.json/gm)).toHaveLength(1);
    expect(err).toContain('INPUT_BAD_DOCUMENT: ');
    expect(err).toContain('nothing of this file is graded');
  });

  it('does not blame an agent whose run may stand in the lost part', async () => {
    const edge = {
      type: 'delegation',
      id: 'd',
      trace_id: 't',
      from_span_id: 'a',
      to_agent: 'helper',
      mode: 'handoff',
      context: 'unknown',
      context_evidence: 'none',
      basis: 'reported',
      status: 'unknown',
    };
    const text = lines([answering('a') as never, edge, answering('b', { agent: { name: 'helper' } }) as never]);
    const labels = async (content: string): Promise<string> => {
      const folder = makeFolder({ 'run.jsonl': content });
      await folder.muster('grade', 'run.jsonl', '--out', 'out');
      return folder.read('out/run.json');
    };
    const missing = '"agent_missing"';
    expect(await labels(text)).not.toContain(missing);
    expect(await labels(text.slice(0, -40))).not.toContain(missing);
  });
});
