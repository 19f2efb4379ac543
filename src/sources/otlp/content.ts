import type { Message, ToolCallPart } from '../../model/message.ts';
import type { OutputSource, Span, SpanKind } from '../../model/span.ts';
import { eventContent } from './conventions/events.ts';
import { genAiContent } from './conventions/gen-ai.ts';
import { openInferenceContent } from './conventions/openinference.ts';
import { openLlmetryContent } from './conventions/openllmetry.ts';
import { vendorContent } from './conventions/vendors.ts';
import { vercelContent } from './conventions/vercel.ts';
import type { RawSpan, Report } from './raw-span.ts';

/** What one convention says about the content of a span. Absent: it says nothing; `[]`: recorded, and empty. */
export interface Content {
  readonly input?: readonly Message[] | undefined;
  readonly output?: readonly Message[] | undefined;
  readonly source: OutputSource;
  readonly toolCalls?: readonly ToolCallPart[];
  readonly system?: Span['systemInstructions'];
  readonly toolDefinitions?: Span['toolDefinitions'];
  readonly finishReasons?: readonly string[];
  readonly responseId?: string | undefined;
  /** The exporter wrote a mark in place of content. */
  readonly withheld?: boolean;
}

/** Reads what a convention records on a span. */
export type ContentReader = (span: RawSpan, kind: SpanKind, report: Report) => Content | undefined;

/** In order of preference: one span can carry several conventions. */
const READERS: readonly ContentReader[] = [
  genAiContent,
  (span) => eventContent(span.events),
  openInferenceContent,
  openLlmetryContent,
  vercelContent,
  vendorContent,
];

/** The conventions of a span merged: for each field the first that has something, else the first that recorded it empty. */
export function contentOf(span: RawSpan, kind: SpanKind, report: Report): Content | undefined {
  const found = READERS.flatMap((read) => read(span, kind, report) ?? []);
  const output = found.find((content) => content.output?.length) ?? found.find((content) => content.output);
  const merged = {
    ...definite('input', firstFilled(found.map((content) => content.input))),
    ...definite('output', output?.output),
    ...definite('system', firstFilled(found.map((content) => content.system))),
    ...definite('toolDefinitions', firstFilled(found.map((content) => content.toolDefinitions))),
    ...definite('toolCalls', firstFilled(found.map((content) => content.toolCalls))),
    ...definite('finishReasons', firstFilled(found.map((content) => content.finishReasons))),
    ...definite('responseId', found.find((content) => content.responseId)?.responseId),
    ...(output === undefined && found.some((content) => content.withheld) && { withheld: true }),
  };
  return found.length ? { ...merged, source: output?.source ?? 'none' } : undefined;
}

function definite<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}

function firstFilled<Item>(lists: readonly (readonly Item[] | undefined)[]): readonly Item[] | undefined {
  return lists.find((list) => list?.length) ?? lists.find((list) => list !== undefined);
}
