import type { ModelRecord } from '../../model/trace.ts';
import { defineSource } from '../define-source.ts';
import type { InputFile } from '../input/input-file.ts';
import { readContainer } from './containers/detect-container.ts';
import type { KindFound } from './conventions/kind.ts';
import { VercelLoops } from './conventions/vercel-agents.ts';
import { delegationsOf, HANDOFF_TOOLS } from './delegations.ts';
import { detectSpans } from './detect.ts';
import type { RawSpan, Report } from './raw-span.ts';
import { fileRecords, reportNoSpans } from './records.ts';
import { toContent, toSpan } from './to-model.ts';

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
    for (const file of files) yield* readFile(file, loops, report);
    for (const { span, found } of loops.release()) yield* withDelegations(span, report, found);
  },
});

async function* readFile(file: InputFile, loops: VercelLoops, report: Report): AsyncGenerator<ModelRecord> {
  let isSilent = true;
  const told: Report = (problem) => {
    isSilent = false;
    report(problem);
  };
  for await (const { value, at } of fileRecords(file, told)) {
    for (const raw of readContainer(value, at, told)) {
      const content = raw.type === 'log' ? toContent(raw) : undefined;
      if (content || raw.type === 'span') isSilent = false;
      if (content) yield content;
      if (raw.type === 'span' && !loops.take(raw)) yield* withDelegations(raw, told);
    }
  }
  if (isSilent) reportNoSpans(file, report);
}

function* withDelegations(raw: RawSpan, report: Report, found?: KindFound): Generator<ModelRecord> {
  const span = toSpan(raw, report, found);
  yield { type: 'span', span };
  for (const delegation of delegationsOf(span, raw.scope)) yield { type: 'delegation', delegation };
}
