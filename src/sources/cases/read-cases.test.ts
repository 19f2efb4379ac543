import { describe, expect, it } from 'vitest';
import { Failure } from '../../problems/failure.ts';
import { readCases } from './read-cases.ts';

const YAML = `# cases of the trip planner
- id: lisbon
  task: { id: trips, version: 2 }
  trial: 1
  prompt: Plan two days
  expected_calls:
    - name: book
      arguments: { nights: 2 }
  constraints:
    - { id: cheap, check: { kind: max_cost, value: 1 } }
  tools: [{ name: book, parameters: { type: object }, read_only: false }]
  step_cap: 12
  escalation: { expected: false }
  tags: [travel]
  recorded: { success: true, scores: { quality: 0.5 } }
  match:
    attributes: { user: 17 }
- id: 7
  match: { session: s-7 }
`;

function refused(text: string, path = 'cases.yaml'): [string, string] {
  try {
    readCases(path, text);
  } catch (error) {
    if (error instanceof Failure) return [error.code, error.message];
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('files of cases', () => {
  it('are read from YAML with every field, and the line of each case', () => {
    const [lisbon, seven] = readCases('cases.yaml', YAML);
    expect(lisbon).toMatchObject({
      id: 'lisbon',
      task: { id: 'trips', version: '2' },
      trial: 1,
      expectedCalls: [{ name: 'book', arguments: { nights: 2 } }],
      tools: [{ name: 'book', parameters: { type: 'object' }, readOnly: false }],
      stepCap: 12,
      escalation: { expected: false },
      tags: ['travel'],
      match: { attributes: new Map([['user', 17]]) },
      at: { file: 'cases.yaml', line: 2 },
    });
    expect(seven).toEqual({ id: '7', match: { session: 's-7' }, at: { file: 'cases.yaml', line: 18 } });
  });

  it('are the same as a list, under `cases`, and as JSON lines, with a byte order mark or not', () => {
    const cases = [
      { id: 'a', match: { trace: 't' } },
      { id: 'b', reference: null },
    ];
    const ids = (path: string, text: string): string[] => readCases(path, text).map(({ id }) => id);
    const lines = cases.map((each) => JSON.stringify(each)).join('\r\n\r\n');
    expect(ids('c.json', JSON.stringify(cases))).toEqual(['a', 'b']);
    expect(ids('c.json', `\ufeff${JSON.stringify({ cases }, null, 2)}`)).toEqual(['a', 'b']);
    expect(ids('c.jsonl', lines)).toEqual(['a', 'b']);
    expect(ids('c.txt', lines)).toEqual(['a', 'b']);
    expect(readCases('c.jsonl', lines)[1]?.at).toEqual({ file: 'c.jsonl', line: 3 });
  });

  it('refuse an unknown key at its own line, with the nearest names', () => {
    expect(refused('- id: a\n  prompt: x\n  stepcap: 3\n')).toEqual([
      'CONFIG_UNKNOWN_KEY',
      "cases.yaml:3: unknown key 'stepcap'. Did you mean step_cap?",
    ]);
    expect(refused('- id: a\n  match:\n    trace_id: t\n')).toEqual([
      'CONFIG_UNKNOWN_KEY',
      "cases.yaml:3: unknown key 'match.trace_id'. Did you mean trace?",
    ]);
    expect(refused('- id: a\n  expected_calls:\n    - name: f\n      args: {}\n')[1]).toContain(
      "cases.yaml:4: unknown key 'expected_calls.0.args'",
    );
    expect(refused('cases: []\ncasses: []\n')[1]).toContain("cases.yaml:2: unknown key 'casses'");
    expect(refused('- id: a\n  __proto__: 1\n')[0]).toBe('CONFIG_UNKNOWN_KEY');
  });

  it.each([
    ['- id: a\n- prompt: x\n', 'cases.yaml:2: the cases cannot be read: a case has no id'],
    [
      '- id: a\n- id: b\n- id: a\n',
      "cases.yaml:3: the cases cannot be read: the id 'a' stands twice, first at cases.yaml:1",
    ],
    [
      '- id: a\n  match: {}\n',
      "cases.yaml:2: the cases cannot be read: the match of 'a' names no session, trace or attributes",
    ],
    [
      '- id: a\n  match: everything\n',
      `cases.yaml:2: the cases cannot be read: 'match' is "everything", and must be a mapping`,
    ],
    ['- id: a\n  trial: true\n', "cases.yaml:2: the cases cannot be read: 'trial' is true, and must be text or number"],
    ['- id: a\n  constraints: { id: x }\n', `'constraints' is {"id":"x"}, and must be a list`],
    [
      '- id: a\n  expected_calls: [{ arguments: {} }]\n',
      'cases.yaml:2: the cases cannot be read: expected_calls.0 has no name',
    ],
    ['- id: a\n  step_cap: -1\n', "'step_cap' is -1, and must be a whole number of 1 or more"],
    ['- id: a\n  step_cap: 0\n', "'step_cap' is 0, and must be a whole number of 1 or more"],
    ['- id: a\n  step_cap: 2.5\n', "'step_cap' is 2.5, and must be a whole number of 1 or more"],
    ['- 5\n', 'cases.yaml:1: the cases cannot be read: a case is 5, and must be a mapping'],
    ['id: a\n', 'cases.yaml:1: the cases cannot be read: it is no list of cases'],
    ['', 'it is no list of cases'],
    ['- id: a\n---\n- id: b\n', 'it holds several documents'],
    ['- id: a\n  id: b\n', 'cases.yaml:2: the cases cannot be read: Map keys must be unique'],
    ['- id: [\n', 'the cases cannot be read'],
  ])('refuse %j', (text, message) => {
    const [code, found] = refused(text);
    expect(code).toBe('CASES_BAD_FILE');
    expect(found).toContain(message);
  });

  it('keep the digits of ids and versions as they were written, and numbers of data as numbers', () => {
    const [given] = readCases(
      'c.yaml',
      '- id: 0042\n  task: { id: 12e7, version: 2.0 }\n  reference: { id: 007 }\n  match: { trace: 12345678901234567890 }\n',
    );
    expect(given).toMatchObject({
      id: '0042',
      task: { id: '12e7', version: '2.0' },
      reference: { id: 7 },
      match: { trace: '12345678901234567890' },
    });
    expect(readCases('c.json', '[{"id": 12345678901234567890}]')[0]?.id).toBe('12345678901234567890');
    expect(refused('{"id":12345678901234567890}\n{"id":"b"}\n', 'c.jsonl')[1]).toContain('must be text');
  });

  it('follow anchors and merge keys', () => {
    const text =
      '- &a\n  id: x\n  tools: &t [{ name: f }]\n  match: { session: 001 }\n- <<: *a\n  id: y\n- id: z\n  tools: *t\n';
    expect(readCases('c.yaml', text).map(({ id, tools, match }) => [id, tools?.[0]?.name, match?.session])).toEqual([
      ['x', 'f', '001'],
      ['y', 'f', '001'],
      ['z', 'f', undefined],
    ]);
  });

  it('refuse aliases that would grow without end', () => {
    const levels = Array.from(
      { length: 9 },
      (_, n) => `  l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(', ')}]`,
    );
    const text = `- id: a\n  reference:\n    l0: &l0 [x]\n${levels.map((line) => `  ${line}`).join('\n')}\n`;
    expect(refused(text)[0]).toBe('CASES_BAD_FILE');
    expect(refused('- id: a\n  reference: &r [*r]\n')[0]).toBe('CASES_BAD_FILE');
    expect(refused('- id: a\n  tools: *nowhere\n')[0]).toBe('CASES_BAD_FILE');
  });

  it('refuse a line that is no JSON at its number, and what is nested without end', () => {
    expect(refused('{"id":"a"}\n{"id":\n', 'c.jsonl')[1]).toBe(
      'c.jsonl:2: the cases cannot be read: a line is not valid JSON',
    );
    for (const text of ['['.repeat(200_000), `- ${'- '.repeat(200_000)}`])
      expect(refused(text, 'c.json')[1]).toBe(
        'c.json:1: the cases cannot be read: it is nested more than 64 levels deep',
      );
    const deep = `{"id":"a","reference":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(refused(deep, 'c.jsonl')[1]).toContain(
      'c.jsonl:1: the cases cannot be read: it is nested more than 64 levels',
    );
  });
});
