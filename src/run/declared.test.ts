import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { Failure } from '../problems/failure.ts';
import { declaredBy } from './declared.ts';
import { refuseUnusableCases } from './declared-cases.ts';

function declared(section: string) {
  return declaredBy(readConfig('muster.yaml', `muster:\n${section}`));
}

function refusal(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (error instanceof Failure) return error.message.replace(/#\/[^:]*:/, ':').replace(/: '([\w.]+)' is/, ': $1 is');
    throw error;
  }
  return 'nothing was refused';
}

const WEATHER = { type: 'object', required: ['city'] };

describe('tools of a project', () => {
  it.each([
    [
      'a list',
      `  tools:\n    - { name: weather, parameters: { type: object, required: [city] }, read_only: true, aliases: [w] }`,
    ],
    [
      'a mapping',
      `  tools:\n    weather: { parameters: { type: object, required: [city] }, read_only: true, aliases: [w] }`,
    ],
  ])('are read from %s', (_, section) => {
    expect(declared(section).tools).toEqual([{ name: 'weather', parameters: WEATHER, readOnly: true, aliases: ['w'] }]);
  });

  it.each([
    ['OpenAI', { type: 'function', function: { name: 'weather', strict: true, parameters: WEATHER } }],
    ['OpenAI, flat', { type: 'function', name: 'weather', parameters: WEATHER, strict: true }],
    ['Anthropic', { name: 'weather', input_schema: WEATHER, cache_control: { type: 'ephemeral' } }],
    ['MCP', { name: 'weather', title: 'Weather', inputSchema: WEATHER }],
    ['Gemini', { functionDeclarations: [{ name: 'weather', parameters: WEATHER }] }],
  ])('are read in the form of %s', (_, entry) => {
    expect(declared(`  tools: [${JSON.stringify(entry)}]`).tools).toEqual([{ name: 'weather', parameters: WEATHER }]);
  });

  it('are read by name alone, and from the list that stands under tools', () => {
    expect(declared('  tools: { search: , book: {} }').tools).toEqual([{ name: 'search' }, { name: 'book' }]);
    expect(declared('  tools: { tools: [{ name: search }] }').tools).toEqual([{ name: 'search' }]);
  });

  it.each([
    ['  tools: 5', 'muster.yaml:2: muster.tools is 5, and must be a list of tools, tools by name'],
    ['  tools:\n    - name: a\n    - nam: b', "muster.yaml:4: unknown key 'nam'. Did you mean name?"],
    ['  tools:\n    - name: a\n    - name: a', 'muster.yaml:4: tools.1 is "a", and must be a name of its own'],
    [
      '  tools:\n    - name: a\n    - { name: b, aliases: [a] }',
      'must be a name of its own: the tool a has it already',
    ],
    ['  tools:\n    a: { read_only: maybe }', 'muster.yaml:3: tools.a.read_only is "maybe", and must be true or false'],
    ['  tools:\n    a:\n      parameters: { type: odd }', 'muster.yaml:4: tools.a.parameters is {"type":"odd"}'],
    ['  tools:\n    a:\n      parameters: { $ref: "https://a.org/b" }', 'muster.yaml:4: tools.a.parameters'],
    ['  tools:\n    a: [1]', 'muster.yaml:3: tools.a is [1], and must be a tool'],
    ['  tools:\n    - { name: "" }', 'muster.yaml:3: tools.0 is "", and must be a tool with a name'],
  ])('are refused with their line: %j', (section, message) => {
    expect(refusal(() => declared(section))).toContain(message);
  });
});

describe('constraints of a project', () => {
  it('are read with their checks', () => {
    const section = '  constraints:\n    - { id: cheap, check: { kind: max_cost, value: 1 } }';
    expect(declared(section).constraints).toEqual([{ id: 'cheap', check: { kind: 'max_cost', value: 1 } }]);
  });

  it.each([
    ['  constraints: {}', 'muster.yaml:2: muster.constraints is {}, and must be a list of constraints'],
    [
      '  constraints:\n    - { id: a, check: { kind: contains, value: x } }\n    - { id: a, check: { kind: contains, value: x } }',
      'muster.yaml:4: constraints.1.id is "a", and must be an id of its own: item 1 has it',
    ],
    [
      '  constraints:\n    - id: a\n      check:\n        kind: max_cost\n        value: .nan',
      'muster.yaml:6: constraints.0.check.value is NaN, and must be a number of 0 or more',
    ],
    [
      '  constraints:\n    - id: a\n      check: { kind: regex, pattern: "(?<!x)y" }',
      'muster.yaml:4: constraints.0.check.pattern',
    ],
  ])('are refused with their line: %j', (section, message) => {
    expect(refusal(() => declared(section))).toContain(message);
  });
});

it('refuses cases of a file whose constraints or schemas cannot be used, at the case', () => {
  const at = { file: 'cases.yaml', line: 7 };
  const broken = [{ id: 'k', constraints: [{ id: 'a', check: { kind: 'max_duration', value: '9' } }], at }];
  expect(refusal(() => refuseUnusableCases(broken))).toBe(
    `cases.yaml:7: the cases cannot be read: case 'k': constraints.0.check.value is "9", and must be a number of 0 or more`,
  );
  const schema = [{ id: 'k', tools: [{ name: 'f', parameters: { type: 'odd' } }], at }];
  expect(refusal(() => refuseUnusableCases(schema))).toContain(
    "cases.yaml:7: the cases cannot be read: case 'k': the parameters of the tool 'f'",
  );
  expect(refusal(() => refuseUnusableCases([{ id: 'k', tools: [{ name: 'f' }], constraints: [], at }]))).toBe(
    'nothing was refused',
  );
});
