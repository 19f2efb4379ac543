import type { GateVerdict } from '../../results/gate-verdict.ts';
import type { Outcome } from '../../results/outcome.ts';
import { buffered } from '../buffered.ts';
import { defineReport, type ReportInput } from '../define-report.ts';
import { escapeXml } from '../escape-xml.ts';
import { gateAsks, gateFound } from '../gate-words.ts';
import { because, verdictWords } from '../outcome-words.ts';
import { filePlace, firstAt, outcomePlace, partitionName } from '../place.ts';
import { hideContent } from '../redact.ts';
import { type CaseState, caseStates } from './classify.ts';

type Count = Record<CaseState, number>;
type Say = (text: string) => string;

/** JUnit XML: the gates as one suite, then one suite a metric. Counts stand in front, so outcomes are read again. */
export const report = defineReport({
  name: 'junit',
  summary: 'JUnit XML: gates as tests, and one suite a metric',
  mediaType: 'application/xml',
  extension: 'xml',
  write: async (input, sink) => {
    const hide = await hideContent(input.options);
    const say: Say = (text) => escapeXml(hide(text));
    const stateOf = caseStates(input.run);
    const { filter } = input.options;
    const byMetric = await countOutcomes(input, stateOf);
    const gates = countGates(input.run.gates);
    const out = buffered(sink);
    const total = [gates, ...byMetric.values()].reduce(add, none());
    await out.write(
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="muster" ${numbers(total).replace(/ skipped="\d+"/, '')}>\n`,
    );
    for (const text of gateSuite(input.run.gates, gates, say)) await out.write(text);
    for (const [metric, count] of byMetric) {
      await out.write(`  <testsuite name="${say(metric)}" ${numbers(count)}>\n`);
      if (filter)
        await out.write(`    <properties><property name="filter" value="${say(filter.asked)}"/></properties>\n`);
      for await (const outcome of input.outcomesOf?.(metric) ?? input.outcomes)
        if (outcome.metric === metric) await out.write(outcomeCase(outcome, stateOf(outcome), say));
      await out.write('  </testsuite>\n');
    }
    await out.write('</testsuites>\n');
    await out.end();
  },
});

async function countOutcomes(
  input: ReportInput,
  stateOf: (outcome: Outcome) => CaseState,
): Promise<Map<string, Count>> {
  const byMetric = new Map<string, Count>();
  for await (const outcome of input.outcomes) {
    let count = byMetric.get(outcome.metric);
    if (!count) {
      count = none();
      byMetric.set(outcome.metric, count);
    }
    count[stateOf(outcome)]++;
  }
  return new Map([...byMetric].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function none(): Count {
  return { passed: 0, failure: 0, error: 0, skipped: 0 };
}

function add(a: Count, b: Count): Count {
  return {
    passed: a.passed + b.passed,
    failure: a.failure + b.failure,
    error: a.error + b.error,
    skipped: a.skipped + b.skipped,
  };
}

function numbers({ passed, failure, error, skipped }: Count): string {
  return `tests="${passed + failure + error + skipped}" failures="${failure}" errors="${error}" skipped="${skipped}"`;
}

function gateCaseState(gate: GateVerdict): CaseState {
  if (gate.state === 'held') return 'passed';
  if (gate.advisory) return 'skipped';
  return gate.state === 'failed' ? 'failure' : 'error';
}

function countGates(gates: readonly GateVerdict[]): Count {
  const count = none();
  for (const gate of gates) count[gateCaseState(gate)]++;
  return count;
}

function* gateSuite(gates: readonly GateVerdict[], count: Count, say: Say): Generator<string> {
  if (gates.length === 0) return;
  yield `  <testsuite name="gates" ${numbers(count)}>\n`;
  for (const gate of gates) {
    const offenders = gate.offenders.map(({ outcome, because: sentence, evidence }) => {
      const at = firstAt(evidence);
      return `${at ? `${filePlace(at)}: ` : ''}${sentence} [${outcome}]`;
    });
    const advisory = gate.advisory ? 'advisory, ' : '';
    const message = `${advisory}${gate.state}: found ${gateFound(gate)}`;
    yield testCase(
      {
        name: gateAsks(gate),
        classname: 'gates',
        state: gateCaseState(gate),
        type: gate.state,
        message,
        body: offenders,
      },
      say,
    );
  }
  yield '  </testsuite>\n';
}

function outcomeCase(outcome: Outcome, state: CaseState, say: Say): string {
  const words = verdictWords(outcome);
  const type = outcome.status === 'scored' ? (outcome.label ?? outcome.reason ?? 'below_full') : outcome.reason;
  const body = [`${outcomePlace(outcome)}: ${because(outcome)}`, `muster explain ${outcome.id}`];
  const name = `${partitionName(outcome.partition, outcome.case_id)} [${outcome.id}]`;
  return testCase(
    { name, classname: outcome.metric, state, type, message: `${words}: ${because(outcome)}`, body },
    say,
  );
}

interface Case {
  readonly name: string;
  readonly classname: string;
  readonly state: CaseState;
  readonly type: string;
  readonly message: string;
  /** Lines of text inside. */
  readonly body: readonly string[];
}

function testCase({ name, classname, state, type, message, body }: Case, say: Say): string {
  const open = `    <testcase name="${say(name)}" classname="${say(classname)}">`;
  const lines = body.map((line) => say(line)).join('\n');
  if (state === 'passed') return `${open}\n      <system-out>${say(message)}\n${lines}</system-out>\n    </testcase>\n`;
  const inside = `<${state} type="${say(type)}" message="${say(message)}">${lines}</${state}>`;
  return `${open}\n      ${inside}\n    </testcase>\n`;
}
