import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { ReportOptions } from '../../src/reports/define-report.ts';
import { findReport, REPORTS } from '../../src/reports/registry.ts';
import { hostileRun } from '../../src/testing/hostile-run.ts';
import { HOSTILE_STRINGS } from '../../src/testing/hostile-strings.ts';
import { ACTING_CHARACTERS, OLD_RUNNER_COMMAND, writeReport } from '../../src/testing/report-contract.ts';

const made = new Map<string, Promise<string>>();

/** What a report writes for a run of one hostile string. The checks of a report share it. */
function written(name: string, text: string, options: Partial<ReportOptions> = {}): Promise<string> {
  const key = JSON.stringify([name, text, options]);
  const output =
    made.get(key) ??
    writeReport(findReport(name), hostileRun(text), { content: 'full', ...options }).then((pieces) => pieces.join(''));
  made.set(key, output);
  return output;
}

/** Runs one check of a report over every hostile string. */
function overAll(
  name: string,
  check: (output: string, text: string) => void,
  options: Partial<ReportOptions> = {},
): void {
  for (const [tries, text] of HOSTILE_STRINGS)
    it(`${name}: holds for a string that tries: ${tries}`, async () => {
      check(await written(name, text, options), text);
    });
}

describe('every report of the registry', () => {
  // With content `full`, and for texts that are only long, its own contract says so.
  const short = [...HOSTILE_STRINGS.values()].filter((text) => text.length < 1000);
  for (const report of REPORTS)
    for (const content of ['none', 'redacted'] as const)
      it(`${report.name}: writes no acting character and no old runner command with content ${content}`, async () => {
        for (const text of short) {
          const output = await written(report.name, text, { content });
          expect(output.match(ACTING_CHARACTERS), text.slice(0, 40)).toBeNull();
          expect(output, text.slice(0, 40)).not.toMatch(OLD_RUNNER_COMMAND);
        }
      });
});

describe('a terminal', () => {
  overAll('terminal', (output) => {
    for (const line of output.split('\n')) expect(line).not.toMatch(/^\s*::/);
  });
  overAll(
    'terminal',
    (output) => {
      // Our colours alone: they open and close styles and do nothing else.
      const bare = output.replace(/\u001b\[\d{1,2}m/g, '');
      expect(bare.match(ACTING_CHARACTERS)).toBeNull();
      for (const line of bare.split('\n')) expect(line).not.toMatch(/^\s*::/);
    },
    { color: true, width: 40 },
  );
});

describe('JSON', () => {
  for (const name of ['json', 'otel']) overAll(name, (output) => expect(() => JSON.parse(output)).not.toThrow());

  it('keeps every text as it was', async () => {
    for (const text of HOSTILE_STRINGS.values()) {
      const run = JSON.parse(await written('json', text)) as { agents: { agent: string }[]; config: { value: object } };
      expect(run.agents[0]?.agent).toBe(text);
      expect(Object.keys(run.config.value)).toEqual([text]);
    }
  });

  it('parents no event on an id that is none', async () => {
    for (const text of HOSTILE_STRINGS.values()) {
      const output = await written('otel', text);
      expect(output).not.toContain('"traceId"');
      expect(output).not.toContain('"spanId"');
    }
  });
});

describe('JUnit XML', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['testsuite', 'testcase'].includes(name),
  });

  overAll('junit', (output) => {
    expect(XMLValidator.validate(output)).toBe(true);
    const { testsuites } = parser.parse(output) as {
      testsuites: { testsuite: { tests: string; testcase: unknown[] }[] };
    };
    expect(testsuites.testsuite.map(({ tests, testcase }) => [Number(tests), testcase.length])).toEqual([
      [2, 2],
      [5, 5],
    ]);
  });
});

describe('GitHub', () => {
  overAll('github', (output, text) => {
    const lines = output.trimEnd().split('\n');
    expect(lines).toHaveLength(HOSTILE_LINES);
    for (const line of lines) {
      expect(line, text.slice(0, 40)).toMatch(/^::(error|warning|notice) ((file=[^,:]*,(line=3,)?)?title=[^,:]*)::/);
      expect(line.replace(/%(25|0D|0A|3A|2C)/g, '')).not.toContain('%');
    }
  });
  /** Two gates with one offender each, then what is not full, not known or failed, then the rates. */
  const HOSTILE_LINES = 2 * 2 + 1;
});

describe('Markdown', () => {
  overAll('markdown', (output) => {
    const tags = output.match(/<[^>\n]*>?/g) ?? [];
    expect(tags.filter((tag) => !/^<\/?(details|summary)>$/.test(tag))).toEqual([]);
    expect(output.replace(/&(amp|lt|gt|#8203);/g, '')).not.toMatch(/&/);
    const ours =
      /\*\*Interrupted: this run is partial; figures count only what was done\.\*\*|`muster explain [0-9a-f]+`/g;
    const bare = output.replace(ours, '');
    expect(bare.replace(/\\[\\`*_[\]|~$]/g, '')).not.toMatch(/[[\]`~$*_\\]/);
    expect(output).not.toMatch(/@\w|(?<!&)#\d|:\/\/|\bwww\.\w|GH-\d/i);
  });

  overAll('markdown', (output) => {
    for (const block of output.split('\n\n').filter((part) => part.startsWith('|'))) {
      const cells = block.split('\n').map((row) => (row.replace(/\\[\\|]/g, '').match(/\|/g) ?? []).length);
      expect(new Set(cells).size).toBe(1);
    }
  });

  overAll('markdown', (output) => {
    for (const line of output.split('\n'))
      expect(line).toMatch(
        /^($|### |\*\*Inter|⚠️ |Valid: |Cost: |Trials: |Silent: |Tokens |\| |<\/?details>|- (at|file|config|… and|\d+ ×) |… and )/,
      );
  });
});
