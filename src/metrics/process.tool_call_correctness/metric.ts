import { compareText } from '../../model/canonical-order.ts';
import type { Json } from '../../model/json.ts';
import { quote } from '../../results/quote.ts';
import { contentCaptured } from '../../views/content-captured.ts';
import { toolCalls } from '../../views/tool-calls.ts';
import { onlyTraces } from '../answers.ts';
import { defineMetric, type ScoreContext, type Scoring } from '../define-metric.ts';
import { type Run, rootEvidence, runsOf, shareOfRuns } from '../process-run.ts';
import { providerCalls } from '../provider-calls.ts';
import { type UnobservedAgent, unobservedAgents } from '../unobserved-agents.ts';
import { docs } from './docs.ts';
import { type CallVerdict, isCorrect, judgeCall, judgeProviderCall, placeOf, short } from './judge-call.ts';
import { manifest } from './manifest.ts';
import { settingsFault } from './settings.ts';
import { countedTable, tableCounts } from './tables.ts';
import { toolsetOf } from './toolset.ts';

const LISTED = 500;

/** Did every tool call name a tool that its caller has, with parameters valid for it? */
export const metric = defineMetric({
  manifest,
  docs,
  checkConfig: settingsFault,
  score: (partition, context) => {
    if (partition.type === 'span') return onlyTraces();
    const found = runsOf(partition, context.config);
    if ('decided' in found) return found.decided;
    if ('run' in found) return judgeRun(found.run, context);
    return shareOfRuns(
      found.runs.map((run) => judgeRun(run, context)),
      'made only correct calls',
    );
  },
  tables: tableCounts,
});

function judgeRun(run: Run, { config, declared }: ScoreContext): Scoring {
  const verdicts = run.flatMap((trace) => {
    const toolset = toolsetOf(trace, config, declared);
    const isCaptured = contentCaptured(trace);
    return [
      ...toolCalls(trace).map((call) => judgeCall(call, toolset, config, isCaptured)),
      ...providerCalls(trace).map((call) => judgeProviderCall(call, toolset, config, isCaptured)),
    ];
  });
  const unseen = run.flatMap(unobservedAgents);
  const wrong = verdicts.filter((each) => isCorrect(each) === false);
  const unknown = verdicts.filter((each) => isCorrect(each) === null);
  const details = detailsOf(verdicts, wrong, unknown, unseen);
  const [firstWrong] = wrong;
  if (firstWrong) {
    const because = `${wrong.length} of ${verdicts.length} calls ${wrong.length === 1 ? 'is' : 'are'} incorrect, first ${told(firstWrong)}`;
    return { status: 'scored', score: 0, reason: 'tool_call_incorrect', because, evidence: places(wrong), details };
  }
  if (unknown.length || unseen.length) return unresolvedRun(unknown, unseen, details);
  if (verdicts.length === 0) {
    const because = 'no tool was called: put a tool that has to be called on the list of constraints';
    return { status: 'scored', score: 1, because, evidence: rootEvidence(run), details: { ...details, vacuous: true } };
  }
  const because = verdicts.length === 1 ? 'its only call is correct' : `all ${verdicts.length} calls are correct`;
  return { status: 'scored', score: 1, because, evidence: places(verdicts).slice(0, 1), details };
}

function unresolvedRun(
  unknown: readonly CallVerdict[],
  unseen: readonly UnobservedAgent[],
  details: Scoring['details'],
): Scoring {
  const [first] = unknown;
  const reason = first?.miss ?? 'internals_not_observed';
  const names = unseen.slice(0, 3).map(({ name }) => quote(name));
  const because = first
    ? `of ${unknown.length} ${unknown.length === 1 ? 'call' : 'calls'} it is not known, first ${told(first)}`
    : `what ${names.join(', ')}${unseen.length > 3 ? ` and ${unseen.length - 3} more` : ''} called was not recorded`;
  const evidence = first
    ? places(unknown)
    : unseen.flatMap(({ spanId }) => (spanId === undefined ? [] : [{ span_id: spanId }]));
  return {
    status: 'unresolved',
    score: null,
    reason,
    bounds: [0, 1],
    because,
    evidence: evidence.slice(0, 20),
    details,
  };
}

function told({ name, miss }: CallVerdict): string {
  return `${quote(name)}: ${quote(miss ?? '')}`;
}

function places(verdicts: readonly CallVerdict[]): Scoring['evidence'] {
  return verdicts.slice(0, 20).map(({ call }) => placeOf(call));
}

function detailsOf(
  verdicts: readonly CallVerdict[],
  wrong: readonly CallVerdict[],
  unknown: readonly CallVerdict[],
  unseen: readonly UnobservedAgent[],
): Record<string, Json> {
  const correct = verdicts.length - wrong.length - unknown.length;
  const misses = new Map<string, number>();
  for (const { miss } of verdicts) if (miss !== null) misses.set(miss, (misses.get(miss) ?? 0) + 1);
  return {
    calls: verdicts.slice(0, LISTED).map(callDetails),
    calls_left_out: Math.max(0, verdicts.length - LISTED),
    correct,
    incorrect: wrong.length,
    unknown: unknown.length,
    call_accuracy: correct + wrong.length ? correct / (correct + wrong.length) : null,
    tools: countedTable(verdicts),
    misses: [...misses]
      .sort(([a], [b]) => compareText(a, b))
      .slice(0, LISTED)
      .map(([miss, count]) => ({ miss, count })),
    unobserved_agents: unseen.length,
    ...(verdicts.some(({ hasDuplicates }) => hasDuplicates) && { diagnostics: ['duplicate_argument_keys'] }),
  };
}

function callDetails({ call, name, validTool, validParams, miss }: CallVerdict): Json {
  const { at } = placeOf(call);
  return { name: short(name), valid_tool: validTool, valid_params: validParams, miss, at: at ? { ...at } : null };
}
