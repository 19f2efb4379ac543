// Everything that a source is made of: its contract, the files that it is given, and the records that it makes.
export { field, isObject, listField, numberField, textField } from '../model/json.ts';
export { textMessage, textOf, toRole } from '../model/message.ts';
export { makeSpan, SPAN_KINDS, type SpanInput } from '../model/span.ts';
export { terminalState } from '../model/terminal-words.ts';
export type { ContentRecord, ModelRecord, TraceRecord } from '../model/trace.ts';
export { type ReportedUsage, toUsage } from '../model/usage.ts';
export { problem } from '../problems/problem.ts';
export { type Detection, defineSource, type Opening, type ReadContext, type Source } from '../sources/define-source.ts';
export type { InputFile, JsonLine } from '../sources/input/input-file.ts';
