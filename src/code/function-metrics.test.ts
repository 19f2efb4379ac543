import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../testing/make-folder.ts';
import { functionMetrics } from './function-metrics.ts';
import { readPythonSettings } from './python-settings.ts';

describe('the functions of a configuration', () => {
  it('are found among its metrics, with what a run would execute', async () => {
    const folder = makeFolder({
      'tests/eval/judge.py': 'raise SystemExit("must not run")',
      'tests/eval/more/count.ts': 'throw new Error("must not run")',
      '.env': 'KEY=1\n',
    });
    const { found, python, told } = await functionMetrics({
      entries: [
        { value: { name: 'Quality', custom_function_file: 'judge.py' } },
        { value: { name: 'asks', prompt_template: 'Rate {response}.' } },
        { value: { name: 'count', custom_function: 'def evaluate(instance): return 0' } },
        { value: { name: 'count', custom_function_file: 'more/count.ts' } },
      ],
      folder: join(folder.path, 'tests/eval'),
      cwd: folder.path,
      env: { PATH: process.env.PATH },
      allowOutside: false,
      settings: readPythonSettings({ interpreter: 'python3.9' }),
      print: () => {},
    });
    expect(found.map(({ metric }) => metric.manifest.name)).toEqual(['quality', 'count']);
    expect(python).toMatchObject({ command: 'python3.9', because: 'muster.python' });
    expect(told).toEqual([
      'custom_metrics: count stands there more than once, and the last one counts',
      'Python: python3.9 (muster.python)',
      'environment: .env',
      `function: quality (${join('tests', 'eval', 'judge.py')}, local)`,
      `function: count (${join('tests', 'eval', 'more', 'count.ts')}, local)`,
    ]);
  });

  it('have a configuration whose hash tells their sources apart', async () => {
    const hashOf = async (source: string): Promise<unknown> => {
      const { found } = await functionMetrics({
        entries: [{ value: { name: 'count', custom_function: source } }],
        ...{ folder: '.', cwd: '.', env: {}, allowOutside: false, print: () => {} },
        settings: readPythonSettings(undefined),
      });
      return found[0]?.metric.manifest.config_schema;
    };
    expect(await hashOf('a = 1')).not.toEqual(await hashOf('a = 2'));
    expect(await hashOf('a = 1')).toEqual(await hashOf('a = 1'));
  });
});

describe('muster.python', () => {
  it('is an interpreter, or one with limits', () => {
    expect(readPythonSettings('./bin/python')).toMatchObject({ interpreter: './bin/python' });
    expect(readPythonSettings({ timeout_seconds: 1.5, memory_mb: 512, processes: 2 })).toEqual({
      limits: { timeoutSeconds: 1.5, memoryBytes: 512 * 1024 * 1024, processes: 2 },
    });
  });

  it.each([
    [3, 'CONFIG_BAD_VALUE'],
    [{ interpreter: 3 }, 'CONFIG_BAD_VALUE'],
    [{ timeout_seconds: 0 }, 'CONFIG_BAD_VALUE'],
    [{ memory_mb: '1 GB' }, 'CONFIG_BAD_VALUE'],
    [{ processes: 1.5 }, 'CONFIG_BAD_VALUE'],
    [{ timeout: 3 }, 'CONFIG_UNKNOWN_KEY'],
  ])('is refused where it says something else: %j', (value, code) => {
    expect(() => readPythonSettings(value)).toThrow(expect.objectContaining({ code }));
  });
});
