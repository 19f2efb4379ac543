import { readSessions } from '../../src/cli/read-sessions.ts';
import { metricNamed } from '../../src/metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../../src/metrics/resolve-config.ts';
import type { Trace } from '../../src/model/trace.ts';
import { scorePartition } from '../../src/run/score.ts';
import { agents } from '../../src/views/agents.ts';
import { delegations } from '../../src/views/delegations.ts';
import { health } from '../../src/views/health.ts';
import { terminal } from '../../src/views/terminal.ts';
import { inputOf, type TokenCount } from '../../src/views/token-count.ts';
import { toolCalls } from '../../src/views/tool-calls.ts';
import { usageLedger } from '../../src/views/usage-ledger.ts';

const VALIDITY = metricNamed('agent.subagent_validity');
const JOB = {
  metric: VALIDITY,
  scope: 'span' as const,
  resolved: resolveConfig(VALIDITY, NO_CONFIG_INPUT),
  declared: {},
};

/** What is said about the recordings under some paths, without their content. */
export async function verdictLines(paths: readonly string[], cwd: string): Promise<string> {
  const { sessions, problems } = await readSessions({ paths, cwd });
  const lines = sessions.flatMap((session) => [`session ${session.sessionId}`, ...session.traces.flatMap(traceLines)]);
  for (const { code, at } of problems) lines.push(`problem ${code} ${at?.file ?? ''}:${at?.line ?? ''}`);
  return `${lines.join('\n')}\n`;
}

function traceLines(trace: Trace): string[] {
  const { state, source } = terminal(trace);
  const ledger = usageLedger(trace);
  const usage = new Map(ledger.agents.map((entry) => [entry.agent.span, entry]));
  const lines = [`  trace ${trace.traceId}: ${trace.spans.length} spans, ${state} (${source})`];
  for (const { kind, count } of health(trace)) lines.push(`    health ${kind} ${count}`);
  for (const agent of agents(trace)) {
    const [outcome] = scorePartition(JOB, { type: 'span', span: agent.span, agent, trace }, new Map(), () => 0);
    const label = outcome?.status === 'scored' ? outcome.label : outcome && 'reason' in outcome ? outcome.reason : '';
    const own = usage.get(agent.span);
    const tokens = own
      ? `own ${pair(own.own)}${own.ownComplete ? '' : '+'}, inclusive ${pair(own.inclusive)}${own.inclusiveComplete ? '' : '+'}`
      : '';
    lines.push(
      `    agent ${agent.name}, ${agent.role}, depth ${agent.depth}: ${label}, output ${agent.outputSource}, ${tokens}`,
    );
  }
  for (const edge of delegations(trace)) {
    lines.push(
      `    delegation ${edge.fromAgent ?? '?'} > ${edge.toAgent ?? '?'}: ${edge.mode}, ${edge.basis}, ${edge.status}`,
    );
  }
  const tools = toolCalls(trace).map(
    ({ name, isError, executedBy }) => `${name}${isError ? '!' : ''}${executedBy ? '' : '?'}`,
  );
  if (tools.length && tools.length <= 20) lines.push(`    tools ${tools.join(' ')}`);
  if (tools.length > 20) lines.push(`    tools ${tools.length}`);
  const gaps = ledger.leftOut.map(({ reason, count }) => `${count} ${reason}`).join(', ');
  lines.push(
    `    tokens ${ledger.recorded ? pair(ledger.total) : 'not recorded'}${ledger.complete ? '' : ` (${gaps || 'incomplete'})`}`,
  );
  return lines;
}

function pair(count: TokenCount): string {
  return `${inputOf(count)}/${count.output}`;
}
