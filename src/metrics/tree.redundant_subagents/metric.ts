import type { Json } from '../../model/json.ts';
import { textOf } from '../../model/message.ts';
import type { Trace } from '../../model/trace.ts';
import { type Agent, agents } from '../../views/agents.ts';
import { notApplicable, onlyTraces, unresolved } from '../answers.ts';
import { type Declared, defineMetric, type Scoring } from '../define-metric.ts';
import { momentsOf } from '../moments.ts';
import { readOnlyTools } from '../read-only-tools.ts';
import { plainWords } from '../shingles.ts';
import { subtreeCalls } from '../subtree-calls.ts';
import { textsByIssuer } from './issuer-texts.ts';
import { manifest } from './manifest.ts';
import { namesIn } from './names-in.ts';

/** Characters from which an output can be recognised. */
const SHORTEST = 20;
/** Words of a sequence that is hardly repeated by chance. */
const SEQUENCE = 8;
/** Characters of an output and of what came before it that are compared. */
const LONGEST = 50_000;

/** The share of subagents whose work left no trace. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'An issuer that puts a finding in its own words seems not to have used it.',
      'A subagent that was asked to confirm something has done its work when it finds nothing.',
      'Boilerplate of eight words in both texts hides that the rest was not used.',
    ],
    decisions: [
      'The issuer is judged by what it said and by the arguments of its calls after the subagent ended, not by what was put before it.',
      'The last subagent of a handoff speaks for the run itself: nothing has to use its output.',
    ],
  },
  score: (partition, { declared }) =>
    partition.type === 'trace' ? scoreTrace(partition.trace, declared) : onlyTraces(),
});

type Use = 'used' | 'possibly_unused' | 'read_only_unknown' | 'content_not_captured' | 'too_short' | 'speaks_for_run';

function scoreTrace(trace: Trace, declared: Declared): Scoring {
  const delegated = agents(trace).filter((agent) => agent.role === 'delegated' && agent.issuer);
  if (delegated.length === 0) return notApplicable('no_delegated_agents', 'no agent was issued by another');
  const texts = textsByIssuer(trace);
  const moments = momentsOf(trace);
  const isUsed = (agent: Agent, output: string): boolean => {
    const issuer = agent.issuer && texts.get(agent.issuer);
    if (!issuer) return false;
    const words = plainWords(output);
    const since = moments.endOf(agent.span);
    if (issuer.sharesSequence(words, Math.max(1, Math.min(SEQUENCE, words.length)), since)) return true;
    const known = new Set(namesIn(`${agent.delegation?.task ?? ''}\n${textOf(agent.input ?? [])}`.slice(0, LONGEST)));
    return issuer.usesName(
      namesIn(output).filter((name) => !known.has(name)),
      since,
    );
  };
  const calls = subtreeCalls(trace);
  const isReadOnly = readOnlyTools(trace, declared);
  const useOf = (agent: Agent): Use => {
    if (agent.delegation?.mode === 'handoff') return 'speaks_for_run';
    if (!agent.contentCaptured || agent.output === undefined) return 'content_not_captured';
    const text = outputText(agent);
    if ([...text].length < SHORTEST) return 'too_short';
    if (isUsed(agent, text.slice(0, LONGEST))) return 'used';
    const effects = (calls.get(agent) ?? []).map(({ name }) => isReadOnly(name));
    if (effects.includes(false)) return 'used';
    return effects.includes(undefined) ? 'read_only_unknown' : 'possibly_unused';
  };
  const judged = delegated.map((agent) => ({ agent, use: useOf(agent) }));
  return answer(judged);
}

function answer(judged: readonly { readonly agent: Agent; readonly use: Use }[]): Scoring {
  const of = (...uses: readonly Use[]): Agent[] =>
    judged.flatMap(({ agent, use }) => (uses.includes(use) ? agent : []));
  const [unused, used] = [of('possibly_unused'), of('used')];
  const open = of('read_only_unknown', 'content_not_captured');
  const known = unused.length + used.length;
  const counts = new Map<Use, number>();
  for (const { use } of judged) counts.set(use, (counts.get(use) ?? 0) + 1);
  const { used: _, possibly_unused: __, ...excluded } = Object.fromEntries(counts);
  const details: Record<string, Json> = {
    numerator: unused.length,
    denominator: known,
    excluded,
    possibly_unused: unused.slice(0, 50).map(({ name, span }) => ({ agent: name, span_id: span.spanId })),
  };
  const evidence = unused.slice(0, 20).map(({ span }) => ({ span_id: span.spanId, at: span.at }));
  const names = unused
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ');
  const because = `${unused.length} of ${known} subagents possibly unused${names ? `: ${names}` : ''}`;
  if (known + open.length === 0)
    return notApplicable('no_output_to_follow', 'no subagent gave an output that could be followed', details);
  if (open.length) {
    const all = known + open.length;
    const bounds = [unused.length / all, (unused.length + open.length) / all] as const;
    const reason = of('content_not_captured').length ? 'content_not_captured' : 'read_only_unknown';
    return unresolved(reason, `${because}; ${open.length} cannot be judged`, { bounds, evidence, details });
  }
  return { status: 'scored', score: unused.length / known, because, evidence, details };
}

function outputText({ output = [] }: Agent): string {
  return output
    .filter(({ role }) => role === undefined || role === 'assistant')
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.content : [])))
    .join('')
    .trim();
}
