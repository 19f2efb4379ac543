import { describe, expect, it } from 'vitest';
import type { Report, ReportInput, ReportOptions } from '../reports/define-report.ts';
import type { Outcome } from '../results/outcome.ts';
import type { AgentEntry } from '../results/run-result.ts';
import { hostileRun } from './hostile-run.ts';
import { HOSTILE_STRINGS } from './hostile-strings.ts';
import { type MadeRun, makeAgent, makeOutcome, makeRun } from './make-run.ts';

const OPTIONS: ReportOptions = {
  content: 'redacted',
  color: false,
  width: 80,
  limit: 20,
  redact: [],
  written: '.muster/runs/4f2a9c',
};

/** The pieces that a report writes for a run. */
export async function writeReport(
  report: Report,
  made: MadeRun | ReportInput,
  options: Partial<ReportOptions> = {},
): Promise<string[]> {
  const chunks: string[] = [];
  const sink = { write: (chunk: string) => void chunks.push(chunk) };
  await report.write({ ...made, options: { ...OPTIONS, ...options } }, sink);
  return chunks;
}

/** What no report may write, whatever stands in the result: control sequences, bidi controls, broken text. */
export const ACTING_CHARACTERS =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]|[\u{e0000}-\u{e007f}]|\p{Cs}/u;

/** What a CI runner of old obeys wherever it stands in a log: `##[error]`, `##vso[…]`, `##teamcity[…]`. */
export const OLD_RUNNER_COMMAND = /##\w*\[/;

/** Every promise that a report makes, as tests. Call it in the test file of the report. */
export function itKeepsTheReportContract(report: Report): void {
  describe(`the report ${report.name} keeps the contract:`, () => {
    it('names itself, its media type and its extension', () => {
      expect(report.name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(report.mediaType).toMatch(/^[a-z]+\/[a-z]+$/);
      expect(report.extension).toMatch(/^[a-z.]+$/);
      expect(report.summary).not.toMatch(/[\n.]$/);
    });

    it('gives the same bytes for the same run, and ends with a line end', async () => {
      const first = (await writeReport(report, makeRun())).join('');
      expect((await writeReport(report, makeRun())).join('')).toBe(first);
      expect(first.endsWith('\n')).toBe(true);
    });

    it('waits for the sink', async () => {
      const events: string[] = [];
      const sink = {
        write: async () => {
          events.push('begin');
          await new Promise<void>((resolve) => setImmediate(resolve));
          events.push('end');
        },
      };
      await report.write({ ...manyOutcomes(500), options: OPTIONS }, sink);
      expect(events.length).toBeGreaterThan(0);
      expect(events.every((event, at) => event === (at % 2 === 0 ? 'begin' : 'end'))).toBe(true);
    });

    it('streams: no piece grows with the number of outcomes and agents', async () => {
      const made = manyOutcomes(600);
      const run = makeRun({ agents: Array.from({ length: 600 }, (_, at) => makeAgent({ agent: `agent-${at}` })) }).run;
      const chunks = await writeReport(report, { ...made, run }, { limit: 10_000 });
      expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(65_536);
    });

    it('reads outcomes and problems that come asynchronously the same way', async () => {
      const made = makeRun();
      const slow = { run: made.run, outcomes: later(made.outcomes), problems: later(made.problems), options: OPTIONS };
      expect((await writeReport(report, slow)).join('')).toBe((await writeReport(report, made)).join(''));
    });

    it('writes a run in which nothing was found', async () => {
      const run = makeRun({
        agents: [],
        summaries: [],
        gates: [],
        health: [],
        problems: [],
        inputs: [],
        metrics: [],
      }).run;
      const text = (await writeReport(report, { run, outcomes: [], problems: [] })).join('');
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    });

    it('never writes undefined, NaN or an object for what is unknown', async () => {
      const text = (await writeReport(report, makeRun())).join('');
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    });

    it('replaces secrets unless content is full, and withholds quoted content on none', async () => {
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      const made = withContent(`“the key is ${secret} and Paris”`);
      const shown = async (content: ReportOptions['content']): Promise<string> =>
        (await writeReport(report, made, { content, width: 400 })).join('');
      expect(await shown('redacted')).not.toContain(secret);
      expect(await shown('redacted')).toContain('Paris');
      expect(await shown('full')).toContain('a1B2a1B2');
      expect(await shown('none')).not.toMatch(/Paris|a1B2/);
    });

    it("replaces what the user's list names", async () => {
      const made = withContent('“sent to Project Bluebird, order 4711-22 and Paris”');
      const text = (await writeReport(report, made, { redact: ['Project Bluebird', '47??-*'], width: 400 })).join('');
      expect(text).not.toMatch(/Bluebird|4711/);
      expect(text).toContain('Paris');
    });

    it('leaves out the line of an agent that a filter leaves out, says so, and changes no figure', async () => {
      const agents = ['kept', 'dropped'].map((agent) =>
        makeAgent({ agent, worst: { label: 'empty', because: agent } }),
      );
      const made = { ...makeRun({ agents, gates: [] }), outcomes: [] };
      const filter = { asked: 'agent=kept', shows: ({ agent }: AgentEntry) => agent === 'kept' };
      const whole = (await writeReport(report, made)).join('');
      const narrowed = (await writeReport(report, made, { filter })).join('');
      if (narrowed !== whole) {
        expect(narrowed).not.toContain('dropped');
        expect(narrowed).toContain('agent=kept');
      }
      const leaveAll = { ...filter, shows: () => false };
      for (const rate of whole.match(/\d+\/\d+ valid/g) ?? [])
        expect((await writeReport(report, made, { filter: leaveAll })).join('')).toContain(rate);
    });

    for (const [tries, text] of HOSTILE_STRINGS)
      it(`writes no acting character and no command for a string that tries: ${tries}`, async () => {
        const written = (
          await writeReport(report, hostileRun(text), { content: 'full', filter: { asked: text, shows: () => true } })
        ).join('');
        expect(written.match(ACTING_CHARACTERS)).toBeNull();
        expect(written).not.toMatch(OLD_RUNNER_COMMAND);
      });
  });
}

function later<T>(items: readonly T[]): AsyncIterable<T> {
  return {
    async *[Symbol.asyncIterator]() {
      for (const item of items) {
        await Promise.resolve();
        yield item;
      }
    },
  };
}

function manyOutcomes(count: number): MadeRun {
  const made = makeRun();
  const outcomes = Array.from(
    { length: count },
    (_, at): Outcome => makeOutcome({ status: 'scored', score: 0, label: 'empty' }, { id: at.toString(16) }),
  );
  return { ...made, outcomes };
}

function withContent(because: string): MadeRun {
  const agents = [makeAgent({ worst: { label: 'short', because, at: { file: 'a.jsonl', line: 1 } } })];
  const { run } = makeRun({ agents });
  return {
    run,
    outcomes: [makeOutcome({ status: 'scored', score: 0, label: 'short' }, { because, id: 'abc' })],
    problems: [],
  };
}
