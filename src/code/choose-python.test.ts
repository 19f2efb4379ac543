import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../testing/make-folder.ts';
import { choosePython } from './choose-python.ts';
import { projectEnv } from './project-env.ts';

const PYTHON = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python';

describe('the Python of a project', () => {
  const all = {
    [`active/${PYTHON}`]: '',
    [`.venv/${PYTHON}`]: '',
    'uv.lock': '',
    'bin/uv': '',
    'bin/uv.exe': '',
    'tests/eval/eval_config.yaml': '',
  };
  const where = (files: Readonly<Record<string, string>>) => {
    const { path } = makeFolder(files);
    const env = { PATH: join(path, 'bin'), VIRTUAL_ENV: join(path, 'active') };
    return { path, request: { folder: join(path, 'tests/eval'), cwd: path, env } };
  };

  it('is the one that is asked for, then the one that is configured, each relative to where it is said', () => {
    const { path, request } = where(all);
    const both = { ...request, asked: './mine/python', configured: './theirs/python' };
    expect(choosePython(both)).toEqual({ command: join(path, 'mine/python'), args: [], because: '--python' });
    expect(choosePython({ ...request, configured: './theirs/python' }).command).toBe(
      join(path, 'tests/eval/theirs/python'),
    );
    expect(choosePython({ ...request, asked: 'python3.12' }).command).toBe('python3.12');
  });

  it('is the active environment, then that of the project, then that of uv, then the one on the PATH', () => {
    const { path, request } = where(all);
    expect(choosePython(request)).toEqual({
      command: join(path, 'active', PYTHON),
      args: [],
      because: '$VIRTUAL_ENV',
    });
    const inactive = { ...request, env: { PATH: request.env.PATH } };
    expect(choosePython(inactive)).toEqual({
      command: join(path, '.venv', PYTHON),
      args: [],
      because: '.venv of the project',
    });
    const locked = where({ 'uv.lock': '', 'bin/uv': '', 'bin/uv.exe': '', 'tests/eval/eval_config.yaml': '' });
    expect(choosePython(locked.request)).toEqual({
      command: 'uv',
      args: ['run', '--project', locked.path, 'python'],
      because: join(locked.path, 'uv.lock'),
    });
    const without = where({ 'uv.lock': '' });
    expect(choosePython(without.request)).toMatchObject({
      args: [],
      because: expect.stringContaining('but uv is not'),
    });
    expect(choosePython(where({}).request).because).toBe('no environment of the project was found');
  });
});

describe('the environment of a project', () => {
  it('is the nearest .env below what is set already', () => {
    const { path } = makeFolder({
      '.env': 'FAR=1\n',
      'tests/.env': '# a comment\nexport KEY="from file"\nTAKEN=file\n__proto__=x\n',
      'tests/eval/.env/pyvenv.cfg': '',
    });
    const { env, file } = projectEnv(join(path, 'tests/eval'), { TAKEN: 'environment' });
    expect(file).toBe(join(path, 'tests/.env'));
    expect(env).toMatchObject({ KEY: 'from file', TAKEN: 'environment' });
    expect(env.FAR).toBeUndefined();
  });
});
