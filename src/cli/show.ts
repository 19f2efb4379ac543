import pc from 'picocolors';
import { metricNamed } from '../metrics/registry.ts';
import { compareText } from '../model/canonical-order.ts';
import type { Delegation } from '../model/delegation.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { formatAt } from '../problems/problem.ts';
import { cutTo } from '../reports/columns.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import { grouped, plural } from '../reports/figures.ts';
import type { Hide } from '../reports/redact.ts';
import { type Job, planRun } from '../run/plan.ts';
import { scorePartition } from '../run/score.ts';
import { EXIT } from '../verdicts/exit-code.ts';
import { type Agent, agentName, agents } from '../views/agents.ts';
import { delegations } from '../views/delegations.ts';
import { health } from '../views/health.ts';
import { spanTree } from '../views/span-tree.ts';
import { terminal as terminalOf } from '../views/terminal.ts';
import { inputOf } from '../views/token-count.ts';
import { type AgentUsage, usageLedger } from '../views/usage-ledger.ts';
import { durationText } from './duration-text.ts';
import { hideFor } from './hide-for.ts';
import { loadConfig } from './load-config.ts';
import { readSessions, refuseEmpty } from './read-sessions.ts';
import type { ShowFlags } from './show-command.ts';
import { tellUnmatched } from './tell-unmatched.ts';
import type { Terminal } from './terminal.ts';
import { filterTraces, traceFilter } from './trace-filter.ts';

/** Runs `muster show` and gives back its exit code. */
export async function runShow(paths: readonly string[], flags: ShowFlags, terminal: Terminal): Promise<number> {
  const { cwd, signal, stdin } = terminal;
  const filter = traceFilter(flags.filter, 'show');
  const config = await loadConfig(undefined, cwd);
  const { validity } = planRun({ set: [], failBelow: [] }, config);
  const hide = await hideFor(config, flags.content);
  const read = await readSessions({
    paths,
    cwd,
    signal,
    stdin,
    ...(flags.source !== undefined && { source: flags.source }),
  });
  refuseEmpty(read, paths, terminal, { hide, content: flags.content });
  const page = new Page(terminal, hide, flags, validity);
  const traces = filterTraces(read.sessions, filter).flatMap((session) => session.traces);
  if (!read.interrupted) tellUnmatched(filter, hide, terminal);
  for (const trace of traces.slice(0, flags.limit)) page.trace(trace);
  const rest = traces.length - flags.limit;
  if (rest > 0) page.line(0, `… and ${plural(rest, 'more trace')} (--limit ${traces.length} shows all)`);
  if (traces.length === 0)
    page.line(0, flags.filter.length > 0 ? 'no trace matches the filter' : 'no trace was recorded, only cases');
  if (read.problems.length)
    page.line(0, `${plural(read.problems.length, 'problem')} in the input: \`muster grade\` lists them`);
  return read.interrupted ? EXIT.interrupted : EXIT.done;
}

const LABEL_MARKS: Readonly<Record<string, string>> = { valid: '✓', empty: '✗', short: '✗', error: '✗', missing: '✗' };

/** Indentation ends here: a chain of any length stays readable, and linear. */
const DEEPEST = 30;

/** Writes traces as trees, a line a step. */
class Page {
  readonly #terminal: Terminal;
  readonly #hide: Hide;
  readonly #flags: ShowFlags;
  readonly #colors: ReturnType<typeof pc.createColors>;
  readonly #validity: Job;

  constructor(terminal: Terminal, hide: Hide, flags: ShowFlags, resolved: Job['resolved']) {
    this.#terminal = terminal;
    this.#hide = hide;
    this.#flags = flags;
    this.#validity = { metric: metricNamed('agent.subagent_validity'), scope: 'span', resolved, declared: {} };
    this.#colors = pc.createColors(terminal.color);
  }

  line(level: number, text: string): void {
    const depth = Math.min(level, DEEPEST);
    const shown = cutTo(escapeTerminal(this.#hide(text)), Math.max(40, this.#terminal.width - depth * 2));
    this.#terminal.out(`${'  '.repeat(depth)}${shown}\n`);
  }

  trace(trace: Trace): void {
    const end = terminalOf(trace);
    const { bold } = this.#colors;
    const session = trace.sessionIdSource === 'reported' ? `  session ${trace.sessionId}` : '';
    this.#terminal.out(
      `${bold(cutTo(escapeTerminal(this.#hide(`trace ${trace.traceId}${session}`)), this.#terminal.width))}\n`,
    );
    const word = end.reason === undefined || end.reason === end.state ? '' : ` (${end.reason})`;
    this.line(
      1,
      `${trace.source}, ${plural(trace.spans.length, 'span')}, ${durationText(trace.spans)}, ended ${end.state}${word}${end.source === 'derived' ? ', derived' : ''}`,
    );
    if (trace.case) this.line(1, `case ${trace.case.id}`);
    for (const { kind, message, count } of health(trace)) this.line(1, `! ${kind}: ${message} (${count})`);
    if (this.#flags.spans) this.#spans(trace);
    else this.#agents(trace);
    this.#usage(trace);
    this.#terminal.out('\n');
  }

  #agents(trace: Trace): void {
    const list = agents(trace);
    const usage = new Map(usageLedger(trace).agents.map((entry) => [entry.agent.span, entry]));
    const children = new Map<Span | undefined, Agent[]>();
    for (const agent of list) push(children, agent.issuer, agent);
    const known = new Set(list.map(({ span }) => span.spanId));
    const unobserved = new Map<string | undefined, Delegation[]>();
    for (const edge of delegations(trace)) {
      if (edge.toSpanId !== undefined) continue;
      push(unobserved, known.has(edge.fromSpanId ?? '') ? edge.fromSpanId : undefined, edge);
    }
    const stack = (children.get(undefined) ?? []).map((agent) => ({ agent, depth: 1 })).reverse();
    while (stack.length) {
      const next = stack.pop();
      if (!next) break;
      this.#agent(trace, next.agent, next.depth, usage.get(next.agent.span));
      for (const edge of unobserved.get(next.agent.span.spanId) ?? []) this.#unobserved(edge, next.depth + 1);
      for (const child of (children.get(next.agent.span) ?? []).reverse())
        stack.push({ agent: child, depth: next.depth + 1 });
    }
    for (const edge of unobserved.get(undefined) ?? []) this.#unobserved(edge, 1);
    if (list.length === 0 && unobserved.size === 0) this.line(1, 'no agent was recorded');
  }

  #agent(trace: Trace, agent: Agent, depth: number, usage: AgentUsage | undefined): void {
    const [outcome] = scorePartition(
      this.#validity,
      { type: 'span', span: agent.span, agent, trace },
      new Map(),
      () => 0,
    );
    const label = outcome?.status === 'scored' ? (outcome.label ?? 'valid') : (outcome?.status ?? 'unresolved');
    const how = agent.delegation
      ? `, ${agent.delegation.mode.replace('_', ' ')}${agent.delegation.basis === 'inferred' ? ' (inferred)' : ''}`
      : '';
    const mark = Object.hasOwn(LABEL_MARKS, label) ? LABEL_MARKS[label] : '?';
    this.line(
      depth,
      `${mark} ${agent.name}  ${label.replace('_', ' ')}${how}, ${durationText([agent.span])}${usageText(usage)}  ${formatAt(agent.span.at)}`,
    );
    if (label !== 'valid' && outcome) this.line(depth + 1, outcome.because);
  }

  #unobserved(edge: Delegation, depth: number): void {
    const text =
      edge.status === 'missing'
        ? 'missing: issued, and neither a run nor a result was recorded'
        : `${edge.status}, its run was not recorded`;
    const place = edge.at ? `  ${formatAt(edge.at)}` : '';
    this.line(
      depth,
      `${edge.status === 'missing' ? '✗' : '?'} ${edge.toAgent ?? '(agent without a name)'}  ${text}${place}`,
    );
  }

  #spans(trace: Trace): void {
    const tree = spanTree(trace);
    const stack = [...tree.roots].reverse().map((span) => ({ span, depth: 1 }));
    while (stack.length) {
      const next = stack.pop();
      if (!next) break;
      const { span, depth } = next;
      const name = span.kind === 'AGENT' ? agentName(span) : (span.tool?.name ?? span.model?.requested ?? span.name);
      const status = span.status === 'ERROR' ? '  ERROR' : '';
      this.line(depth, `${span.kind}  ${name}${status}  ${durationText([span])}  ${formatAt(span.at)}`);
      for (const child of [...tree.childrenOf(span)].reverse()) stack.push({ span: child, depth: depth + 1 });
    }
  }

  #usage(trace: Trace): void {
    const { total, complete, recorded, leftOut } = usageLedger(trace);
    if (!recorded) {
      this.line(1, 'tokens: not recorded');
      return;
    }
    const least = complete ? '' : 'at least ';
    const gaps = [...leftOut]
      .sort((a, b) => compareText(a.reason, b.reason))
      .map(({ reason, count }) => `${count} ${reason.replaceAll('_', ' ')}`);
    this.line(
      1,
      `tokens: ${least}${grouped(inputOf(total))} in, ${least}${grouped(total.output)} out${gaps.length ? `; not counted: ${gaps.join(', ')}` : ''}`,
    );
  }
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function usageText(usage: AgentUsage | undefined): string {
  if (!usage || (inputOf(usage.inclusive) === 0 && usage.inclusive.output === 0)) return '';
  const own = `${usage.ownComplete ? '' : 'at least '}${grouped(inputOf(usage.own))} in, ${grouped(usage.own.output)} out`;
  const all = inputOf(usage.inclusive) + usage.inclusive.output;
  return all === inputOf(usage.own) + usage.own.output
    ? `, ${own}`
    : `, own ${own}, with its agents ${usage.inclusiveComplete ? '' : 'at least '}${grouped(all)}`;
}
