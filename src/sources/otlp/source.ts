import type { Json } from '../../model/json.ts';
import { textField } from '../../model/json.ts';
import type { Span } from '../../model/span.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { type Detection, defineSource, type Opening } from '../define-source.ts';
import { type Container, containerOf, readContainer } from './containers/detect-container.ts';
import { VercelLoops } from './conventions/vercel-agents.ts';
import { delegationsOf, HANDOFF_TOOLS } from './delegations.ts';
import type { RawRecord, Report } from './raw-span.ts';
import { fileRecords, reportNoSpans } from './records.ts';
import { recordIds } from './span-record.ts';
import { toContent, toSpan } from './to-model.ts';

/** OpenTelemetry traces in JSON, whatever container and convention their exporter chose. */
export const otlpSource = defineSource({
  name: 'otlp',
  title: 'OpenTelemetry traces',
  summary:
    'OTLP JSON and JSON lines, Tempo, Jaeger and flat span dumps: OTel GenAI, OpenInference, OpenLLMetry, AI SDK',
  runUnit: 'trace',
  frameworkTools: HANDOFF_TOOLS,
  detect,
  async *read(files, { report }): AsyncGenerator<ModelRecord> {
    const loops = new VercelLoops();
    for (const file of files) {
      let found = 0;
      let told = 0;
      const counted: Report = (problem) => {
        told++;
        report(problem);
      };
      for await (const { value, at } of fileRecords(file, counted)) {
        for (const raw of readContainer(value, at, counted)) {
          found++;
          yield* translate(raw, loops, counted);
        }
      }
      if (found === 0 && told === 0) reportNoSpans(file, report);
    }
    for (const { span, found } of loops.release()) yield* withDelegations(toSpan(span, report, found));
  },
});

function* translate(raw: RawRecord, loops: VercelLoops, report: Report): Generator<ModelRecord> {
  if (raw.type === 'log') {
    const content = toContent(raw);
    if (content) yield content;
    return;
  }
  if (!loops.take(raw)) yield* withDelegations(toSpan(raw, report));
}

function* withDelegations(span: Span): Generator<ModelRecord> {
  yield { type: 'span', span };
  for (const delegation of delegationsOf(span)) yield { type: 'delegation', delegation };
}

const BECAUSE: Readonly<Record<Container, string>> = {
  otlp: 'it has the keys of an OTLP export request',
  jaeger: 'it has the traces and processes of the Jaeger API',
  spans: 'it is an object with a list of spans that carry ids',
  list: 'it is a list of spans that carry ids',
  span: 'its records carry the ids of a span',
  log: 'its records are logs with the ids of a span',
  wrapped: 'it wraps a container of spans',
  attributes: 'its keys are attributes of GenAI conventions',
};

function detect(opening: Opening): Detection | undefined {
  for (const record of opening.records) {
    const container = containerOf(record as Json);
    if (!container || isCanonical(record)) continue;
    const confidence = container === 'otlp' || container === 'jaeger' ? 'definite' : 'likely';
    return { confidence, because: BECAUSE[container] };
  }
  const keys = ['resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs', 'batches', 'scopeSpans'];
  if (opening.topKeys.some((key) => keys.includes(key))) return { confidence: 'definite', because: BECAUSE.otlp };
  return detectLong(opening);
}

/** Documents longer than the opening: only their keys are known. */
function detectLong(opening: Opening): Detection | undefined {
  const { topKeys, itemKeys, text } = opening;
  if (topKeys.includes('data') && text.includes('"traceID"') && text.includes('"operationName"'))
    return { confidence: 'definite', because: BECAUSE.jaeger };
  const example = Object.fromEntries(itemKeys.map((key): [string, Json] => [key, 'x']));
  const { spanId } = recordIds(example);
  const hasSpanId = spanId !== undefined || itemKeys.includes('spanContext') || itemKeys.includes('context');
  if (itemKeys.includes('name') && hasSpanId) return { confidence: 'likely', because: BECAUSE.list };
  if (topKeys.includes('spans') && /"(span_id|spanId|spanContext)"/.test(text))
    return { confidence: 'likely', because: BECAUSE.spans };
  return undefined;
}

/** Records of the canonical schema are spans as well, but not these. */
function isCanonical(record: unknown): boolean {
  return ['span', 'delegation', 'trace', 'case'].includes(textField(record, 'type') ?? '');
}
