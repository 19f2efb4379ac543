import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { joinRecordedCases } from '../../src/cli/join-recorded-cases.ts';
import { readSessions } from '../../src/cli/read-sessions.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { asksJudge, type JudgeEntry, readJudgeEntry } from '../../src/judges/judge-entry.ts';
import { type Questions, questionsAbout } from '../../src/judges/questions.ts';
import { unknownPlaceholders } from '../../src/judges/template.ts';
import { caseFields, STANDARD_FIELDS } from '../../src/metrics/case-fields.ts';
import { field, type Json, listField, textField } from '../../src/model/json.ts';
import type { Trace } from '../../src/model/trace.ts';
import { redactText } from '../../src/results/redact-text.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const isHere = existsSync(CORPUS);
if (!isHere) console.warn(`no corpus at ${CORPUS}: the judge templates of others are skipped`);

const TRACES = 'agents-cli/kattulus1997+driftpatch/artifacts/traces';

/** The entries of every configuration that ask a judge, with the folder that they stand in. */
function entries(): [project: string, entry: JudgeEntry][] {
  const folder = `${CORPUS}agents-cli`;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('eval_config.yaml'))
    .sort()
    .flatMap((path) => {
      const { value } = readConfig(path, readFileSync(join(folder, path), 'utf8'));
      const list = Array.isArray(value.custom_metrics) ? value.custom_metrics : [];
      return list
        .filter(asksJudge)
        .map((entry): [string, JudgeEntry] => [path.split('/')[0] ?? '', readJudgeEntry(entry)]);
    });
}

async function tracesOf(path: string): Promise<readonly Trace[]> {
  const read = await readSessions({ paths: [path], cwd: CORPUS });
  return joinRecordedCases(read, [], () => {}).sessions.flatMap(({ traces }) => traces);
}

async function asked(entry: JudgeEntry, trace: Trace): Promise<Questions> {
  const { template, parameters, samples } = entry;
  const plan = {
    template,
    parameters,
    samples,
    model: 'm',
    scale: { kind: 'numeric' },
    furtherRoots: new Set<string>(),
  } as const;
  return questionsAbout({ type: 'trace', trace }, { ...plan, redact: await redactText([]) });
}

const RECORDED = /<recorded_text field="[^"]+" id="(\w+)">[\s\S]*?<\/recorded_text id="\1">/g;

describe.skipIf(!isHere)('judge templates that others wrote for agents-cli', () => {
  test('are read, and name no field that no case has', () => {
    expect(
      entries().map(([project, { name, template, samples }]) => [
        project,
        name,
        template.placeholders.map(({ text }) => text).join(' '),
        unknownPlaceholders(template, (root) => STANDARD_FIELDS.has(root)).length,
        samples,
      ]),
    ).toEqual([
      ['aagardezi+reghorizonscanning-agent-v2', 'custom_response_quality', 'prompt response agent_data', 0, 4],
      ['aagardezi+reghorizonscanning-agent-v2', 'compliance_accuracy', 'prompt response agent_data', 0, 4],
      ['akoita+mcp-tripwire', 'explanation_quality', '', 0, 4],
    ]);
  });

  test('are filled with every real run: what was recorded is set apart, and the rest stays as it was written', async () => {
    const traces = await tracesOf(TRACES);
    expect(traces).toHaveLength(24);
    for (const [, entry] of entries()) {
      const written = entry.template.placeholders.reduce(
        (text, { text: name }) => text.replace(`{${name}}`, '·'),
        entry.template.source,
      );
      for (const trace of traces) {
        const questions = await asked(entry, trace);
        if ('missing' in questions) throw new Error(`${trace.traceId} lacks ${questions.missing}`);
        const prompt = questions.questions[0]?.request.prompt ?? '';
        expect(prompt.replace(RECORDED, '·')).toBe(written);
        expect(questions.diagnostics).toEqual([]);
      }
    }
  });
});

/** Author and text of the events of a file, as it states them. */
function statedEvents(file: string): ReadonlyMap<string, readonly string[]> {
  const cases = listField(JSON.parse(readFileSync(CORPUS + file, 'utf8')) as Json, 'eval_cases');
  return new Map(cases.map((each) => [textField(each, 'eval_case_id') ?? '', eventsIn(field(each, 'agent_data'))]));
}

function eventsIn(agentData: Json | undefined): string[] {
  return listField(agentData, 'turns')
    .flatMap((turn) => listField(turn, 'events'))
    .filter((event) => textField(event, 'author') !== 'user')
    .map((event) => {
      const parts = listField(field(event, 'content'), 'parts');
      return `${textField(event, 'author')}: ${parts.map((part) => textField(part, 'text') ?? '').join('')}`;
    });
}

describe.skipIf(!isHere)('what a judge is shown of real runs', () => {
  test('of agents-cli is what the file states, event by event', async () => {
    for (const file of readdirSync(CORPUS + TRACES).map((name) => `${TRACES}/${name}`)) {
      const stated = statedEvents(file);
      const traces = await tracesOf(file);
      expect(traces).toHaveLength(stated.size);
      for (const trace of traces) {
        const shown = caseFields({ type: 'trace', trace }).fieldOf('agent_data');
        expect(eventsIn(shown), trace.traceId).toEqual(stated.get(trace.sessionId));
      }
    }
  });

  test('is a question, an answer and the steps between, whatever the source', async () => {
    const held = async (path: string): Promise<unknown> => {
      const fields = (await tracesOf(path)).map((trace) => caseFields({ type: 'trace', trace }));
      const having = (root: string): number => fields.filter((each) => each.fieldOf(root) !== undefined).length;
      return [
        fields.length,
        having('prompt'),
        having('response'),
        fields.filter((each) => each.isResponseDerived).length,
      ];
    };
    // Runs, those with a prompt, those with a response, those whose response is not their last word.
    expect(await held('openai-chat/taubench_gpt-4o-airline_trial0.json')).toEqual([50, 50, 50, 8]);
    expect(await held('agents-cli')).toEqual([24, 24, 24, 0]);
    expect(await held('openinference/strandsevals_openai_agents_openinference_live_spans.json')).toEqual([1, 1, 1, 0]);
    // No content was recorded: nothing is made up.
    expect(await held('otel-genai/strandsevals_autogen_live_spans.json')).toEqual([2, 0, 0, 0]);
  });
});
