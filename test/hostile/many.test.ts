import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { agentRecord, lines, makeFolder } from '../../src/testing/make-folder.ts';

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

describe('a trace of very many agents', () => {
  it.each(['usage', 'show', 'grade'])('is told in time that grows with their number: %s', async (command) => {
    const agents = Array.from({ length: 6000 }, (_, at) =>
      agentRecord('t', `s${at}`, `✓ agent ${at}`, 'an answer of theirs'),
    );
    const folder = makeFolder({ 'run.jsonl': lines(agents) });
    const taken = await seconds(async () => expect((await folder.muster(command, 'run.jsonl')).code).toBe(0));
    expect(taken).toBeLessThan(8);
  });
});

// More than the arguments of one call that the stack of Node holds.
const MANY = 130_000;

describe('more records than a call takes arguments', () => {
  it('are read behind the end of a session', async () => {
    const named = { session_id: 's', parent_tool_use_id: null };
    const records: Json[] = [
      {
        type: 'assistant',
        ...named,
        message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'done' }] },
      },
      { type: 'result', subtype: 'success', ...named },
      ...Array.from({ length: MANY }, (_, at) => ({
        ...{ type: 'user', isMeta: true, uuid: `u${at}`, ...named },
        message: { role: 'user', content: 'x' },
      })),
    ];
    const { code, err } = await makeFolder({ 'run.jsonl': lines(records) }).muster('show', 'run.jsonl');
    expect(err).toBe('');
    expect(code).toBe(0);
  });

  it('are read as cases of one dataset', { timeout: 15_000 }, async () => {
    const cases = Array.from({ length: MANY }, (_, at) => ({ eval_case_id: `c${at}` }));
    const folder = makeFolder({ 'cases.json': JSON.stringify({ eval_cases: cases }) });
    const { code, out } = await folder.muster('convert', 'cases.json');
    expect(code).toBe(0);
    expect(out.split('\n')).toHaveLength(MANY + 1);
  });
});
