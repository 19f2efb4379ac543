// Everything that a report is made of: its contract and the escapes for the media that it may write.
export {
  type ContentMode,
  defineReport,
  type LineFilter,
  type Report,
  type ReportInput,
  type ReportOptions,
  type Sink,
} from '../reports/define-report.ts';
export { escapeMarkdown } from '../reports/escape-markdown.ts';
export { escapeTerminal } from '../reports/escape-terminal.ts';
export { escapeXml } from '../reports/escape-xml.ts';
