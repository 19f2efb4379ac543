import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTempFolder } from '../testing/make-judge.ts';
import { openReplay, recordedTo } from './replay.ts';
import type { JudgeRequest, Transport } from './transport.ts';

const request = (key: string): JudgeRequest => ({
  key,
  model: 'm',
  system: 's',
  prompt: 'a secret prompt',
  parameters: {},
  sampleIndex: 0,
});
const signal = new AbortController().signal;
const live: Transport = {
  id: 'live',
  endpoint: 'http://x',
  ask: async ({ key }) =>
    key === 'bad'
      ? { fault: { kind: 'server_error', message: 'broken' } }
      : { answer: { text: `to ${key}`, usage: { input: 1 }, finish: 'stop' } },
};

describe('recorded answers', () => {
  it('are written as they come, each on a line, without the prompt and without faults', async () => {
    const path = `${makeTempFolder()}/a.jsonl`;
    const recording = recordedTo(path, live);
    await Promise.all(['k1', 'bad', 'k2', 'k3'].map((key) => recording.ask(request(key), signal)));
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
    expect(readFileSync(path, 'utf8')).not.toContain('secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const replay = await openReplay(path);
    expect(replay?.models).toEqual(new Set(['m']));
    expect(await replay?.transport.ask(request('k2'), signal)).toEqual(await live.ask(request('k2'), signal));
    expect(replay?.transport.knows?.('bad')).toBe(false);
    expect(await replay?.transport.ask(request('bad'), signal)).toMatchObject({ fault: { kind: 'replay_miss' } });
  });

  it('that cannot be written are a fault, and not lost in silence', async () => {
    const recording = recordedTo(`${makeTempFolder()}/none/a.jsonl`, live);
    expect(await recording.ask(request('k'), signal)).toMatchObject({
      fault: { kind: 'rejected', message: expect.stringContaining('ENOENT') },
    });
  });

  it('are none where there is no file, and refused with the line where it is another', async () => {
    const path = `${makeTempFolder()}/a.jsonl`;
    expect(await openReplay(path)).toBeUndefined();
    writeFileSync(path, '\n{"key": "k", "model": "m", "answer": {"text": "x"}}\n');
    await expect(openReplay(path)).rejects.toMatchObject({ code: 'JUDGE_BAD_REPLAY', at: { line: 2 } });
    await expect(openReplay(makeTempFolder())).rejects.toMatchObject({ code: 'JUDGE_BAD_REPLAY' });
  });
});
