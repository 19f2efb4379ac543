import { describe, expect, it } from 'vitest';
import { caseFields } from '../metrics/case-fields.ts';
import type { Json } from '../model/json.ts';
import { textMessage } from '../model/message.ts';
import type { Session, Trace } from '../model/trace.ts';
import { agent, assembled, call, llm, makeTrace, recordsOf, tool, traceOf } from '../testing/make-trace.ts';
import { valueText } from './follow-path.ts';
import { furtherRootsOf } from './further-roots.ts';

const fieldsOf = (trace: Trace) => caseFields({ type: 'trace', trace });
const textOf = (trace: Trace, root: string): string | undefined => {
  const value = fieldsOf(trace).fieldOf(root);
  return value === undefined ? undefined : valueText(value);
};

/** A lead that asks a searcher, which calls a tool. */
function team(): Trace {
  const search = call('search', { q: 'x' }, 'c1');
  return makeTrace(
    agent('lead', {
      told: 'Find x.',
      systemInstructions: [{ type: 'text', content: 'Be brief.' }],
      toolDefinitions: [{ name: 'ask', description: 'asks' }],
      children: [
        llm({ says: 'I will ask.' }),
        agent('searcher', {
          children: [
            llm({ asks: [search] }),
            tool('search', { callId: 'c1', args: { q: 'x' }, result: { found: 3 } }),
            llm({ says: 'Three.' }),
          ],
        }),
        llm({ says: 'There are three.' }),
      ],
    }),
  );
}

describe('the fields of a recording without a case', () => {
  it('are what was asked, what was answered, and the instruction of the root', () => {
    expect(textOf(team(), 'prompt')).toBe('Find x.');
    expect(textOf(team(), 'response')).toBe('There are three.');
    expect(textOf(team(), 'system_instruction')).toBe('Be brief.');
    expect(['reference', 'context', 'eval_case_id'].map((root) => textOf(team(), root))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('show its agents and its events in order, calls with their answers', () => {
    expect(fieldsOf(team()).fieldOf('agent_data')).toEqual({
      agents: {
        lead: {
          agent_id: 'lead',
          instruction: 'Be brief.',
          tools: [{ function_declarations: [{ name: 'ask', description: 'asks' }] }],
          sub_agents: ['searcher'],
        },
        searcher: { agent_id: 'searcher' },
      },
      turns: [
        {
          turn_index: 0,
          turn_id: 'turn_0',
          events: [
            said('user', 'user', [{ text: 'Find x.' }]),
            said('lead', 'model', [{ text: 'I will ask.' }]),
            said('searcher', 'model', [{ function_call: { id: 'c1', name: 'search', args: { q: 'x' } } }]),
            said('searcher', 'user', [{ function_response: { id: 'c1', name: 'search', response: { found: 3 } } }]),
            said('searcher', 'model', [{ text: 'Three.' }]),
            said('lead', 'model', [{ text: 'There are three.' }]),
          ],
        },
      ],
    });
  });

  it('show the output of an agent whose model calls were not recorded, after the agents below it', () => {
    const trace = makeTrace(agent('lead', { says: 'Done.', children: [agent('helper', { says: 'Helped.' })] }));
    expect(authors(trace)).toEqual(['helper', 'lead']);
    const last = agent('helper', { says: 'Helped.', children: [tool('f', { result: 1 })] });
    expect(authors(makeTrace(agent('lead', { says: 'Done.', children: [last] })))).toEqual([
      'helper',
      'helper',
      'helper',
      'lead',
    ]);
  });

  it('show an output that a model call said once', () => {
    const trace = makeTrace(agent('lead', { says: 'Done.', children: [llm({ says: 'Done.' })] }));
    expect(authors(trace)).toEqual(['lead']);
  });

  it('hold an answer that was recorded as empty, and none that is no text or was not recorded', () => {
    expect(textOf(makeTrace(agent('a', { says: '' })), 'response')).toBe('');
    expect(textOf(makeTrace(agent('a', { told: 'x' })), 'response')).toBeUndefined();
    expect(textOf(makeTrace(agent('a', { children: [llm({ asks: [call('f')] })] })), 'response')).toBeUndefined();
  });

  it('hold the last text of a run that ended with a call, and say so', () => {
    const handedOver = makeTrace(agent('a', { children: [llm({ says: 'Wait.' }), llm({ asks: [call('to_human')] })] }));
    expect(textOf(handedOver, 'response')).toBe('Wait.');
    expect(fieldsOf(handedOver).isResponseDerived).toBe(true);
    expect(fieldsOf(team()).isResponseDerived).toBe(false);
    expect(fieldsOf(makeTrace(agent('a', { told: 'x' }))).isResponseDerived).toBe(false);
  });

  it('do not take agent names as anything but names', () => {
    const data = fieldsOf(makeTrace(agent('__proto__', { says: 'x' }))).fieldOf('agent_data');
    expect(JSON.stringify(data)).toContain('"agents":{"__proto__":{"agent_id":"__proto__"}}');
  });
});

describe('the fields of a case', () => {
  const given = {
    id: 'c1',
    prompt: { role: 'user', parts: [{ text: 'of the case' }] },
    reference: { response: { role: 'model', parts: [{ text: 'expected' }] } },
    context: 'known facts',
  };
  const records = recordsOf([
    agent('a', {
      told: 'of the run',
      says: 'x',
      attributes: new Map<string, Json>([
        ['eval_case.difficulty', 3],
        ['eval_case.response', 'forged'],
        ['other', 1],
      ]),
    }),
  ]);
  const trace: Trace = { ...traceOf(records), case: given };

  it('go before what the run says', () => {
    expect(['prompt', 'reference', 'context', 'eval_case_id'].map((root) => textOf(trace, root))).toEqual([
      'of the case',
      'expected',
      'known facts',
      'c1',
    ]);
  });

  it('hold its further keys, none of which takes the place of a standard one', () => {
    expect(textOf(trace, 'difficulty')).toBe('3');
    expect(textOf(trace, 'response')).toBe('x');
    expect(fieldsOf(trace).further).toEqual(new Set(['difficulty', 'response']));
    expect(textOf(trace, 'other')).toBeUndefined();
  });

  it('are known in the whole run where one case has them', () => {
    const sessions = [{ sessionId: 's', traces: [team(), trace] }];
    expect(furtherRootsOf(sessions)).toEqual(new Set(['difficulty', 'response']));
  });
});

describe('the fields of a session', () => {
  it('are the first question, the last answer and a turn for each trace', () => {
    const turn = (id: string, told: string, says: string) =>
      recordsOf([agent('desk', { told, says, sessionId: 's' })], id);
    const [session] = assembled([...turn('t1', 'one?', 'One.'), ...turn('t2', 'two?', 'Two.')]);
    const fields = caseFields({ type: 'session', session: session as Session });
    expect([fields.fieldOf('prompt'), fields.fieldOf('response')].map((value) => valueText(value ?? null))).toEqual([
      'one?',
      'Two.',
    ]);
    expect(valueText(fields.fieldOf('agent_data') ?? null)).toMatch(/one\?.*One\..*two\?.*Two\./);
  });

  it('do not repeat earlier turns that stand in the input of a later one', () => {
    const history = [textMessage('user', 'one?'), textMessage('assistant', 'One.'), textMessage('user', 'two?')];
    const [session] = assembled([
      ...recordsOf([agent('desk', { told: 'one?', says: 'One.', sessionId: 's' })], 't1'),
      ...recordsOf([agent('desk', { inputMessages: history, says: 'Two.', sessionId: 's' })], 't2'),
    ]);
    const data = JSON.stringify(caseFields({ type: 'session', session: session as Session }).fieldOf('agent_data'));
    expect(data.match(/one\?|One\.|two\?|Two\./g)).toEqual(['one?', 'One.', 'two?', 'Two.']);
  });
});

function said(author: string, role: string, parts: readonly Json[]): Json {
  return { author, content: { role, parts } };
}

function authors(trace: Trace): unknown {
  const data = fieldsOf(trace).fieldOf('agent_data') as { turns: { events: { author: string }[] }[] };
  return data.turns[0]?.events.map(({ author }) => author);
}
