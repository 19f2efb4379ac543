import { describe, expect, it } from 'vitest';
import { metricNamed } from '../metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../metrics/resolve-config.ts';
import { Assembly } from '../model/assemble.ts';
import { textMessage } from '../model/message.ts';
import { makeSpan, type SpanInput } from '../model/span.ts';
import { sessionUsage } from '../views/session-usage.ts';
import { totalOf } from '../views/token-count.ts';
import { AgentTable } from './agent-table.ts';
import { RunTotals } from './run-totals.ts';

const VALIDITY = metricNamed('agent.subagent_validity');
const JOB = {
  metric: VALIDITY,
  scope: 'span' as const,
  resolved: resolveConfig(VALIDITY, NO_CONFIG_INPUT),
  declared: {},
};

/** A lead and its subagent with one model call; two traces of one session record the same call. */
function twice() {
  const assembly = new Assembly(() => {});
  for (const traceId of ['t1', 't2']) {
    const add = (span: Pick<SpanInput, 'spanId' | 'name' | 'kind'> & Partial<SpanInput>): void =>
      assembly.add(
        { type: 'span', span: makeSpan({ traceId, sessionId: 's', at: { file: 'f' }, ...span }) },
        { name: 'spans', runUnit: 'trace' },
      );
    const outputMessages = [textMessage('assistant', 'an answer that is long enough')];
    add({ spanId: 'a', name: 'lead', kind: 'AGENT', agent: { name: 'lead' }, outputMessages });
    add({ spanId: 'b', parentId: 'a', name: 'sub', kind: 'AGENT', agent: { name: 'sub' }, outputMessages });
    const usage = { inputUncached: 100, output: 10, scope: 'exclusive' as const, coverage: 'full' as const };
    add({ spanId: 'c', parentId: 'b', name: 'chat', kind: 'LLM', responseId: 'r1', usage });
  }
  const [session] = assembly.finish().sessions;
  if (!session) throw new Error('no session');
  return session;
}

describe('a call that two traces of a session record', () => {
  it('counts once in the totals, in the delegated part and for each agent', () => {
    const session = twice();
    const totals = new RunTotals();
    totals.add(session);
    expect(totals.usage()).toMatchObject({ total: { known: 110 }, delegated: { known: 110 } });
    const table = new AgentTable(JOB, () => 0);
    table.add(session);
    const tokens = Object.fromEntries(
      table.entries().map((entry) => [entry.agent, [entry.tokens.own, entry.tokens.known]]),
    );
    expect(tokens).toEqual({ lead: [0, 110], sub: [110, 110] });
  });

  it('leaves own tokens that sum to the total of the session', () => {
    const { agents, total, calls } = sessionUsage(twice());
    expect(agents.reduce((sum, { own }) => sum + totalOf(own), 0)).toBe(totalOf(total));
    expect(agents.reduce((sum, agent) => sum + agent.calls, 0)).toBe(calls);
  });
});
