import { buffered } from '../buffered.ts';
import { defineReport, type ReportInput } from '../define-report.ts';
import { guardLine } from '../escape-terminal.ts';
import { agents } from './agents.ts';
import { ending, problems } from './ending.ts';
import { failures } from './failures.ts';
import { header, health } from './header.ts';
import { makePage } from './page.ts';
import { gates, metrics, trials } from './verdicts.ts';

/** What people read: health, one line an agent, both rates, tokens, metrics, gates, problems, the next command. */
export const report = defineReport({
  name: 'terminal',
  summary: 'one line an agent, worst first, with evidence as file:line',
  mediaType: 'text/plain',
  extension: 'txt',
  write: async (input, sink) => {
    const out = buffered(sink);
    for await (const line of lines(input)) await out.write(`${guardLine(line)}\n`);
    await out.end();
  },
});

async function* lines(input: ReportInput): AsyncGenerator<string> {
  const { run, options } = input;
  const page = await makePage(options);
  if (options.failuresOnly) {
    yield* failures(input, page);
    return;
  }
  yield* header(run, page);
  yield* health(run, page);
  yield* agents(run, page, options);
  yield* metrics(run, page, options);
  yield* trials(run, page);
  yield* gates(run, page);
  yield* problems(input, page);
  yield* ending(input, page);
}
