import type { ModelRecord } from '../../model/trace.ts';
import { problem } from '../../problems/problem.ts';
import { defineSource, type ReadContext } from '../define-source.ts';
import type { InputFile } from '../input/input-file.ts';
import { detectChat } from './detect.ts';
import { Identities } from './identity.ts';
import { chatRecords } from './records.ts';
import { traceRecords } from './trace-records.ts';

/** Conversations as lists of messages of the chat completions API, and runs of tau-bench. */
export const chatSource = defineSource({
  name: 'chat',
  title: 'Chat messages and tau-bench',
  summary: 'message lists of the OpenAI chat API, fine-tuning files with `messages`, and trajectories of tau-bench',
  runUnit: 'trace',
  frameworkTools: [],
  detect: detectChat,
  async *read(files, context): AsyncGenerator<ModelRecord> {
    const identities = new Identities();
    // What is odd is told when the records are read for good.
    for (const file of files) for await (const record of chatRecords(file, () => {})) identities.note(record);
    for (const file of files) yield* readFile(file, identities, context);
  },
});

async function* readFile(file: InputFile, identities: Identities, context: ReadContext): AsyncGenerator<ModelRecord> {
  let isSilent = true;
  const report: ReadContext['report'] = (found) => {
    isSilent = false;
    context.report(found);
  };
  const copies = new Map<string, number>();
  let printed = 0;
  for await (const record of chatRecords(file, report)) {
    isSilent = false;
    if (record.kind === 'printed') {
      printed++;
      continue;
    }
    const identity = identities.of(record, copies, report);
    if (!identity.isRepeated) yield* traceRecords(record, identity, report);
  }
  const at = { file: file.path };
  if (printed > 0) {
    const what = `${printed} ${printed === 1 ? 'conversation' : 'conversations'} printed as text, without the calls of tools`;
    report(problem('SOURCE_DEFINITIONS_ONLY', { what }, at));
  }
  if (isSilent) report(problem('SOURCE_NO_SPANS', { format: 'made of messages' }, at));
}
