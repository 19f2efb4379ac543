import pc from 'picocolors';
import { cutTo, wrapTo } from '../columns.ts';
import type { ReportOptions } from '../define-report.ts';
import { escapeTerminal, guardLine } from '../escape-terminal.ts';
import { type Hide, hideContent } from '../redact.ts';

/** Sentences are cut here: a line of evidence is read, not scrolled. */
const SENTENCE = 400;
/** What is looked at of a text: more than a sentence can show, whatever is hidden in it. */
const LOOKED_AT = 4000;

type Paint = (text: string) => string;

/** The sheet that the sections write on: its width, its colours, and how data is shown. */
export interface Page {
  readonly width: number;
  readonly hide: Hide;
  readonly paint: ReturnType<typeof pc.createColors>;
  /** Data on one line: hidden as the user chose, then escaped. */
  say(text: string): string;
  heading(text: string): string;
  /** Plain text over as many lines as it takes; later lines are indented by `hanging`. */
  flow(text: string, indent: number, hanging?: number, paint?: Paint): string[];
}

/** Makes the page for some options. */
export async function makePage(options: ReportOptions): Promise<Page> {
  const paint = pc.createColors(options.color);
  const hide = await hideContent(options);
  const width = Math.max(40, Math.floor(options.width));
  return {
    width,
    hide,
    paint,
    say: (text) => cutTo(escapeTerminal(hide(text.slice(0, LOOKED_AT))), SENTENCE),
    heading: (text) => paint.bold(text),
    flow: (text, indent, hanging = indent, color = (plain) => plain) =>
      wrapTo(text, Math.max(20, width - Math.max(indent, hanging))).map(
        (line, index) => `${' '.repeat(index === 0 ? indent : hanging)}${color(guardLine(line))}`,
      ),
  };
}
