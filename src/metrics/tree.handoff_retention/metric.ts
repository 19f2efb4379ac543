import type { Json } from '../../model/json.ts';
import { textOf } from '../../model/message.ts';
import type { Trace } from '../../model/trace.ts';
import type { Ref } from '../../results/outcome.ts';
import { type Agent, agents } from '../../views/agents.ts';
import { delegations } from '../../views/delegations.ts';
import { notApplicable, onlyTraces, unresolved } from '../answers.ts';
import { type Declared, defineMetric, type Scoring } from '../define-metric.ts';
import { type Fact, protectedFacts } from './facts.ts';
import { manifest } from './manifest.ts';

/** Whether protected facts reach the subagents. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'A fact in other words is not found: protect what is written the same way everywhere, such as numbers and names.',
      'A subagent that can look the fact up does not have to be told.',
      'That a fact arrived does not say that it was heeded.',
    ],
    decisions: [
      'A subagent that was issued and never observed is judged by its task, where that was recorded.',
      'Where a subagent inherits the conversation of its issuer, a fact that is not in its recorded input is unknown, not lost.',
      'Constraints of other kinds cannot be looked for in a text, and are no facts here.',
    ],
  },
  score: (partition, { declared }) =>
    partition.type === 'trace' ? scoreTrace(partition.trace, declared) : onlyTraces(),
});

/** What one handoff gave, and to whom. */
interface Handoff {
  readonly to: string;
  readonly child?: Agent;
  /** Undefined: nothing of it was recorded. */
  readonly given: string | undefined;
  /** More may have been given than was recorded. */
  readonly isOpen: boolean;
  readonly evidence: readonly Ref[];
}

function scoreTrace(trace: Trace, declared: Declared): Scoring {
  const facts = protectedFacts(trace, declared);
  if (!facts) return unresolved('constraints_invalid', 'the constraints of the case cannot be read');
  if (facts.length === 0) return notApplicable('no_protected_facts', 'no constraint is a protected fact');
  const handoffs = handoffsOf(trace);
  if (handoffs.length === 0) return notApplicable('no_delegated_agents', 'no agent was issued by another');
  const lost: { readonly fact: string; readonly handoff: Handoff }[] = [];
  let [retained, open] = [0, 0];
  for (const handoff of handoffs) {
    for (const fact of facts) {
      if (handoff.given !== undefined && fact.isIn(handoff.given)) retained++;
      else if (handoff.given === undefined || handoff.isOpen) open++;
      else lost.push({ fact: fact.id, handoff });
    }
  }
  const total = facts.length * handoffs.length;
  const details = {
    numerator: retained,
    denominator: total,
    excluded: open ? { input_not_recorded: open } : {},
    lost: lost.slice(0, 50).map(({ fact, handoff: { to } }): Json => ({ fact, agent: to })),
    answer_retention: answerRetention(trace, facts, handoffs),
  };
  const evidence = lost.flatMap(({ handoff }) => handoff.evidence).slice(0, 20);
  const [first] = lost;
  const because = `${retained} of ${total} facts arrived${first ? `; ${first.handoff.to} was not told ${first.fact}` : ''}`;
  if (open > 0) {
    const bounds = [retained / total, (retained + open) / total] as const;
    return unresolved('input_not_recorded', `${because}; ${open} are not known`, { bounds, evidence, details });
  }
  return { status: 'scored', score: retained / total, because, evidence, details };
}

function handoffsOf(trace: Trace): Handoff[] {
  const bySpan = new Map(agents(trace).map((agent) => [agent.span.spanId, agent]));
  const edges = delegations(trace).filter(({ required }) => required !== false);
  const marked = edges.filter(({ required }) => required === true);
  return (marked.length ? marked : edges).map(({ toSpanId, toAgent, task, context, at }) => {
    const child = toSpanId === undefined ? undefined : bySpan.get(toSpanId);
    const input = child?.input && textOf(child.input);
    const given = [task, input].filter((text) => text !== undefined && text !== '').join('\n');
    const place = child ? { span_id: child.span.spanId, at: child.span.at } : at && { at };
    return {
      to: child?.name ?? toAgent ?? '(agent without a name)',
      ...(child && { child }),
      given: given === '' ? undefined : given,
      isOpen: context === 'inherited' || (child !== undefined && !child.contentCaptured),
      evidence: place ? [place] : [],
    };
  });
}

/** Of the facts in the outputs of subagents, those that the answer of their issuer holds. */
function answerRetention(trace: Trace, facts: readonly Fact[], handoffs: readonly Handoff[]): Json {
  const answers = new Map(agents(trace).map(({ span, output }) => [span, output && textOf(output)]));
  let [found, kept] = [0, 0];
  for (const { child } of handoffs) {
    const answer = child?.issuer && answers.get(child.issuer);
    if (!child?.output || answer === undefined) continue;
    const output = textOf(child.output);
    for (const fact of facts) {
      if (!fact.isIn(output)) continue;
      found++;
      if (fact.isIn(answer)) kept++;
    }
  }
  return { score: found ? kept / found : null, numerator: kept, denominator: found };
}
