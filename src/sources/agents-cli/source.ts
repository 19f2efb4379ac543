import { shortHash } from '../../model/hash.ts';
import { isObject, type Json } from '../../model/json.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { type At, problem } from '../../problems/problem.ts';
import { defineSource, type ReadContext } from '../define-source.ts';
import type { InputFile } from '../input/input-file.ts';
import { agentRoster } from './agent-roster.ts';
import { caseRecord } from './case-record.ts';
import { type DatasetKind, detectDataset, kindOf } from './detect.ts';
import { listAt, member, textAt } from './keys.ts';
import { projectTurn } from './project-turn.ts';
import { flatTurn, type Turn, turnsOf } from './turn-events.ts';

const DEFINITIONS: Readonly<Record<Exclude<DatasetKind, 'dataset'>, string>> = {
  evalset: 'expected conversations of an ADK evalset',
  results: 'results of an earlier evaluation, with a copy of its dataset',
  expectations: 'queries with expected tool use',
};

interface FoundCase {
  readonly value: Json;
  readonly at: At;
  /** Hash of the content: the same case in two files is one. */
  readonly hash: string;
  readonly id: string;
}

/** Evaluation datasets and traces of Google's agents-cli. */
export const agentsCliSource = defineSource({
  name: 'agents-cli',
  title: 'agents-cli datasets and traces',
  summary: 'evaluation datasets of Google’s agents-cli (`eval_cases`), with recorded `agent_data` or `responses`',
  runUnit: 'trace',
  frameworkTools: ['transfer_to_agent', 'transfer_to_other_agent'],
  detect: detectDataset,
  async *read(files, context): AsyncGenerator<ModelRecord> {
    const found: FoundCase[] = [];
    for (const file of files) found.push(...(await casesOf(file, context)));
    const byId = new Map<string, Map<string, FoundCase>>();
    for (const each of found) {
      const variants = byId.get(each.id) ?? new Map<string, FoundCase>();
      byId.set(each.id, variants);
      variants.set(each.hash, each);
    }
    for (const [id, variants] of byId) {
      const all = [...variants.values()];
      // A dataset and the traces that were recorded from it hold the same cases.
      const recorded = all.filter(isRecorded);
      for (const each of recorded.length ? recorded : all) {
        const isOneOfSeveral = recorded.length > 1;
        if (isOneOfSeveral)
          context.report(problem('SOURCE_DUPLICATE_CASE', { case: id, count: recorded.length }, each.at));
        yield* caseRecords(each, isOneOfSeveral ? `${id}~${each.hash.slice(0, 6)}` : id, context);
      }
    }
  },
});

async function casesOf(file: InputFile, { report }: ReadContext): Promise<FoundCase[]> {
  const document = (await file.document(report)) as Json | undefined;
  if (document === undefined) return [];
  const at = { file: file.path, line: 1 };
  const kind = kindOf(document);
  if (kind === undefined) {
    report(problem('SOURCE_BAD_RECORD', { reason: 'it has no list of eval_cases' }, at));
    return [];
  }
  if (kind !== 'dataset') {
    report(problem('SOURCE_DEFINITIONS_ONLY', { what: DEFINITIONS[kind] }, at));
    return [];
  }
  return listAt(document, 'eval_cases').flatMap((value, index) => {
    const place = { ...at, pointer: `/eval_cases/${index}` };
    if (isObject(value))
      return [{ value, at: place, hash: shortHash(value), id: textAt(value, 'eval_case_id') ?? `case_${index}` }];
    report(problem('SOURCE_BAD_RECORD', { reason: 'a case is no object' }, place));
    return [];
  });
}

function* caseRecords(
  { value, at, id: caseId }: FoundCase,
  id: string,
  { report }: ReadContext,
): Generator<ModelRecord> {
  const agentData = member(value, 'agent_data');
  const roster = agentRoster(agentData);
  const pointer = at.pointer ?? '';
  const responses = listAt(value, 'responses');
  const recorded = turnsOf(agentData, `${pointer}/agent_data`).filter(hasAgent);
  const turns: Turn[] = recorded.length
    ? recorded
    : responses.map((response, index) =>
        flatTurn(value, response, responses.length > 1 ? `response_${index}` : 'turn_0', pointer),
      );
  const given = caseRecord(value, caseId, roster, at);
  if (turns.length === 0) {
    report(problem('SOURCE_DEFINITIONS_ONLY', { what: `case '${caseId}' without turns and without responses` }, at));
    yield { type: 'case', case: given };
    return;
  }
  const last = turns.at(-1);
  for (const turn of turns) {
    const traceId = `${id}/${turn.id}`;
    const answer = recorded.length && turn === last ? member(responses[0], 'response') : undefined;
    const prompt = turn === turns[0] ? member(value, 'prompt') : undefined;
    yield* projectTurn(turn, roster, { file: at.file, sessionId: id, traceId }, prompt, answer);
    yield { type: 'case', case: given, traceId };
  }
}

function isRecorded({ value }: FoundCase): boolean {
  return listAt(value, 'responses').length > 0 || turnsOf(member(value, 'agent_data'), '').some(hasAgent);
}

function hasAgent({ events }: Turn): boolean {
  return events.some((event) => !event.isUser);
}
