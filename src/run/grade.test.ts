import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_CONFIG } from '../config/loaded-config.ts';
import type { Metric, Scoring } from '../metrics/define-metric.ts';
import { METRICS, metricNamed } from '../metrics/registry.ts';
import type { Outcome } from '../results/outcome.ts';
import { agentRecord, type Folder, lines, makeFolder, TEAM } from '../testing/make-folder.ts';
import { exitCode } from '../verdicts/exit-code.ts';
import { type GradedRun, type GradeRequest, grade } from './grade.ts';
import { outcomeFilter } from './outcome-filter.ts';
import { type PlanRequest, planRun } from './plan.ts';

const RIGHT: Scoring = { status: 'scored', score: 1, because: 'it is', evidence: [], details: {} };

/** A metric of a user's, next to the built-in ones. */
function metric(name: string, score: Metric['score'], more: Partial<Metric['manifest']> = {}): Metric {
  const { manifest } = metricNamed('agent.subagent_validity');
  return {
    manifest: { ...manifest, name, required_kinds: [], partition_types: ['trace'], ...more },
    docs: { whenItMisleads: [], decisions: [] },
    score,
  };
}

async function run(
  folder: Folder,
  metrics: readonly Metric[],
  request: Partial<PlanRequest> = {},
  more: Partial<GradeRequest> = {},
): Promise<Omit<GradedRun, 'shows'> & { written: Outcome[] }> {
  const plan = planRun(
    { metrics: metrics.map(({ manifest }) => manifest.name), set: [], failBelow: [], ...request },
    NO_CONFIG,
    [...metrics, ...METRICS],
  );
  const read = await folder.sessions();
  const { shows: _, ...graded } = await grade({
    plan,
    config: NO_CONFIG,
    inputs: [],
    problems: read.problems,
    interrupted: false,
    sessions: read.sessions,
    missingCases: [],
    givenCases: [],
    cwd: folder.path,
    version: '1',
    out: 'out',
    keep: 'all',
    filter: outcomeFilter([]),
    readBaseline: () => {
      throw new Error('no baseline');
    },
    text: {
      outcome: (outcome) => `${JSON.stringify(outcome)}\n`,
      problem: (found) => `${JSON.stringify(found)}\n`,
      run: (result, write) => write(JSON.stringify(result)),
    },
    clock: () => 0,
    ...more,
  });
  const text = readFileSync(join(folder.path, graded.place, 'outcomes.jsonl'), 'utf8');
  return { ...graded, written: text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Outcome] : [])) };
}

const team = (): Folder => makeFolder({ 'run.jsonl': lines(TEAM) });

describe('a metric that fails', () => {
  it('by throwing is an error outcome with its message, and the other metrics go on: exit code 3', async () => {
    const broken = metric('my.broken', () => {
      throw new Error('no such thing');
    });
    const { run: result, written } = await run(team(), [broken, metric('my.fine', () => RIGHT)]);
    expect(
      written.map(({ metric: name, status, reason }: Outcome & { reason?: string }) => [name, status, reason]),
    ).toEqual([
      ['my.broken', 'error', 'metric_failed'],
      ['my.fine', 'scored', undefined],
      ['my.broken', 'error', 'metric_failed'],
      ['my.fine', 'scored', undefined],
    ]);
    expect(written[0]?.because).toContain('no such thing');
    expect([exitCode(result), exitCode(result, 2)]).toEqual([3, 0]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'by answering %d is an error outcome, never a score',
    async (score) => {
      const { written } = await run(team(), [metric('my.nan', () => ({ ...RIGHT, status: 'scored', score }))]);
      expect(written.map(({ status, score: given }) => [status, given])).toEqual([
        ['error', null],
        ['error', null],
      ]);
    },
  );

  it('by taking longer than its manifest allows is a timeout', async () => {
    let now = 0;
    const slow = metric('my.slow', () => {
      now += 2000;
      return RIGHT;
    });
    const { execution } = slow.manifest;
    const short = { ...slow, manifest: { ...slow.manifest, execution: { ...execution, timeout_seconds: 1 } } };
    const { written } = await run(team(), [short], {}, { clock: () => now });
    expect(written).toMatchObject([{ reason: 'metric_timeout' }, { reason: 'metric_timeout' }]);
  });

  it('makes a gate unsupported unless it bears errors', async () => {
    const half = metric('my.half', (partition) => {
      if (partition.type === 'trace' && partition.trace.traceId === 't1') throw new Error('x');
      return RIGHT;
    });
    const request = { failBelow: ['my.half=1'] };
    const { run: strict } = await run(team(), [half], request);
    expect(strict.gates).toMatchObject([{ state: 'unsupported', errors: 1 }]);
    const { run: patient } = await run(team(), [half], { ...request, maxErrors: 1 });
    expect(patient.gates).toMatchObject([{ state: 'held', coverage: 0.5 }]);
  });
});

describe('a metric', () => {
  it('reads the outcomes of those that it depends on, which run before it though nobody named them', async () => {
    const later = metric(
      'my.later',
      (_, { dependencies }) => ({
        ...RIGHT,
        details: { seen: dependencies.get('agent.subagent_validity')?.[0]?.score ?? null },
      }),
      { dependencies: ['agent.subagent_validity'] },
    );
    const { written } = await run(team(), [later]);
    const own = written.filter(({ metric: name, partition }) => name === 'my.later' && partition.type === 'trace');
    expect(own.map(({ details }) => details.seen)).toEqual([0, 1]);
  });

  it('of a family answers under the names that it gives', async () => {
    const family = metric('my.family', () => [
      { ...RIGHT, metric: 'my.one' },
      { ...RIGHT, metric: 'my.two' },
    ]);
    const { execution } = family.manifest;
    const emitting = {
      ...family,
      manifest: { ...family.manifest, execution: { ...execution, emits_metric_family: true } },
    };
    const { run: result } = await run(team(), [emitting]);
    expect(result.summaries.map(({ metric: name, n }) => [name, n])).toEqual([
      ['my.one', 2],
      ['my.two', 2],
    ]);
  });

  it('that depends on itself by way of another is refused', () => {
    const one = metric('my.one', () => RIGHT, { dependencies: ['my.two'] });
    const two = metric('my.two', () => RIGHT, { dependencies: ['my.one'] });
    expect(() => planRun({ set: [], failBelow: [] }, NO_CONFIG, [one, two, ...METRICS])).toThrow(
      /my\.one > my\.two > my\.one/,
    );
  });
});

it('a run takes sessions as they come, one after another, and gives the same as for a list of them', async () => {
  const folder = team();
  const fine = [metric('my.fine', () => RIGHT)];
  const { sessions } = await folder.sessions();
  const events: string[] = [];
  async function* coming() {
    for (const session of sessions) {
      events.push(`read ${session.sessionId}`);
      yield session;
    }
  }
  const streamed = await run(
    folder,
    fine,
    {},
    { sessions: coming(), progress: (done) => events.push(`scored ${done}`) },
  );
  expect(events).toEqual(['read session-t1', 'scored 1', 'read session-t2', 'scored 2']);
  expect(await run(folder, fine)).toEqual(streamed);
});

describe('an interrupted run', () => {
  it('writes what is done, as a part with a name of its own', async () => {
    const folder = team();
    const stop = new AbortController();
    const stopping = metric('my.stopping', () => {
      stop.abort();
      return RIGHT;
    });
    const { run: part, written } = await run(folder, [stopping], {}, { signal: stop.signal });
    expect([part.partial, exitCode(part), written.length]).toEqual([true, 130, 1]);
    expect(part.counts.sessions).toBe(1);
  });

  it('while reading scores nothing, as no trace is known to be whole, and says what was read', async () => {
    const folder = team();
    const { run: part, written } = await run(
      folder,
      [metric('my.fine', () => RIGHT)],
      {},
      {
        interrupted: true,
        missingCases: [{ id: 'not read yet' }],
      },
    );
    expect(part).toMatchObject({ partial: true, counts: { sessions: 2, traces: 2 }, agents: [] });
    expect(written).toEqual([]);
  });

  it('does not take the place of the whole one', async () => {
    const folder = makeFolder({ 'run.jsonl': lines(TEAM) });
    expect((await folder.muster('run.jsonl')).code).toBe(0);
    const stop = new AbortController();
    const reading = {
      signal: stop.signal,
      async *stdin() {
        yield lines(TEAM);
        stop.abort();
        yield lines([agentRecord('t3', 'a', 'lead', 'The last words of it.')]);
      },
    };
    const { code, out } = await folder.musterWith(reading, '-');
    expect(code).toBe(130);
    expect(out).toMatch(/Written to \.muster/);
    expect(readdirSync(join(folder.path, '.muster/runs'))).toHaveLength(2);
  });

  it('ends at once, also while it waits for input that does not come', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    const waiting = {
      signal: stop.signal,
      stdin: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }),
    };
    for (const command of ['grade', 'show', 'usage', 'convert'])
      expect((await makeFolder().musterWith(waiting, command, '-')).code).toBe(130);
  });
});

describe('what cannot be written', () => {
  it('ends with a failure that names the place, and leaves nothing behind', async () => {
    const folder = team();
    mkdirSync(join(folder.path, 'out'));
    mkdirSync(join(folder.path, 'out/run.json'));
    await expect(run(folder, [metric('my.fine', () => RIGHT)])).rejects.toMatchObject({
      code: 'RUN_CANNOT_WRITE',
      message: expect.stringContaining("'out'"),
    });
    expect(readdirSync(join(folder.path, 'out'))).not.toContainEqual(expect.stringMatching(/^\.draft/));
  });

  it('takes the folders with it that were made for the run', async () => {
    const folder = team();
    const broken = { outcome: () => '', problem: () => '', run: () => Promise.reject(new Error('a bug')) };
    await expect(run(folder, [metric('my.fine', () => RIGHT)], {}, { out: 'a/b/c', text: broken })).rejects.toThrow(
      'a bug',
    );
    expect(readdirSync(folder.path)).toEqual(['run.jsonl']);
  });
});

it('an empty folder, an empty configuration and a session without agents are no bugs', async () => {
  const folder = makeFolder({
    'muster.yaml': '',
    'x.jsonl': lines([{ type: 'trace', trace_id: 't', session_id: 's' }]),
  });
  expect((await folder.muster('x.jsonl')).code).toBe(3);
  mkdirSync(join(folder.path, 'empty'));
  writeFileSync(join(folder.path, 'none.jsonl'), '');
  for (const path of ['empty', 'none.jsonl']) expect((await folder.muster(path)).code).toBe(2);
});
