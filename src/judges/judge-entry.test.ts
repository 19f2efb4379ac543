import { describe, expect, it } from 'vitest';
import { readGenerationConfig } from './generation-config.ts';
import { asksJudge, readJudgeEntry } from './judge-entry.ts';

const ENTRY = { name: 'My_Quality', prompt_template: 'Rate {response}' };
const codeOf = (entry: unknown): unknown => {
  try {
    return readJudgeEntry(entry, (...path) => ({ file: 'c.yaml', pointer: path.join('/') }));
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('an entry of custom_metrics with a template', () => {
  it('is read with the defaults of agents-cli', () => {
    expect(readJudgeEntry(ENTRY)).toMatchObject({
      name: 'my_quality',
      samples: 4,
      parameters: {},
      returnRawOutput: false,
      template: { source: 'Rate {response}' },
    });
  });

  it('is read whole', () => {
    const entry = readJudgeEntry({
      ...ENTRY,
      judge_model: 'gemini-2.5-flash',
      judge_model_sampling_count: 32,
      judge_model_system_instruction: 'Be strict.',
      judge_model_generation_config: { temperature: 0.2, maxOutputTokens: 100, response_mime_type: 'application/json' },
      return_raw_output: true,
    });
    expect(entry).toMatchObject({
      model: 'gemini-2.5-flash',
      samples: 32,
      instruction: 'Be strict.',
      parameters: { temperature: 0.2, max_tokens: 100, response_format: 'json' },
      returnRawOutput: true,
    });
  });

  it.each([
    [{ ...ENTRY, name: ' ' }, 'CONFIG_BAD_VALUE'],
    [{ prompt_template: 'x' }, 'CONFIG_BAD_VALUE'],
    [{ ...ENTRY, prompt_template: '' }, 'CONFIG_BAD_VALUE'],
    [{ name: 'x' }, 'CONFIG_BAD_VALUE'],
    ['text', 'CONFIG_BAD_VALUE'],
    [{ ...ENTRY, judge_model_sampling_count: 0 }, 'CONFIG_BAD_VALUE'],
    [{ ...ENTRY, judge_model_sampling_count: 33 }, 'CONFIG_BAD_VALUE'],
    [{ ...ENTRY, judge_model_sampling_count: 1.5 }, 'CONFIG_BAD_VALUE'],
    [{ ...ENTRY, judge_model: 5 }, 'CONFIG_BAD_VALUE'],
    [{ ...ENTRY, return_raw_output: 'yes' }, 'CONFIG_BAD_VALUE'],
    [{ ...ENTRY, judge_model_generation_config: { temprature: 1 } }, 'CONFIG_UNKNOWN_KEY'],
    [{ ...ENTRY, result_parsing_function: 'def parse_results(x): ...' }, 'JUDGE_UNSUPPORTED'],
    [{ ...ENTRY, rubric_group_name: 'g' }, 'JUDGE_UNSUPPORTED'],
  ])('%j is refused with %s', (entry, code) => {
    expect(codeOf(entry)).toBe(code);
  });

  it('is told apart from one with a function', () => {
    expect(asksJudge(ENTRY)).toBe(true);
    expect(asksJudge({ ...ENTRY, custom_function: 'x' })).toBe(false);
    expect(asksJudge({ name: 'safety' })).toBe(false);
  });
});

describe('judge_model_generation_config', () => {
  const read = (value: object) => readGenerationConfig(value as never, 'm.config', () => undefined);

  it('is read key by key', () => {
    expect(
      read({
        temperature: 0,
        top_p: 0.5,
        topK: 3,
        max_output_tokens: 9,
        seed: 1,
        stop_sequences: ['a'],
        presence_penalty: 0.1,
        frequency_penalty: 0.2,
        response_mime_type: 'text/plain',
        candidate_count: 1,
      }),
    ).toEqual({
      temperature: 0,
      top_p: 0.5,
      top_k: 3,
      max_tokens: 9,
      seed: 1,
      stop: ['a'],
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
    });
  });

  it('ignores no key and no value', () => {
    for (const value of [{ temperature: '0' }, { top_k: 0 }, { candidate_count: 2 }, { stop_sequences: 'a' }])
      expect(() => read(value)).toThrow(/must be/);
    expect(() => read({ response_schema: {} })).toThrow(/response_schema/);
    expect(() => read([])).toThrow(/mapping/);
  });
});
