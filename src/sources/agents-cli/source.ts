import type { ModelRecord } from '../../model/trace.ts';
import { problem } from '../../problems/problem.ts';
import { defineSource } from '../define-source.ts';
import { caseRecords } from './case-records.ts';
import { recordsOf } from './cut-case-records.ts';
import { detectDataset } from './detect.ts';
import { type FoundCase, findCases } from './find-cases.ts';
import { recordingsOf } from './recordings.ts';

/** Evaluation datasets and traces of Google's agents-cli. */
export const agentsCliSource = defineSource({
  name: 'agents-cli',
  title: 'agents-cli datasets and traces',
  summary: 'evaluation datasets of Google’s agents-cli (`eval_cases`) with recorded `agent_data` or `responses`',
  runUnit: 'trace',
  frameworkTools: [
    'transfer_to_agent',
    'transfer_to_other_agent',
    'set_model_response',
    'adk_request_credential',
    'adk_request_confirmation',
    'adk_request_input',
  ],
  detect: detectDataset,
  async *read(files, { report }): AsyncGenerator<ModelRecord> {
    const found: FoundCase[] = [];
    for (const file of files) for (const each of await findCases(file, report)) found.push(each);
    const unplayed: FoundCase[] = [];
    for (const { recorded, definition } of recordingsOf(found)) {
      if (definition) {
        unplayed.push(definition);
        yield* caseRecords(definition, definition.id, report);
      }
      for (const each of recorded) {
        const isOneOfSeveral = recorded.length > 1;
        if (isOneOfSeveral && each.isNamed)
          report(problem('SOURCE_DUPLICATE_CASE', { case: each.id, count: recorded.length }, each.at));
        yield* recordsOf(each, isOneOfSeveral ? `${each.id}~${each.recording.slice(0, 8)}` : each.id, report);
      }
    }
    for (const [file, cases] of byFile(unplayed)) {
      const [first] = cases;
      const what = `${cases.length} ${cases.length === 1 ? 'case' : 'cases'} that no run was recorded for (${first?.id}${cases.length > 1 ? ', …' : ''})`;
      report(problem('SOURCE_DEFINITIONS_ONLY', { what }, { file }));
    }
  },
});

function byFile(cases: readonly FoundCase[]): Map<string, FoundCase[]> {
  const files = new Map<string, FoundCase[]>();
  for (const each of cases) {
    const known = files.get(each.at.file);
    if (known) known.push(each);
    else files.set(each.at.file, [each]);
  }
  return files;
}
