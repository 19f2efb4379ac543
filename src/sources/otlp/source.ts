import type { ModelRecord } from '../../model/trace.ts';
import { defineSource } from '../define-source.ts';
import { brokenProblem, counted, type Kept } from '../input/broken-problem.ts';
import type { BrokenValue } from '../input/broken-value.ts';
import type { InputFile } from '../input/input-file.ts';
import { Loss } from '../input/loss.ts';
import { containerOf, readContainer } from './containers/detect-container.ts';
import type { KindFound } from './conventions/kind.ts';
import { VercelLoops } from './conventions/vercel-agents.ts';
import { delegationsOf, HANDOFF_TOOLS } from './delegations.ts';
import { detectSpans } from './detect.ts';
import type { RawSpan, Report } from './raw-span.ts';
import { type FileRecord, fileRecords, reportNoSpans } from './records.ts';
import { toContent, toSpan } from './to-model.ts';
import { type WholeRecords, wholeRecords } from './whole-records.ts';

/** OpenTelemetry traces in JSON, whatever container and convention their exporter chose. */
export const otlpSource = defineSource({
  name: 'otlp',
  title: 'OpenTelemetry traces',
  summary:
    'OTLP JSON and JSON lines, Tempo, Jaeger and flat span dumps: OTel GenAI, OpenInference, OpenLLMetry, AI SDK',
  runUnit: 'trace',
  frameworkTools: HANDOFF_TOOLS,
  detect: detectSpans,
  async *read(files, { report }): AsyncGenerator<ModelRecord> {
    const loops = new VercelLoops();
    const losses = new Map<string, Loss>();
    for (const file of files) {
      const loss = new Loss();
      losses.set(file.path, loss);
      yield* readFile(file, loss, loops, report);
    }
    for (const { span, found } of loops.release()) {
      const loss = losses.get(span.at.file);
      for (const record of withDelegations(span, report, found)) yield loss ? loss.settled(record) : record;
    }
  },
});

async function* readFile(file: InputFile, loss: Loss, loops: VercelLoops, report: Report): AsyncGenerator<ModelRecord> {
  let isSilent = true;
  const told: Report = (problem) => {
    isSilent = false;
    loss.told(problem);
    report(problem);
  };
  for await (const record of fileRecords(file, told)) {
    let records = 0;
    const read = record.broken ? brokenRecord(record, record.broken, loss) : record;
    if (!record.broken) loss.wentOn();
    for (const raw of read.value === undefined ? [] : readContainer(read.value, record.at, told)) {
      records++;
      const content = raw.type === 'log' ? toContent(raw) : undefined;
      if (content || raw.type === 'span') isSilent = false;
      if (content) yield* loss.take(content);
      if (raw.type !== 'span' || loops.take(raw)) continue;
      for (const each of withDelegations(raw, told)) yield* loss.take(each);
    }
    if (record.broken) told(brokenProblem(file.path, record.broken, keptOf(record, read, records)));
  }
  yield* loss.finish();
  if (isSilent) reportNoSpans(file, report);
}

/** What is whole of a record that breaks. */
function brokenRecord({ value }: FileRecord, broken: BrokenValue, loss: Loss): Partial<WholeRecords> {
  // A span by itself names its trace; a container may have held spans of any.
  const container = containerOf(value);
  const whole = wholeRecords(broken);
  loss.lost(container === 'span' || container === 'log' ? whole.traceId : undefined);
  const isRead = whole.value !== undefined && containerOf(whole.value) !== undefined;
  return isRead ? whole : { halfRead: whole.halfRead };
}

function keptOf({ at }: FileRecord, { halfRead }: Partial<WholeRecords>, records: number): Kept {
  const isDocument = at.line === undefined;
  return { isDocument, ...(records > 0 && { kept: counted(records, 'record') }), ...(halfRead && { halfRead }) };
}

function* withDelegations(raw: RawSpan, report: Report, found?: KindFound): Generator<ModelRecord> {
  const span = toSpan(raw, report, found);
  yield { type: 'span', span };
  for (const delegation of delegationsOf(span, raw.scope)) yield { type: 'delegation', delegation };
}
