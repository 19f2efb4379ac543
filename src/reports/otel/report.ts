import { buffered } from '../buffered.ts';
import { defineReport } from '../define-report.ts';
import { jsonText } from '../escape-json.ts';
import { hideContent } from '../redact.ts';
import { compactJson } from '../write-json.ts';
import { logRecord } from './log-record.ts';

/** OTLP JSON logs: one `gen_ai.evaluation.result` event an outcome. */
export const report = defineReport({
  name: 'otel',
  summary: 'OTLP JSON logs with one gen_ai.evaluation.result event an outcome',
  mediaType: 'application/json',
  extension: 'otlp.json',
  write: async ({ run, outcomes, options }, sink) => {
    const hide = await hideContent(options);
    const out = buffered(sink);
    const version = jsonText(run.tool.version);
    const narrowed = options.filter
      ? `,"attributes":[{"key":"muster.filter","value":{"stringValue":${jsonText(hide(options.filter.asked))}}}]`
      : '';
    await out.write(
      `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"muster"}},` +
        `{"key":"service.version","value":{"stringValue":${version}}}]},` +
        `"scopeLogs":[{"scope":{"name":"muster-eval","version":${version}${narrowed}},"logRecords":[`,
    );
    let before = '\n';
    for await (const outcome of outcomes) {
      await out.write(before + compactJson(logRecord(outcome, hide)));
      before = ',\n';
    }
    await out.write('\n]}]}]}\n');
    await out.end();
  },
});
